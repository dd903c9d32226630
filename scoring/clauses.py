"""The clauses a rulebook is made of: a fixed list of things a rulebook says.

Each has an article (where it stands in the source) in the rulebook's ``[clauses]`` and a
sentence made by ``clause_words.py`` from the rulebook's data.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.contracts import Mode, Stake
from scoring.schema import Method, Schema
from scoring.terms import CellName

DEALING = ("dealing", "turn", "first_speaker", "four_passes")
BIDDING = ("bids", "bid_order", "stakes", "coinche", "after_pass", "closing")
CARDS = ("cards", "no_trumps", "all_trumps", "schmurtz")
RESULT = ("made_when", "eight_tricks", "equal_split", "belote_help")
NAMED = ("capot", "capot_belote", "generale", "generale_belote", "take")
EXTRAS = ("belote", "declarations", "declaration_values", "declaration_contest", "not_shown")
PLAY = (
    "follow_suit",
    "must_trump",
    "exempt",
    "go_up",
    "over_trump",
    "cannot_go_over",
    "no_trumps_play",
    "all_trumps_play",
    "first_lead",
    "looking_back",
)
MATCH = ("rounding", "target", "faults")

CLAUSES: tuple[str, ...] = (
    *DEALING,
    *BIDDING,
    *CARDS,
    *RESULT,
    *CellName,
    *NAMED,
    *EXTRAS,
    *PLAY,
    *MATCH,
)
"""Every clause there can be, in the order a rulebook is read in."""


def is_doubled(cell: str) -> bool:
    """Whether a cell is for contracts that were coinched."""
    return cell.endswith("_doubled")


_ALWAYS = {*DEALING, "cards", *RESULT, "belote", *MATCH}
_PLAIN_CELLS = {cell for cell in CellName if not is_doubled(cell)}
_ALWAYS_PLAYED = set(PLAY) - {"no_trumps_play", "all_trumps_play"}


def required_clauses(values: Schema) -> tuple[str, ...]:
    """The clauses this rulebook has something to say about, in reading order."""
    needed = {*_ALWAYS, *_PLAIN_CELLS, *_ALWAYS_PLAYED, *_conditional(values)}
    return tuple(clause for clause in CLAUSES if clause in needed)


def _conditional(values: Schema) -> Iterator[str]:
    if values.auction.method is Method.BIDS:
        yield from ("bids", "bid_order", "after_pass", "closing")
    if values.multipliers.get(Stake.COINCHE, 0):
        yield from ("stakes", "coinche")
        yield from (cell for cell in CellName if is_doubled(cell))
    yield from (name for name, named in values.named.items() if any(named.trumps.values()))
    if values.declarations.played:
        yield from ("declarations", "declaration_values", "declaration_contest", "not_shown")
    modes = allowed_modes(values)
    if Mode.ALL_TRUMPS in modes:
        yield from ("all_trumps", "all_trumps_play")
    if Mode.NO_TRUMPS in modes:
        yield from ("no_trumps", "no_trumps_play")
    if Mode.SCHMURTZ in modes:
        yield from ("schmurtz", "no_trumps_play")


def allowed_modes(values: Schema) -> set[Mode]:
    """The modes at which something may be bid."""
    tables = [values.points_bid.trumps, *(named.trumps for named in values.named.values())]
    return {mode for table in tables for mode, allowed in table.items() if allowed}
