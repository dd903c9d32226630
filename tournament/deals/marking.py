"""The marks of one match's entries, deal after deal, and how many deals it makes."""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from scoring import (
    DealFacts,
    DealScore,
    MatchEnd,
    MatchTally,
    Refusal,
    Rulebook,
    score_deal,
    tally,
)
from scoring import Outcome as ScoreOutcome
from tournament.deals.adjustments import NOTHING, Marks
from tournament.models import Outcome, Tournament
from tournament.models.deal import FACT_FIELDS, EntryRow, facts_of

AWARDED_FIELDS = ("awarded_a", "awarded_b")
"""The columns of an entry that hold what the referee gave."""


class AcceptedRow(EntryRow, Protocol):
    """The columns of an entry that its marks come from, from a row or from a query's values."""

    outcome: str
    awarded_a: int | None
    awarded_b: int | None


class Marked(NamedTuple):
    """A deal's marks; without ``facts`` and ``score`` where the referee awarded it."""

    facts: DealFacts | None
    score: DealScore | None
    marks: Marks
    counts: bool


NO_MARKS = Marked(None, None, NOTHING, counts=False)
"""A deal everybody passed, or that was annulled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A match's entries as the engine marks them, and how many deals that makes.

    Four passes, and an equal split where the rulebook has it played again, use no
    line of the agreed number; an annulled deal is not counted and not missing.
    """

    end: MatchEnd
    marked: tuple[Marked | None, ...]
    void: int

    @classmethod
    def of(cls, tournament: Tournament, entries: Sequence[AcceptedRow]) -> Plan:
        end, void = tournament.match_end, sum(entry.outcome == Outcome.VOID for entry in entries)
        last = None if end.deals is None else max(0, end.deals - void)
        marked = tuple(_marked(entries, tournament.rulebook, last))
        return cls(end=end, marked=marked, void=void)

    @property
    def counted(self) -> list[Marks]:
        """The marks of the deals that count, in order."""
        return [each.marks for each in self.marked if each and each.counts]

    @property
    def beside(self) -> int:
        """How many deals take none of the agreed number, and a line of the sheet."""
        return len(self.marked) - len(self.counted) - self.void

    def lines(self, so_far: MatchTally) -> int | None:
        """The number of the last deal on the sheet, None where deals are not counted.

        Equal totals may ask for deals beyond the agreed number.
        """
        if self.end.deals is None:
            return None
        agreed = self.end.deals + self.beside
        is_short = so_far.is_finished or len(self.marked) < agreed
        return agreed if is_short else len(self.marked) + 1

    def tally(self, *, time_called: bool) -> MatchTally:
        if self.end.deals is None:
            return tally(self.counted, self.end, time_called=time_called)
        # A match whose every deal was annulled is over, at nothing all.
        deals = self.end.deals - self.void
        end = replace(self.end, deals=max(1, deals))
        return tally(self.counted, end, time_called=time_called or deals < 1)

    def missing(
        self, numbers: Sequence[int], so_far: MatchTally, *, up_to_the_last_typed: bool
    ) -> tuple[int, ...]:
        """The numbers still to type: all that was agreed, or the gaps once that is void."""
        lines = self.lines(so_far)
        typed = set(numbers)
        by_target = so_far.is_finished and self.end.target is not None
        if lines is None or up_to_the_last_typed or by_target:
            lines = max(typed, default=0)
        return tuple(number for number in range(1, lines + 1) if number not in typed)


def refusals(
    rows: Iterable[tuple[Any, ...]], rulebook: Rulebook
) -> Iterator[tuple[tuple[Any, ...], Refusal]]:
    """Mark deals given as the columns of FACT_FIELDS, each by itself; what is marked is kept.

    Yields what follows these columns of each that a rulebook does not know, and why.
    """
    count = len(FACT_FIELDS)
    for row in rows:
        try:
            _marks_of(_typed(_FactRow._make(row[:count])), rulebook, last=False, carried=0)
        except Refusal as refusal:
            yield row[count:], refusal


def _marked(
    entries: Iterable[AcceptedRow], rulebook: Rulebook, last: int | None
) -> Iterator[Marked | None]:
    """Mark each entry in order; points left by a tied deal are carried to the next one played."""
    counted, carried = 0, 0
    for entry in entries:
        if entry.outcome == Outcome.AWARDED:
            counted += 1
            yield Marked(None, None, (entry.awarded_a, entry.awarded_b), counts=True)
            continue
        if entry.outcome != Outcome.PLAYED:
            yield None
            continue
        marked = _marks_of(_typed(entry), rulebook, last=counted + 1 == last, carried=carried)
        carried = marked.score.carried
        counted += marked.counts
        yield marked


_FactRow = namedtuple("_FactRow", FACT_FIELDS)


def _typed(entry: AcceptedRow) -> _FactRow:
    """Return an entry's facts as a value that can be looked up, declarations as text."""
    facts = _FactRow._make(_facts_of_entry(entry))
    text = json.dumps(facts.declarations, sort_keys=True) if facts.declarations else ""
    return facts._replace(declarations=text)


_facts_of_entry = attrgetter(*FACT_FIELDS)


@lru_cache(maxsize=2048)
def _marks_of(typed: _FactRow, rulebook: Rulebook, *, last: bool, carried: int) -> Marked:
    """Mark a deal. An evening's deals repeat themselves, and the answer never changes.

    Kept are those of a hall's last rounds: one takes two kilobytes, and fifteen microseconds
    where it is made again.
    """
    row = typed._replace(declarations=json.loads(typed.declarations or "{}"))
    facts = facts_of(row, last=last, carried=carried)
    score = score_deal(facts, rulebook)
    marks = (score.mark_a, score.mark_b)
    return Marked(facts, score, marks, counts=score.outcome is not ScoreOutcome.REPLAY)
