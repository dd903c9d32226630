"""A deal as the table reports it, and the marks it gives: lines with reasons, totals are sums."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scoring.cells import POINTS, Case, Outcome, Paid, Parts, Reason, open_case
from scoring.contracts import BySide, Contract, Side, Sweep, Trump
from scoring.declarations import Declaration, contest
from scoring.errors import ImpossibleDeal
from scoring.rulebook import Rulebook
from scoring.schema import EqualSplit, Need

NO_BELOTE: BySide[int] = BySide(0, 0)
NO_DECLARATIONS: BySide[tuple[Declaration, ...]] = BySide((), ())
_NOTHING = Paid((), ())
_SHORT = (Need.POINTS,)

# An enumeration's member is looked up by a function each time: these are met once a deal.
A, B = Side.A, Side.B
MADE, FAILED, LITIGE = Outcome.MADE, Outcome.FAILED, Outcome.LITIGE
BY_DEFENDERS = Sweep.DEFENDERS
_BY_TAKERS = (Sweep.TAKERS, Sweep.TAKERS_ALONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealFacts:
    """What is on the sheet: facts only, never a mark.

    ``points`` are the takers' card points, last trick included, belote and declarations
    left out; ``None`` only on a sweep. ``carried`` are points left by a tied deal.
    ``first`` is the side that speaks first, needed only where it settles equal declarations.
    """

    contract: Contract
    points: int | None = None
    sweep: Sweep | None = None
    belote: BySide[int] = NO_BELOTE
    declarations: BySide[tuple[Declaration, ...]] = NO_DECLARATIONS
    last: bool = False
    carried: int = 0
    options: frozenset[str] = frozenset()
    first: Side | None = None


class ScoreLine(NamedTuple):
    """One line of the explanation: who, why, how many marks, by which clause."""

    side: Side
    reason: Reason
    points: int
    clause: str


class DealScore(NamedTuple):
    """What a deal gives, and what it was judged on.

    ``counted`` is what the takers had towards the contract, exact, and ``needed`` what it
    asked; both are ``None`` where a contract asks for tricks and not for points.
    ``missing`` names the needs of a named contract that were not met. ``carried`` are the
    points left for the winner of the next deal.
    """

    outcome: Outcome
    lines: tuple[ScoreLine, ...]
    mark_a: int
    mark_b: int
    counted: int | Fraction | None
    needed: int | None
    missing: tuple[Need, ...]
    carried: int

    @property
    def made(self) -> bool:
        """Whether the takers kept their promise."""
        return self.outcome is Outcome.MADE

    @property
    def marks(self) -> BySide[int]:
        """What each side writes down."""
        return BySide(self.mark_a, self.mark_b)

    def total(self, side: Side) -> int:
        """What one side writes down."""
        return self.mark_a if side is Side.A else self.mark_b


def score_deals(facts_sequence: Iterable[DealFacts], rulebook: Rulebook) -> tuple[DealScore, ...]:
    """The scores of a match's deals in order; what a tied deal leaves goes to the next one."""
    scores: list[DealScore] = []
    for facts in facts_sequence:
        brought = replace(facts, carried=scores[-1].carried) if scores else facts
        scores.append(score_deal(brought, rulebook))
    return tuple(scores)


def score_deal(facts: DealFacts, rulebook: Rulebook) -> DealScore:
    """The marks of one deal; facts that cannot be are refused."""
    if facts.options:
        rulebook = rulebook.switched(*facts.options)
    contract, sweep = facts.contract, facts.sweep
    case = rulebook.cases.get((contract.bid, contract.trump, contract.stake))
    if case is None:
        case = open_case(contract, rulebook)
    takers = contract.takers
    defenders = B if takers is A else A
    ours, theirs = _hauls(facts, case, rulebook)
    outcome, missing = _judged(case, sweep, ours, theirs)
    to = 1 if facts.last and case.last_exact else case.to
    left, paid = 0, _NOTHING
    if outcome is MADE:
        paid = case.made[sweep in _BY_TAKERS]
    elif outcome is FAILED:
        paid = case.failed[sweep is BY_DEFENDERS]
    else:
        left = facts.carried
    if outcome is LITIGE:
        left += _mark(case, to, case.tied.takers, takers, ours, theirs, [])
        paid = Paid((), case.tied.defenders)
    lines: list[ScoreLine] = []
    mark_t = _mark(case, to, paid.takers, takers, ours, theirs, lines)
    mark_d = _mark(case, to, paid.defenders, defenders, theirs, theirs, lines)
    mark_a, mark_b = (mark_t, mark_d) if takers is A else (mark_d, mark_t)
    counted = _counted(case, ours)
    return DealScore(outcome, tuple(lines), mark_a, mark_b, counted, case.needed, missing, left)


class _Haul(NamedTuple):
    """What a side has in units of 1/scale: the values of its terms, and what counts."""

    values: tuple[int, ...]
    counted: int
    belotes: int


