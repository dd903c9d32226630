"""The team a referee plays in: who plays at a table does not rule there alone."""

from __future__ import annotations

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.journal import services as journal
from tournament.models import Role, RoleKind, Team, Tournament, User


class PlayingForm(forms.Form):
    """The team a referee plays in, if he does."""

    team = forms.ChoiceField(label=_("I play in the team"), required=False)

    def __init__(
        self, data: QueryDict | None = None, *, tournament: Tournament, plays_in: Team | None
    ) -> None:
        shown = str(plays_in.number) if plays_in else ""
        # The register has another field of this name: each keeps its own label.
        super().__init__(data, initial={"team": shown}, auto_id="id_playing_%s")
        self.teams = {str(team.number): team for team in tournament.teams.order_by("number")}
        self.fields["team"].choices = [
            ("", _("none: I only referee")),
            *((number, str(team)) for number, team in self.teams.items()),
        ]

    def chosen(self) -> Team | None:
        """Return the team chosen; call it on a valid form."""
        return self.teams.get(self.cleaned_data["team"])


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
