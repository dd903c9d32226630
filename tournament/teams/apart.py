"""Teams that must not meet in a contest: keep two apart, or let them meet again."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Apart, Team, Tournament, User
from tournament.teams.rows import still_there


@transaction.atomic
def keep_apart(one: Team, other: Team, *, by: User | None) -> Apart:
    """Have the draws keep two teams of a contest from meeting; a second click changes nothing.

    Raises ``ValidationError`` on ``other`` when both are the same team, and when one of
    them is gone.
    """
    if one == other:
        raise ValidationError({"other": _("Choose two different teams.")})
    tournament = Tournament.objects.held(one.tournament_id)
    one, other = still_there(one), still_there(other)
    first, second = sorted([one, other], key=lambda team: team.pk)
    apart, is_new = Apart.objects.get_or_create(tournament=tournament, one=first, other=second)
    if is_new:
        details = {"teams": [first.pk, second.pk]}
        journal.write(tournament, "teams.kept_apart", by=by, details=details)
    return apart


@transaction.atomic
def let_meet(tournament: Tournament, apart_id: int, *, by: User | None) -> None:
    """Let two teams meet again; one that was already let go changes nothing."""
    tournament = Tournament.objects.held(tournament.pk)
    apart = tournament.aparts.filter(pk=apart_id).first()
    if apart:
        details = {"teams": [apart.one_id, apart.other_id]}
        apart.delete()
        journal.write(tournament, "teams.let_meet", by=by, details=details)
