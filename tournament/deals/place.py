"""A deal at its place on the sheet: what comes before it and after it changes what it marks."""

from __future__ import annotations

from scoring import DealFacts
from scoring import Outcome as ScoreOutcome
from tournament.deals.tally import MatchSheet, SheetRow
from tournament.models import Entry, Outcome
from tournament.models.deal import facts_of


def facts_at(now: MatchSheet, number: int, entry: Entry) -> DealFacts:
    """Turn an entry into the facts of a match's nth deal.

    So it is marked as the sheet will mark it: whether it is the last deal, and the
    points that a tied deal before it left.
    """
    before = rows_before(now, number)
    carried = next((row.score.carried for row in reversed(before) if row.score), 0)
    agreed = now.tournament.match_end.deals
    annulled = sum(
        row.entry.outcome == Outcome.VOID for row in now.rows if row.deal.number != number
    )
    last = None if agreed is None else max(0, agreed - annulled)
    counted = sum(map(_counts, before))
    return facts_of(entry, last=counted + 1 == last, carried=carried)


def rows_before(now: MatchSheet, number: int) -> list[SheetRow]:
    """Return the deals of a sheet that come before a number, in order."""
    return [row for row in now.rows if row.deal.number < number]


def _counts(row: SheetRow) -> bool:
    """Whether a deal uses one of the agreed number."""
    if row.score:
        return row.score.outcome is not ScoreOutcome.REPLAY
    return row.entry.outcome not in {Outcome.PASSED, Outcome.VOID}
