"""Marks that the referee's rulings give to a side of a match, or take from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from scoring import MatchTally, Side
from tournament.models import Decision, Round, Ruling

Marks = tuple[int, int]
NOTHING: Marks = (0, 0)


def adjustments(rounds: Iterable[Round | int]) -> dict[int, Marks]:
    """Return what the rulings in force change of each match's totals, A's first, by match id."""
    rulings = Ruling.objects.in_force().filter(
        decision=Decision.MARKS, match__round__in=rounds, side__in=list(Side)
    )
    found: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    for match_id, side, marks in rulings.values_list("match_id", "side", "marks"):
        found[match_id][0 if side == Side.A else 1] += marks
    return {match_id: (a, b) for match_id, (a, b) in found.items()}


def adjusted(tally: MatchTally, by: Marks) -> MatchTally:
    """Add a ruling's marks to a match's totals; the side ahead then has won, if it is over."""
    if by == NOTHING:
        return tally
    a, b = (total + marks for total, marks in zip(tally.totals, by, strict=True))
    ahead = None if a == b else Side.A if a > b else Side.B
    return replace(tally, totals=(a, b), winner=ahead if tally.is_finished else None)
