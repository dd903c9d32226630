"""What the keys of a rulebook must say together, once each is right by itself."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from enum import StrEnum

from scoring.cards import Rank
from scoring.clauses import CLAUSES, allowed_modes, is_doubled, required_clauses
from scoring.contracts import Mode, NamedContract, Stake
from scoring.loader import Place
from scoring.schema import CardValue, Cells, EqualSplit, Method, Need, OrderedBid, Schema
from scoring.terms import CellMarks, CellName, TermName

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_HAND = 8
_SEQUENCES = (3, 4, 5)


def check_coherence(values: Schema, place: Place) -> None:
    """Refuse a rulebook whose keys contradict each other."""
    _check_names(values, place)
    _check_stakes(values, place.under("multipliers"))
    _check_bids(values, place)
    _check_named(values, place.under("named"))
    _check_order(values, place.under("auction").under("order"))
    _check_trumps(values, place.under("trumps"))
    _check_dealing(values, place.under("dealing").under("packets"))
    _check_helps(values, place)
    _check_marks(values, place)
    _check_clauses(values, place)


def _wrong(place: Place, expected: str) -> None:
    raise place.refusal("rulebook_incoherent", expected)


def _check_complete(table: Container[object], keys: Iterable[StrEnum], place: Place) -> None:
    for key in keys:
        if key not in table:
            raise place.under(key).refusal("rulebook_missing_key", "every key written out")


def _check_names(values: Schema, place: Place) -> None:
    if not _NAME.fullmatch(values.name):
        _wrong(place.under("name"), "small letters, figures and hyphens, at most 60")
    for key, text in (("version", values.version), ("title", values.title.fr)):
        if not text.strip():
            _wrong(place.under(key), "a text that is not empty")


def _check_stakes(values: Schema, place: Place) -> None:
    stakes = values.multipliers
    _check_complete(stakes, Stake, place)
    if stakes[Stake.PLAIN] != 1:
        _wrong(place.under(Stake.PLAIN), "1")
    if stakes[Stake.SURCOINCHE] and not stakes[Stake.COINCHE]:
        _wrong(place.under(Stake.SURCOINCHE), "0, as there is no coinche to answer")


def _check_bids(values: Schema, place: Place) -> None:
    bid, here = values.points_bid, place.under("points_bid")
    _check_complete(bid.trumps, Mode, here.under("trumps"))
    if bid.minimum > bid.maximum:
        _wrong(here.under("maximum"), "at least the minimum")
    takes = values.auction.method is Method.TAKE
    bids = range(bid.minimum, bid.maximum + 1)
    if any(needing not in bids or needing % bid.step for needing, _ in bid.needs):
        _wrong(here.under("needs"), "bids that can be made: multiples of the step")
    if takes and any(bid.trumps.values()):
        _wrong(here.under("trumps"), "no trump, as there are no bids")
    if not takes and not any(bid.trumps.values()):
        _wrong(here.under("trumps"), "at least one trump, as there are bids")
    if takes != (NamedContract.TAKE in values.named):
        _wrong(place.under("named").under("take"), "there when method is take, and only then")
    if takes and not any(values.named[NamedContract.TAKE].trumps.values()):
        _wrong(place.under("named").under("take").under("trumps"), "at least one trump")
    if takes and any(name is not NamedContract.TAKE for name in values.named):
        _wrong(place.under("named"), "no other contract when method is take")
    for key, limit in (("minimum", bid.minimum), ("maximum", bid.maximum)):
        if not takes and limit % bid.step:
            _wrong(here.under(key), f"a multiple of the step, {bid.step}")


def _check_named(values: Schema, place: Place) -> None:
    for name, named in values.named.items():
        here = place.under(name)
        _check_complete(named.trumps, Mode, here.under("trumps"))
        if not named.needs:
            _wrong(here.under("needs"), "at least one need")
        if len(named.needs) != len(set(named.needs)):
            _wrong(here.under("needs"), "each need once")
        for mode, allowed in named.trumps.items():
            rules = values.trumps.get(mode)
            if allowed and Need.BELOTE in named.needs and rules and not rules.most_belotes:
                _wrong(here.under("trumps").under(mode), "false, as there is no belote there")


def _check_order(values: Schema, place: Place) -> None:
    listed = [(step.contract, mode) for step in values.auction.order for mode in step.trumps]
    if len(listed) != len(set(listed)):
        _wrong(place, "each contract and trump once")
    tables = {OrderedBid.POINTS: values.points_bid.trumps}
    tables |= {OrderedBid(name): named.trumps for name, named in values.named.items()}
    for contract, table in tables.items():
        for mode, allowed in table.items():
            if allowed and (contract, mode) not in listed:
                _wrong(place, f"a step for {contract} at {mode}")


def _check_trumps(values: Schema, place: Place) -> None:
    for mode in allowed_modes(values):
        if mode not in values.trumps:
            raise place.under(mode).refusal("rulebook_missing_key", "a table, as it may be bid")
    for mode, rules in values.trumps.items():
        here = place.under(mode)
        carres = [rank for rank, _ in rules.carres]
        if len(carres) != len(set(carres)):
            _wrong(here.under("carres"), "each rank once")
        trumps = {Mode.SUIT: 1, Mode.ALL_TRUMPS: 4}.get(mode, 0)
        _check_cards(rules.trump, trumps > 0, here.under("trump"))
        _check_cards(rules.plain, trumps < len(Mode), here.under("plain"))
        if rules.most_belotes > trumps:
            _wrong(here.under("most_belotes"), f"at most {trumps}, one for each suit of trumps")
        points = trumps * _sum(rules.trump) + (4 - trumps) * _sum(rules.plain)
        if rules.total != points + rules.last_trick:
            _wrong(here.under("total"), f"{points + rules.last_trick}, the sum of its cards")


def _sum(cards: tuple[CardValue, ...]) -> int:
    return sum(points for _, points in cards)


def _check_cards(cards: tuple[CardValue, ...], used: bool, place: Place) -> None:  # noqa: FBT001
    ranks = [rank for rank, _ in cards]
    if sorted(ranks) != (sorted(Rank) if used else []):
        _wrong(place, "each of the eight ranks once" if used else "an empty list: no such suit")


def _check_dealing(values: Schema, place: Place) -> None:
    if not values.dealing.packets or any(sum(way) != _HAND for way in values.dealing.packets):
        _wrong(place, "ways of dealing eight cards to each player")


def _check_helps(values: Schema, place: Place) -> None:
    for key, pairs in (
        ("belote.help", values.belote.help),
        ("points_bid.needs", values.points_bid.needs),
    ):
        bids = [bid for bid, _ in pairs]
        if bids != sorted(set(bids)):
            _wrong(place.under(key), "bids in rising order, each once")
    lengths = tuple(length for length, _ in values.declarations.sequences)
    if lengths != (_SEQUENCES if values.declarations.played else ()):
        _wrong(
            place.under("declarations").under("sequences"),
            "values for 3, 4 and 5 cards where declarations are played, else an empty list",
        )


def _check_marks(values: Schema, place: Place) -> None:
    wanted = [cell for cell in CellName if is_in_play(cell, values)]
    _check_complete(values.marks, wanted, place.under("marks"))
    _check_cells(values, values.marks, place.under("marks"))
    for name, named in values.named.items():
        here = place.under("named").under(name).under("marks")
        _check_cells(values, {**values.marks, **named.marks}, here)


def is_in_play(cell: CellName, values: Schema) -> bool:
    """Whether a deal can fall in that cell: the doubled ones need a coinche."""
    return not is_doubled(cell) or bool(values.multipliers.get(Stake.COINCHE, 0))


def _check_cells(values: Schema, cells: Cells, place: Place) -> None:
    for cell in (cell for cell in CellName if cell in cells):
        here = place.under(cell)
        if not is_in_play(cell, values):
            _wrong(here, "no doubled cell, as there is no coinche")
        marks = resolve(cells, cell)
        if marks is None:
            _wrong(here, "a cell that leads to a list of terms, not round in a circle")
        elif values.made.equal_split is EqualSplit.LITIGE:
            terms = [term.name for term in (*marks.takers, *marks.defenders)]
            if terms.count(TermName.CARRIED) != 1:
                _wrong(here, "the term carried once, as tied deals leave points")


def resolve(cells: Cells, cell: CellName) -> CellMarks | None:
    """The marks of a cell, following the names it gives; ``None`` if that never ends."""
    seen: set[CellName] = set()
    while cell not in seen:
        seen.add(cell)
        marks = cells.get(cell)
        if not isinstance(marks, CellName):
            return marks
        cell = marks
    return None


def _check_clauses(values: Schema, place: Place) -> None:
    here = place.under("clauses")
    for clause in values.clauses:
        if clause not in CLAUSES:
            raise here.under(clause).refusal(
                "rulebook_unknown_key", "one of: " + ", ".join(CLAUSES)
            )
    for clause in required_clauses(values):
        if clause not in values.clauses:
            raise here.under(clause).refusal("rulebook_missing_key", "an article, or an empty text")
    ids = [switch.id for switch in values.switches]
    for number, switch in enumerate(values.switches, 1):
        at = place.under("switches").under(number)
        if not _NAME.fullmatch(switch.id) or ids.count(switch.id) > 1:
            _wrong(at.under("id"), "small letters, figures and hyphens, each id once")
        if switch.clause not in CLAUSES:
            _wrong(at.under("clause"), "one of the clauses")
    if list(values.applied) != sorted(set(values.applied) & set(ids)):
        _wrong(place.under("applied"), "ids of switches, in order, each once")
