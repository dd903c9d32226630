"""Why the marks written on the paper are not the rulebook's: which other facts would give them.

Nothing here knows the site: facts and marks in, explanations out, the likeliest first. Each
neighbour of the deal is marked by the engine itself, so that no rule is written twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import islice

from scoring import (
    Bid,
    BySide,
    DealFacts,
    DealScore,
    LikelySlip,
    Reason,
    Refusal,
    Rulebook,
    ScoreLine,
    Side,
    Stake,
    Sweep,
    likely_slips,
    score_deal,
    side_points,
)

Paper = tuple[int | None, int | None]
"""The marks on the paper, A's first; None where that column was not typed."""
Marks = tuple[int, int]

MOST_EXPLANATIONS = 3
NEAREST = 12
"""How many other points are tried for a slip, the nearest first."""
ADDITION_SLIPS = (10, 100, 1000, 20, 50, 200)
"""By how much people are wrong when they add marks up, the usual ones first."""


class Clue(StrEnum):
    """What kind of thing would explain the paper."""

    COLUMNS_SWAPPED = "columns_swapped"
    RUNNING_TOTALS = "running_totals"
    BELOTE = "belote"
    STAKE = "stake"
    TAKERS = "takers"
    POINTS = "points"
    BID = "bid"
    SWEEP = "sweep"
    TRUMP = "trump"
    NOT_ROUNDED = "not_rounded"
    LINE_LEFT_OUT = "line_left_out"
    LINE_MISPLACED = "line_misplaced"
    ADDITION = "addition"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """One way to come to the paper's marks.

    ``facts`` are those that would give them, where other facts would; ``slips`` say how
    the right points became those; ``line`` is the line left out or given to the other side;
    ``side`` and ``amount`` are those of a slip of addition.
    """

    clue: Clue
    facts: DealFacts | None = None
    slips: tuple[LikelySlip, ...] = ()
    line: ScoreLine | None = None
    side: Side | None = None
    amount: int = 0


def explanations(
    facts: DealFacts, paper: Paper, rulebook: Rulebook, *, before: Marks = (0, 0)
) -> tuple[Explanation, ...]:
    """What may have led to the paper's marks, the likeliest first; nothing when they are right.

    ``before`` are the running totals before the deal, should the paper give these.
    """
    score = score_deal(facts, rulebook)
    if agrees(paper, (score.mark_a, score.mark_b)):
        return ()
    found = _every(facts, score, paper, rulebook, before)
    return tuple(islice(found, MOST_EXPLANATIONS))


def agrees(paper: Paper, marks: Marks) -> bool:
    """Whether what is written on the paper is right, as far as it was typed."""
    return all(written in {None, mark} for written, mark in zip(paper, marks, strict=True))


def _every(
    facts: DealFacts, score: DealScore, paper: Paper, rulebook: Rulebook, before: Marks
) -> Iterator[Explanation]:
    a, b = marks = score.mark_a, score.mark_b
    if agrees(paper, (b, a)):
        yield Explanation(clue=Clue.COLUMNS_SWAPPED)
    if any(before) and agrees(paper, (before[0] + a, before[1] + b)):
        yield Explanation(clue=Clue.RUNNING_TOTALS)
    found: set[Clue] = set()
    for clue, other in _neighbours(facts, rulebook):
        # The first of a kind is the likeliest: ten contracts that would do explain nothing.
        if clue not in found and _gives(other, paper, rulebook):
            found.add(clue)
            yield Explanation(clue=clue, facts=other)
    yield from _other_points(facts, score, paper, rulebook)
    yield from _other_trumps(facts, paper, rulebook)
    yield from _slips_of_marks(score, paper)
    yield from _additions(paper, marks)


def _gives(facts: DealFacts, paper: Paper, rulebook: Rulebook) -> bool:
    marks = marks_of(facts, rulebook)
    return marks is not None and agrees(paper, marks)


def marks_of(facts: DealFacts, rulebook: Rulebook) -> Marks | None:
    """Both sides' marks, or None for facts that cannot be."""
    try:
        score = score_deal(facts, rulebook)
    except Refusal:
        return None
    return score.mark_a, score.mark_b


def _neighbours(facts: DealFacts, rulebook: Rulebook) -> Iterator[tuple[Clue, DealFacts]]:
    """The deals that differ in one fact, the one most often taken down wrong first."""
    contract = facts.contract
    for belote in _other_belotes(facts, rulebook):
        yield Clue.BELOTE, replace(facts, belote=belote)
    for stake in Stake:
        if stake is not contract.stake:
            yield Clue.STAKE, replace(facts, contract=replace(contract, stake=stake))
    other_side = replace(contract, takers=contract.takers.other)
    yield Clue.TAKERS, replace(facts, contract=other_side)
    yield from ((Clue.SWEEP, other) for other in _other_sweeps(facts, rulebook))
    for bid in _other_bids(contract.bid, rulebook):
        yield Clue.BID, replace(facts, contract=replace(contract, bid=bid))


def _other_belotes(facts: DealFacts, rulebook: Rulebook) -> Iterator[BySide[int]]:
    most = rulebook.most_belotes(facts.contract.trump)
    for count in range(most + 1):
        for of_a in range(count, -1, -1):
            held = BySide(of_a, count - of_a)
            if held != facts.belote:
                yield held


