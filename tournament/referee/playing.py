"""The team a referee plays in: who plays at a table does not rule there alone."""

from __future__ import annotations

from django.db import transaction

from tournament.journal import services as journal
from tournament.models import Role, RoleKind, Team, Tournament, User


def team_of(user: User, tournament: Tournament) -> Team | None:
    """Return the team an account plays in, as its roles in the contest say."""
    roles = tournament.roles.filter(user=user, team__isnull=False).select_related("team")
    role = roles.order_by("pk").first()
    return role.team if role else None


@transaction.atomic
def play_in(user: User, tournament: Tournament, team: Team | None) -> None:
    """Note in which team a referee plays; said twice, it is noted once."""
    tournament = Tournament.objects.held(tournament.pk)
    if team_of(user, tournament) == team:
        return
    tournament.roles.filter(user=user).update(team=None)
    if team and not tournament.roles.filter(user=user).update(team=team):
        # A referee of the whole club has no row here to note it on; reading is the least of roles.
        Role.objects.create(user=user, tournament=tournament, kind=RoleKind.READER, team=team)
    details = {"user": user.pk, "team": team.pk if team else None}
    journal.write(tournament, "referee.seated", by=user, details=details)
