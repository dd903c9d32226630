"""A match: running totals, and the deal after which it is over.

Nothing here is stored. A corrected deal gives another list of marks, and the same
call says whether the match is still finished.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate

from scoring.contracts import Side
from scoring.errors import Refusal, declare_codes
from scoring.schema import TargetRule

declare_codes({"match_target_not_positive": ("target",), "match_deals_not_positive": ("deals",)})

Marks = tuple[int, int]


Ends = TargetRule
"""What a side has to do with the target: the rulebook's own words."""


class Equal(StrEnum):
    """What equal totals mean after the last deal, or when time is called."""

    TIE = "tie"
    ONE_MORE_DEAL = "one_more_deal"
    LED_BEFORE = "led_before"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """When a match is over: at the target or after the deals, whichever is set and comes first.

    With neither, only time ends it. A club that plays by a number of deals sets no target.
    """

    target: int | None
    ends: Ends
    deals: int | None
    cut_to_target: bool
    equal: Equal

    def __post_init__(self) -> None:
        if self.target is not None and self.target < 1:
            raise Refusal("match_target_not_positive", target=self.target)
        if self.deals is not None and self.deals < 1:
            raise Refusal("match_deals_not_positive", deals=self.deals)

    @property
    def goal(self) -> int | None:
        """The least total that is past the target, where there is one."""
        if self.target is None:
            return None
        return self.target if self.ends is Ends.REACH else self.target + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchTally:
    """Where a match stands; of the deals given, `surplus` came after its end."""

    running: tuple[Marks, ...]
    totals: Marks
    finished_after: int | None
    winner: Side | None
    surplus: int

    @property
    def is_finished(self) -> bool:
        return self.finished_after is not None

    @property
    def is_tied(self) -> bool:
        return self.is_finished and self.winner is None


def tally(marks: Sequence[Marks], end: MatchEnd, *, time_called: bool = False) -> MatchTally:
    """Add up the marks of the deals that count, A's first, and say whether the match is over.

    Time is called after the last deal given: a match that was over before stays so.
    """
    running = tuple(accumulate(marks, _added))
    finished_after = _finished_after(running, end, time_called=time_called)
    played = running[:finished_after]
    totals = played[-1] if played else (0, 0)
    winner = None
    if finished_after is not None:
        winner = _ahead(totals)
        if winner is None and end.equal is Equal.LED_BEFORE:
            winner = _last_leader(played)
        totals = _cut(totals, end)
    return MatchTally(
        running=running,
        totals=totals,
        finished_after=finished_after,
        winner=winner,
        surplus=len(running) - len(played),
    )


def _added(one: Marks, other: Marks) -> Marks:
    return one[0] + other[0], one[1] + other[1]


def _ahead(totals: Marks) -> Side | None:
    if totals[0] == totals[1]:
        return None
    return Side.A if totals[0] > totals[1] else Side.B


def _last_leader(running: Sequence[Marks]) -> Side | None:
    """Whoever led last: equal before the last deal too, one looks further back."""
    return next((side for totals in reversed(running) if (side := _ahead(totals))), None)


def _finished_after(running: Sequence[Marks], end: MatchEnd, *, time_called: bool) -> int | None:
    for count, totals in enumerate(running, start=1):
        if end.goal is not None and max(totals) >= end.goal and _ahead(totals) is not None:
            return count
        if end.deals is not None and count >= end.deals and _settled(totals, end):
            return count
    last = running[-1] if running else (0, 0)
    return len(running) if time_called and _settled(last, end) else None


def _settled(totals: Marks, end: MatchEnd) -> bool:
    return end.equal is not Equal.ONE_MORE_DEAL or _ahead(totals) is not None


def _cut(totals: Marks, end: MatchEnd) -> Marks:
    if not end.cut_to_target or end.target is None:
        return totals
    return min(totals[0], end.target), min(totals[1], end.target)