def _other_sweeps(facts: DealFacts, rulebook: Rulebook) -> Iterator[DealFacts]:
    total = rulebook.pack_total(facts.contract.trump)
    if facts.sweep:
        points = 0 if facts.sweep is Sweep.DEFENDERS else total
        yield replace(facts, sweep=None, points=points)
    for sweep in Sweep:
        points = 0 if sweep is Sweep.DEFENDERS else total
        if sweep is not facts.sweep and facts.points in {None, points}:
            yield replace(facts, sweep=sweep, points=points)


def _other_bids(bid: Bid, rulebook: Rulebook) -> list[Bid]:
    """The other contracts, the nearest figures first."""
    steps = [] if rulebook.is_take else range(rulebook.minimum, rulebook.maximum + 1, rulebook.step)
    nearest = sorted(steps, key=lambda step: abs(step - bid) if isinstance(bid, int) else step)
    return [other for other in (*nearest, *rulebook.named_contracts) if other != bid]


def _other_points(
    facts: DealFacts, score: DealScore, paper: Paper, rulebook: Rulebook
) -> Iterator[Explanation]:
    """Other points of the takers: the other side's, a usual slip away, a digit away."""
    if facts.sweep:
        return
    total = rulebook.pack_total(facts.contract.trump)
    points = side_points(facts, rulebook)[facts.contract.takers]
    giving = [
        other
        for other in sorted(range(total + 1), key=lambda other: abs(other - points))
        if other != points and _gives(replace(facts, points=other), paper, rulebook)
    ]
    for other in [total - points, *giving[:NEAREST]]:
        slips = _one_slip(points, other, facts, rulebook) if other in giving else ()
        if slips or (other in giving and _is_typo(points, other)):
            yield Explanation(clue=Clue.POINTS, facts=replace(facts, points=other), slips=slips)
            break
    if giving and all(_judged_otherwise(facts, score, other, rulebook) for other in giving):
        yield Explanation(clue=Clue.JUDGED, facts=replace(facts, points=giving[0]))


def _one_slip(
    points: int, other: int, facts: DealFacts, rulebook: Rulebook
) -> tuple[LikelySlip, ...]:
    """The one slip that turns the takers' points into these, if there is one."""
    found = likely_slips(other, points, trump=facts.contract.trump, rulebook=rulebook)
    return found[0] if found and len(found[0]) == 1 else ()


def _judged_otherwise(facts: DealFacts, score: DealScore, points: int, rulebook: Rulebook) -> bool:
    return score_deal(replace(facts, points=points), rulebook).outcome is not score.outcome


def _is_typo(one: int, other: int) -> bool:
    """Whether two figures differ by one digit, or by two neighbours exchanged."""
    first, second = str(one), str(other)
    if len(first) != len(second):
        shorter, longer = sorted((first, second), key=len)
        return any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer)))
    unlike = [at for at, digit in enumerate(first) if digit != second[at]]
    if len(unlike) == 1:
        return True
    is_pair = len(unlike) == 2 and unlike[1] == unlike[0] + 1  # noqa: PLR2004 - two digits
    return is_pair and sorted(first) == sorted(second)


def _other_trumps(facts: DealFacts, paper: Paper, rulebook: Rulebook) -> Iterator[Explanation]:
    """Another kind of trump: two suits mark alike."""
    contract = facts.contract
    for trump in rulebook.trumps_for(contract.bid):
        other = replace(facts, contract=replace(contract, trump=trump))
        if trump.mode is not contract.trump.mode and _gives(other, paper, rulebook):
            yield Explanation(clue=Clue.TRUMP, facts=other)


def _slips_of_marks(score: DealScore, paper: Paper) -> Iterator[Explanation]:
    """The right facts, marked wrong: not rounded, a line left out or in the other column."""
    lines = score.lines
    plain = [line for line in lines if line.reason is not Reason.ROUNDING]
    if len(plain) < len(lines) and agrees(paper, _added(plain)):
        yield Explanation(clue=Clue.NOT_ROUNDED)
    for line in plain:
        others = [other for other in lines if other is not line]
        if agrees(paper, _added(others)):
            yield Explanation(clue=Clue.LINE_LEFT_OUT, line=line)
        moved = line._replace(side=line.side.other)
        if agrees(paper, _added([*others, moved])):
            yield Explanation(clue=Clue.LINE_MISPLACED, line=line)


def _added(lines: Iterable[ScoreLine]) -> Marks:
    sums = {Side.A: 0, Side.B: 0}
    for line in lines:
        sums[line.side] += line.points
    return sums[Side.A], sums[Side.B]


def _additions(paper: Paper, marks: Marks) -> Iterator[Explanation]:
    """One column off by a round figure, the other one right."""
    wrong = [
        (side, written - mark)
        for side, written, mark in zip(Side, paper, marks, strict=True)
        if written not in {None, mark}
    ]
    if len(wrong) == 1 and abs(wrong[0][1]) in ADDITION_SLIPS:
        side, amount = wrong[0]
        yield Explanation(clue=Clue.ADDITION, side=side, amount=amount)
