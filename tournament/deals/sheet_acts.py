"""What can be done with a whole sheet, and what it would look like then."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import Refusal, Side
from tournament.deals.acts import UNDO_WITHIN, last_act
from tournament.deals.copies import swapped
from tournament.deals.options import options_moved
from tournament.deals.sides import reading_of
from tournament.deals.tally import MatchSheet, sheet
from tournament.models import Entry, JournalEntry, Match, Tournament, User

WORDS: dict[str, str | Promise] = {
    "deal.recorded": _("Table %(table)s: deal %(deal)s recorded"),
    "deal.corrected": _("Table %(table)s: deal %(deal)s corrected"),
    "deal.settled": _("Table %(table)s: deal %(deal)s settled"),
    "sheet.swapped": _("Table %(table)s: sides A and B swapped"),
    "sheet.moved": _("Table %(table)s: sheet moved to table %(to)s"),
    "totals.taken": _("Table %(table)s: taken as totals"),
    "totals.dropped": _("Table %(table)s: counted deal by deal again"),
}
"""Each act that can be taken back, as the button beside it says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoable:
    """Somebody's last act while it can be taken back: what it was, where, and until when."""

    number: int
    words: str
    round: int
    table: int
    until: datetime

    @property
    def left(self) -> int:
        """The seconds that are left."""
        return max(0, int((self.until - timezone.now()).total_seconds()))


def undoable(tournament: Tournament, by: User) -> Undoable | None:
    """Return somebody's last act, if it can still be taken back."""
    act = last_act(tournament, by)
    if act is None:
        return None
    return Undoable(
        number=act.number,
        words=_in_words(act),
        round=act.details["round"],
        table=act.details["table"],
        until=act.at + UNDO_WITHIN,
    )


def as_swapped(now: MatchSheet, side: str = "") -> tuple[MatchSheet, MatchSheet]:
    """Return a sheet as it is and as it would be with A and B swapped.

    ``side`` is the team whose sheet it is, where both are typed.
    """
    before = reading_of(now, Side(side)) if side else now
    return before, _with(before, before.match, lambda entry: swapped(entry, by=None, reason=""))


def as_moved(now: MatchSheet, to: Match) -> MatchSheet | None:
    """Return a sheet as it would be at another table, whose seats are loaded.

    None where a deal of it cannot be: that table chose to play otherwise.
    """
    return as_played(now, options_moved(now.match, to, now.tournament.rulebook), at=to)


def as_played(now: MatchSheet, options: str, *, at: Match | None = None) -> MatchSheet | None:
    """Return a sheet as its table's choice would have it marked; None where a deal cannot be."""

    def played(entry: Entry) -> Entry:
        changed = copy(entry)
        changed.options = options
        return changed

    try:
        return _with(now, at or now.match, played)
    except Refusal:
        return None


def free_tables(match: Match) -> list[Match]:
    """Return the tables of the contest of which nothing is typed, the match's own round first."""
    matches = Match.objects.with_teams().select_related("round")
    free = matches.filter(round__tournament=match.round.tournament_id, totals=None).exclude(
        deals__accepted__isnull=False
    )
    return sorted(
        free.exclude(pk=match.pk),
        key=lambda each: (each.round_id != match.round_id, -each.round.number, each.table),
    )


def _with(now: MatchSheet, match: Match, change: Callable[[Entry], Entry]) -> MatchSheet:
    deals = []
    for row in now.rows:
        deal = copy(row.deal)
        deal.accepted = change(row.entry)
        deals.append(deal)
    return sheet(match, deals, now.tournament, called=True)


def _in_words(act: JournalEntry) -> str:
    details = act.details
    to = details.get("to") or {}
    figures = {"table": details["table"], "deal": details.get("deal"), "to": to.get("table")}
    return str(WORDS[act.kind]) % figures
