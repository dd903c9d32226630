"""What refuses a draw: a round still open, a way the contest has not, too few teams."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.models import DrawKind, Tournament, number_after
from tournament.rounds.gathering import Gathered, draw_kinds
from tournament.rounds.shapes.individual import LEAST_PLAYERS
from tournament.rounds.shapes.pools import LEAST_IN_POOL
from tournament.rounds.shapes.swiss import LEAST_TEAMS

_FEWEST = {DrawKind.INDIVIDUAL: LEAST_PLAYERS, DrawKind.POOLS: LEAST_IN_POOL}


def fewest(kind: str) -> int:
    """Return how few teams may be drawn in a way."""
    return _FEWEST.get(kind, LEAST_TEAMS)


def check_next(tournament: Tournament, number: int) -> None:
    """Refuse a draw while a round is open, or of a round that is not the next one."""
    last = tournament.rounds.last()
    if last and not last.is_closed:
        raise ValidationError(
            _("Round %(number)s is still being played: close it before you draw the next."),
            params={"number": last.number},
        )
    due = number_after(last)
    if number != due:
        raise ValidationError(
            _("The next round is round %(due)s, not round %(number)s."),
            params={"due": due, "number": number},
        )


def check_kind(tournament: Tournament, number: int, kind: str) -> None:
    """Refuse a draw that the contest's shape does not have."""
    if kind == DrawKind.STANDINGS and number == 1:
        raise ValidationError(_("There are no standings before the first round: draw it by lot."))
    if kind not in draw_kinds(tournament, number):
        raise ValidationError(_("The rounds of this contest are not drawn that way."))


def check_gathered(gathered: Gathered, kind: str) -> None:
    """Refuse a draw of too few teams, or of a bracket while a match has no winner."""
    if len(gathered.inputs.teams) < fewest(kind):
        if gathered.inputs.brackets:
            raise ValidationError(_("Nobody is left to play: every match has been played."))
        if kind == DrawKind.INDIVIDUAL:
            raise ValidationError(_("A draw needs at least four players: register them first."))
        if kind == DrawKind.POOLS:
            raise ValidationError(_("Pools need at least three teams: register them first."))
        raise ValidationError(_("A draw needs at least two teams: register them first."))
    if gathered.undecided:
        raise ValidationError(
            _("Say who goes on: %(pairs)s."),
            params={
                "pairs": ", ".join(f"{each.one} – {each.other}" for each in gathered.undecided)
            },
        )
