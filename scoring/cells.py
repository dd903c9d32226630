"""A rulebook's cells made ready for one contract: sums of whole numbers, nothing else.

Built once for each (bid, trump, stake) and kept on the rulebook, so that scoring a deal
is one look-up, one comparison and two short sums.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.clauses import is_doubled
from scoring.coherence import resolve
from scoring.contracts import Bid, Contract, NamedContract, Stake
from scoring.errors import ImpossibleDeal
from scoring.kept import CASES
from scoring.rulebook import Rulebook
from scoring.schema import Cells, EightTricks, Five, LastDeal, Need, Rounded
from scoring.terms import CellMarks, CellName, Term, TermName


class Reason(StrEnum):
    """Why a side is paid a line of marks."""

    POINTS = "points"
    BASE = "base"
    SWEEP = "sweep"
    CONTRACT = "contract"
    BELOTE = "belote"
    DECLARATIONS = "declarations"
    CARRIED = "carried"
    ROUNDING = "rounding"


class Outcome(StrEnum):
    """How a deal ended for the contract."""

    MADE = "made"
    FAILED = "failed"
    LITIGE = "litige"
    REPLAY = "replay"


class Part(NamedTuple):
    """A term made ready: ``factor`` times the value at that place in a side's values."""

    reason: Reason
    clause: str
    value: int
    factor: int


UNIT, POINTS, BELOTE, ALL_BELOTES, DECLARATIONS, ALL_DECLARATIONS, CARRIED = range(7)
_INDEX = {
    TermName.FIXED: UNIT,
    TermName.CONTRACT: UNIT,
    TermName.POINTS: POINTS,
    TermName.BELOTE: BELOTE,
    TermName.ALL_BELOTES: ALL_BELOTES,
    TermName.DECLARATIONS: DECLARATIONS,
    TermName.ALL_DECLARATIONS: ALL_DECLARATIONS,
    TermName.CARRIED: CARRIED,
}
_REASON = {
    TermName.FIXED: Reason.BASE,
    TermName.CONTRACT: Reason.CONTRACT,
    TermName.POINTS: Reason.POINTS,
    TermName.BELOTE: Reason.BELOTE,
    TermName.ALL_BELOTES: Reason.BELOTE,
    TermName.DECLARATIONS: Reason.DECLARATIONS,
    TermName.ALL_DECLARATIONS: Reason.DECLARATIONS,
    TermName.CARRIED: Reason.CARRIED,
}
_OWN_CLAUSE = {
    Reason.BELOTE: "belote",
    Reason.DECLARATIONS: "declarations",
    Reason.CARRIED: "equal_split",
}

Parts = tuple[Part, ...]


class Paid(NamedTuple):
    """The parts of each side in one cell."""

    takers: Parts
    defenders: Parts


class Case(NamedTuple):
    """All that scoring a deal at one contract needs to know of the rulebook.

    Points and belotes are in units of 1/``scale``: a card point is ``weight`` of them.
    ``made`` and ``failed`` are (not swept, swept). ``points_needed`` is in units, and
    ``None`` when only tricks or a belote are asked for.
    """

    total: int
    weight: int
    scale: int
    most_belotes: int
    belote_units: int
    belote_help: int
    declarations_help: bool
    points_needed: int | None
    needed: int | None
    other_needs: tuple[Need, ...]
    sweep_makes: bool
    must_beat: bool
    equal_split: Outcome
    splits_below: bool
    made: tuple[Paid, Paid]
    failed: tuple[Paid, Paid]
    tied: Paid
    to: int
    five_up: bool
    by_complement: bool
    last_exact: bool


def open_case(contract: Contract, rulebook: Rulebook) -> Case:
    """The case of a contract, kept in the rulebook's own store; refused when it cannot be."""
    _refuse_impossible(contract, rulebook)
    case = _case(contract, rulebook)
    CASES.put(rulebook.cases, (contract.bid, contract.trump, contract.stake), case)
    return case


def _refuse_impossible(contract: Contract, rulebook: Rulebook) -> None:
    bid = contract.bid
    if isinstance(bid, NamedContract):
        if bid not in rulebook.named_contracts:
            raise ImpossibleDeal("contract_not_in_rulebook", field="contract", contract=bid.value)
    else:
        _refuse_points_bid(bid, rulebook)
    if contract.trump not in rulebook.trumps_for(bid):
        raise ImpossibleDeal(
            "trump_not_allowed",
            field="trump",
            trump=contract.trump.value,
            contract=bid.value if isinstance(bid, NamedContract) else bid,
        )
    if contract.stake not in rulebook.stakes:
        raise ImpossibleDeal("stake_not_in_rulebook", field="stake", stake=contract.stake.value)
    lowest = rulebook.points_bid.coinche_from
    if contract.stake is not Stake.PLAIN and isinstance(bid, int) and bid < lowest:
        raise ImpossibleDeal("bid_not_coinchable", field="stake", minimum=lowest)