def _hauls(facts: DealFacts, case: Case, rulebook: Rulebook) -> tuple[_Haul, _Haul]:
    """What the takers and the defenders have, once the facts are found possible."""
    points = _points(facts, case)
    belotes, declared, carried = facts.belote, facts.declarations, facts.carried
    belote_t, belote_d = belotes.a, belotes.b
    if belote_t or belote_d:
        _check_belotes(belotes, facts.contract.trump, case)
    worth_t = worth_d = 0
    if declared.a or declared.b:
        worth = contest(declared, facts.contract.trump, rulebook, facts.first).values
        worth_t, worth_d = worth.a, worth.b
    if facts.contract.takers is B:
        belote_t, belote_d, worth_t, worth_d = belote_d, belote_t, worth_d, worth_t
    if carried:
        _check_carried(carried, rulebook)

    scale, value = case.scale, case.belote_units
    worth_t, worth_d, carried = worth_t * scale, worth_d * scale, carried * scale
    belotes_of_both, worth_of_both = (belote_t + belote_d) * value, worth_t + worth_d
    mine, other = points * case.weight, (case.total - points) * case.weight
    help_, helps = case.belote_help, case.declarations_help
    ours = _Haul(
        (scale, mine, belote_t * value, belotes_of_both, worth_t, worth_of_both, carried),
        mine + belote_t * help_ + worth_t * helps,
        belote_t,
    )
    theirs = _Haul(
        (scale, other, belote_d * value, belotes_of_both, worth_d, worth_of_both, carried),
        other + belote_d * help_ + worth_d * helps,
        belote_d,
    )
    return ours, theirs


def _points(facts: DealFacts, case: Case) -> int:
    """The takers' card points; a sweep says them without being told."""
    said, sweep = facts.points, facts.sweep
    expected = said
    if sweep is not None:
        expected = 0 if sweep is BY_DEFENDERS else case.total
    points = expected if said is None else said
    if points is None:
        raise ImpossibleDeal("points_missing", field="points")
    if not 0 <= points <= case.total:
        raise ImpossibleDeal("points_out_of_range", field="points", maximum=case.total)
    if points != expected:
        raise ImpossibleDeal("sweep_points", field="points", expected=expected)
    return points


def _check_belotes(belotes: BySide[int], trump: Trump, case: Case) -> None:
    if not case.most_belotes:
        raise ImpossibleDeal("belote_not_possible", field="belote", trump=trump.value)
    if min(belotes.a, belotes.b) < 0 or belotes.a + belotes.b > case.most_belotes:
        raise ImpossibleDeal("too_many_belotes", field="belote", maximum=case.most_belotes)


def _check_carried(carried: int, rulebook: Rulebook) -> None:
    if carried < 0 or rulebook.made.equal_split is not EqualSplit.LITIGE:
        raise ImpossibleDeal("carried_not_in_rulebook", field="carried")


def _judged(
    case: Case, sweep: Sweep | None, ours: _Haul, theirs: _Haul
) -> tuple[Outcome, tuple[Need, ...]]:
    """Whether the contract is made, on exact points, and what it lacked if not."""
    if case.other_needs:
        missing = tuple(need for need in case.other_needs if not _has(need, sweep, ours))
        if missing:
            return FAILED, missing
    needed = case.points_needed
    if needed is None or (case.sweep_makes and sweep in _BY_TAKERS):
        return MADE, ()
    reached = ours.counted >= needed
    outcome = MADE if reached else FAILED
    if ours.counted <= theirs.counted:
        if ours.counted == theirs.counted:
            outcome = case.equal_split if reached or case.splits_below else FAILED
        elif case.must_beat:
            outcome = FAILED
    return outcome, _SHORT if outcome is FAILED else ()


def _has(need: Need, sweep: Sweep | None, ours: _Haul) -> bool:
    if need is Need.BELOTE:
        return ours.belotes > 0
    if need is Need.ALL_TRICKS_ALONE:
        return sweep is Sweep.TAKERS_ALONE
    return sweep in _BY_TAKERS


def _mark(
    case: Case,
    to: int,
    parts: Parts,
    side: Side,
    haul: _Haul,
    theirs: _Haul,
    lines: list[ScoreLine],
) -> int:
    """One side's mark; its lines are added, the last one being what rounding adds or takes."""
    scale, values = case.scale, haul.values
    total = shown = 0
    for reason, clause, place, factor in parts:
        amount = factor * values[place]
        if amount:
            points = amount if scale == 1 else rounded(amount, scale, five_up=True)
            lines.append(ScoreLine(side, reason, points, clause))
            total += amount
            shown += points
    if to == scale == 1:
        return total
    if case.by_complement and to > 1:
        total += _complement(case, to, parts, haul, theirs)
    mark = rounded(total, to * scale, five_up=case.five_up) * to
    if mark != shown:
        lines.append(ScoreLine(side, Reason.ROUNDING, mark - shown, "rounding"))
    return mark


def rounded(amount: int, unit: int, *, five_up: bool) -> int:
    """How many units are nearest to the amount; halfway goes up or down, as told."""
    return (2 * amount + unit - (not five_up)) // (2 * unit)


def _complement(case: Case, to: int, parts: Parts, haul: _Haul, theirs: _Haul) -> int:
    """What the points gain when the defenders' are rounded and the takers get the rest.

    The rest is taken from the whole pack, itself rounded: 160 at a suit.
    """
    unit = to * case.scale
    points = rounded(theirs.values[POINTS], unit, five_up=case.five_up) * unit
    if haul is not theirs:
        pack = case.total * case.weight
        points = rounded(pack, unit, five_up=case.five_up) * unit - points
    factor = sum(part.factor for part in parts if part.value == POINTS)
    return factor * (points - haul.values[POINTS])


def _counted(case: Case, ours: _Haul) -> int | Fraction | None:
    if case.needed is None:
        return None
    if case.scale == 1:
        return ours.counted
    return Fraction(ours.counted, case.scale)