def _refuse_points_bid(bid: int, rulebook: Rulebook) -> None:
    if rulebook.is_take:
        raise ImpossibleDeal("no_points_bids", field="contract")
    if bid < rulebook.minimum:
        raise ImpossibleDeal("bid_below_minimum", field="contract", minimum=rulebook.minimum)
    if bid > rulebook.maximum:
        raise ImpossibleDeal("bid_above_maximum", field="contract", maximum=rulebook.maximum)
    if bid % rulebook.step:
        raise ImpossibleDeal("bid_not_a_step", field="contract", step=rulebook.step)


def _case(contract: Contract, rulebook: Rulebook) -> Case:
    bid, trump = contract.bid, contract.trump
    needs = rulebook.named[bid].needs if isinstance(bid, NamedContract) else (Need.POINTS,)
    by_points = Need.POINTS in needs
    rules = rulebook.trumps[trump.mode]
    scale = rules.conversion.denominator
    paid = {cell: _paid(cell, contract, rulebook) for cell in _cells_of(contract.stake)}
    made, made_swept, failed, failed_swept = paid.values()
    return Case(
        total=rules.total,
        weight=rules.conversion.numerator,
        scale=scale,
        most_belotes=rules.most_belotes,
        belote_units=rulebook.belote.value * scale,
        belote_help=rulebook.belote_help(bid) * scale,
        declarations_help=rulebook.declarations.help,
        points_needed=rulebook.needed(bid) * scale if by_points else None,
        needed=rulebook.needed(bid) if by_points else None,
        other_needs=tuple(need for need in needs if need is not Need.POINTS),
        sweep_makes=rulebook.made.eight_tricks is EightTricks.MAKE,
        must_beat=rulebook.made.must_beat_defenders,
        equal_split=Outcome(rulebook.made.equal_split),
        splits_below=rulebook.is_take,
        made=(made, made_swept),
        failed=(failed, failed_swept),
        tied=_tied(made),
        to=rulebook.rounding.to,
        five_up=rulebook.rounding.five is Five.UP,
        by_complement=rulebook.rounding.who is Rounded.DEFENDERS,
        last_exact=rulebook.rounding.last_deal is LastDeal.EXACT,
    )


def _cells_of(stake: Stake) -> tuple[CellName, ...]:
    """The four cells of a stake: made, made swept, failed, failed swept."""
    doubled = stake is not Stake.PLAIN
    return tuple(cell for cell in CellName if is_doubled(cell) is doubled)


def cells_of(bid: Bid, rulebook: Rulebook) -> Cells:
    """The cells of a contract: the rulebook's, with those it replaces."""
    own: Cells = rulebook.named[bid].marks if isinstance(bid, NamedContract) else {}
    return {**rulebook.marks, **own}


def owner(bid: Bid, cell: CellName, rulebook: Rulebook) -> str:
    """The clause that decides a cell: the named contract's, or that of the cell it leads to."""
    cells = cells_of(bid, rulebook)
    while isinstance(named := cells[cell], CellName):
        cell = named
    if isinstance(bid, NamedContract) and cell in rulebook.named[bid].marks:
        return bid.value
    return cell.value


def _paid(cell: CellName, contract: Contract, rulebook: Rulebook) -> Paid:
    marks = resolve(cells_of(contract.bid, rulebook), cell)
    assert isinstance(marks, CellMarks)  # noqa: S101 - check_coherence saw to it
    clause = owner(contract.bid, cell, rulebook)
    k = rulebook.multipliers[contract.stake]
    value = rulebook.value(contract.bid)
    is_sweep = "swept" in clause or (clause == contract.bid and "made_swept" in cell)
    base = Reason.SWEEP if is_sweep else Reason.BASE

    def parts(terms: tuple[Term, ...]) -> Parts:
        return tuple(_part(term, clause, base, value, k) for term in terms)

    return Paid(parts(marks.takers), parts(marks.defenders))


def _part(term: Term, clause: str, base: Reason, value: int, k: int) -> Part:
    reason = base if term.name is TermName.FIXED else _REASON[term.name]
    amounts = {TermName.FIXED: term.amount, TermName.CONTRACT: value}
    factor = amounts.get(term.name, 1) * (k if term.times_k else 1)
    return Part(reason, _OWN_CLAUSE.get(reason, clause), _INDEX[term.name], factor)


def _tied(made: Paid) -> Paid:
    """What a tied deal pays: the defenders their own, and what the takers leave behind.

    The takers leave what they would have been paid, the contract and fixed sums excepted.
    """
    kept = tuple(part for part in made.takers if part.value not in (UNIT, CARRIED))
    return Paid(kept, tuple(part for part in made.defenders if part.value != CARRIED))
