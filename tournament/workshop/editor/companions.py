"""The changes that another change takes with it, each said: « ont aussi changé »."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from scoring import CONTRACT_WORDS, MODE_WORDS, BadRulebook, CellName, Mode, NamedContract
from scoring import needed_clauses as needed
from tournament import labels
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.standards import SEQUENCES, cards_of, contract_of, total_of

DOUBLED = "_doubled"
CARRIED = "carried"
DECLARED = ("declarations", "all_declarations")
TAKE = NamedContract.TAKE.value
POINTS = "points"
MULTIPLIED = ("points", "contract")
"""The terms, besides the figures, that a coinche usually multiplies."""


def settle(before: Book, after: Book) -> list[str]:
    """Make what a change takes with it agree with it, in ``after``; say each in a sentence.

    What the change did not touch stays as it was, even where it could be otherwise.
    """
    if before == after:
        return []
    return [sentence for make in _COMPANIONS for sentence in make(before, after)]


def _method(before: Book, after: Book) -> Iterator[str]:
    method = after["auction"]["method"]
    if method == before["auction"]["method"]:
        return
    bid, named = after["points_bid"], after["named"]
    if method == "take":
        bid["trumps"] = dict.fromkeys((mode.value for mode in Mode), False)
        trumps = dict(bid["trumps"]) | {Mode.SUIT.value: True}
        after["named"] = {TAKE: named.get(TAKE) or contract_of(TAKE, trumps)}
        after["auction"]["order"] = [{"contract": TAKE, "trumps": [Mode.SUIT.value]}]
        bid["needs"] = []
        yield _("No points are bid: a side takes, and that is worth what is said under “Bidding”.")
        return
    named.pop(TAKE, None)
    order = after["auction"]["order"]
    after["auction"]["order"] = [step for step in order if step["contract"] != TAKE]
    if not any(bid["trumps"].values()):
        bid["trumps"] = dict(bid["trumps"]) | {Mode.SUIT.value: True}
    if bid["minimum"] == bid["maximum"]:
        bid |= {"minimum": 80, "maximum": 160, "step": 10, "least_raise": 10, "coinche_from": 80}
    yield _("Points are bid at a suit, from 80 to 160: see what is said under “Bidding”.")


def _coinche(before: Book, after: Book) -> Iterator[str]:
    k, was = after["multipliers"], before["multipliers"]
    if not k["coinche"]:
        if k["surcoinche"] and k["surcoinche"] == was["surcoinche"]:
            k["surcoinche"] = 0
            yield _("Without a coinche there is no surcoinche.")
        dropped = [_drop_doubled(cells) for cells in _all_cells(after)]
        if any(dropped):
            yield _("Without a coinche there are no marks of coinched contracts.")
    elif not was["coinche"]:
        doubled = [cell for cell in CellName if cell.endswith(DOUBLED)]
        missing = [cell for cell in doubled if cell not in after["marks"]]
        for cell in missing:
            after["marks"][cell.value] = _doubled(after["marks"][cell.removesuffix(DOUBLED)])
        if missing:
            yield _(
                "Coinched contracts mark as the others, card points, contract and figures"
                " multiplied by k: see what is said under “Marks”."
            )


def _all_cells(book: Book) -> Iterator[dict[str, Any]]:
    yield book["marks"]
    yield from (named["marks"] for named in book["named"].values())


def _drop_doubled(cells: dict[str, Any]) -> bool:
    """Leave the cells of coinched contracts out; those written as one of them keep its terms."""
    doubled = [cell for cell in cells if cell.endswith(DOUBLED)]
    for cell, marks in cells.items():
        seen = {cell}
        while isinstance(marks, str) and marks.endswith(DOUBLED) and marks not in seen:
            seen.add(marks)
            marks = cells.get(marks, marks.removesuffix(DOUBLED))  # noqa: PLW2901
        if not cell.endswith(DOUBLED):
            cells[cell] = marks
    for cell in doubled:
        del cells[cell]
    return bool(doubled)


def _doubled(marks: object) -> object:
    if isinstance(marks, str):
        return f"{marks}{DOUBLED}" if not marks.endswith(DOUBLED) else marks
    if not isinstance(marks, dict):
        return marks
    return {side: [_times_k(term) for term in terms] for side, terms in marks.items()}


def _times_k(term: object) -> object:
    return f"{term}*k" if isinstance(term, int) or term in MULTIPLIED else term


def _litige(before: Book, after: Book) -> Iterator[str]:
    is_now = after["made"]["equal_split"] == "litige"
    was = before["made"]["equal_split"] == "litige"
    if is_now:
        pairs = [pair for cells in _all_cells(after) for pair in cells.items()]
        added = [_carry(cell, marks) for cell, marks in pairs]
        if any(added):
            yield _("The winner of a deal is also paid what the deal before has left.")
    elif was:
        for cells in _all_cells(after):
            _without(cells, (CARRIED,))
        yield _("No deal leaves anything for the next one any more.")


def _carry(cell: str, marks: object) -> bool:
    """Pay what a tied deal has left to the side that wins."""
    if not isinstance(marks, dict) or any(CARRIED in terms for terms in marks.values()):
        return False
    marks["takers" if cell.startswith("made") else "defenders"].append(CARRIED)
    return True


def _without(cells: dict[str, Any], names: tuple[str, ...]) -> bool:
    """Leave some terms out of all cells."""
    found = False
    for marks in cells.values():
        for side, terms in marks.items() if isinstance(marks, dict) else ():
            kept = [term for term in terms if str(term).removesuffix("*k") not in names]
            found |= len(kept) != len(terms)
            marks[side] = kept
    return found


def _declarations(before: Book, after: Book) -> Iterator[str]:
    declared, was = after["declarations"], before["declarations"]["played"]
    if declared["played"] and not was:
        declared["sequences"] = declared["sequences"] or [list(pair) for pair in SEQUENCES]
        for mode, table in after["trumps"].items():
            table["carres"] = table["carres"] or cards_of(mode, declared=True)["carres"]
        yield _("Declarations and carrés have their usual values.")
        if not any("declarations" in str(cells) for cells in _all_cells(after)):
            _pay_declarations(after["marks"])
            yield _(
                "Declarations are paid to who has them; when the contract fails, to the defenders."
            )
    elif was and not declared["played"]:
        declared |= {"sequences": [], "help": False}
        unpaid = [_without(cells, DECLARED) for cells in _all_cells(after)]
        if any(unpaid):
            yield _("No declarations are paid any more.")


def _pay_declarations(cells: dict[str, Any]) -> None:
    for cell, marks in cells.items():
        if isinstance(marks, dict) and cell.startswith("made"):
            for terms in marks.values():
                terms.append("declarations")
        elif isinstance(marks, dict):
            marks["defenders"].append("all_declarations")


def _cards(before: Book, after: Book) -> Iterator[str]:
    for mode in modes_bid(after):
        if mode not in after["trumps"]:
            played = bool(after["declarations"]["played"])
            after["trumps"][mode] = cards_of(mode, declared=played)
            name = _mode(mode)
            yield _("The cards are given their usual points at: %(trumps)s.") % {"trumps": name}
    for mode, table in after["trumps"].items():
        if table != before["trumps"].get(mode):
            table["total"] = total_of(mode, table)


def modes_bid(book: Book) -> list[str]:
    """Return the kinds of trumps at which something may be bid."""
    tables = [book["points_bid"]["trumps"], *(named["trumps"] for named in book["named"].values())]
    return [mode.value for mode in Mode if any(table.get(mode.value) for table in tables)]


def _follow(before: Book, after: Book) -> Iterator[str]:
    """Have named contracts bid at the trumps of the bids of points, where they were until now."""
    was, now = (book["points_bid"]["trumps"] for book in (before, after))
    moved = [mode for mode in now if now[mode] != was.get(mode)]
    followed = []
    for name, named in after["named"].items():
        old = before["named"].get(name)
        if old is None or old["trumps"] != named["trumps"] or name == TAKE:
            continue
        for mode in moved:
            table = after["trumps"].get(mode) or cards_of(mode, declared=False)
            fits = not now[mode] or "belote" not in named["needs"] or table["most_belotes"]
            if old["trumps"][mode] == was.get(mode) and fits:
                named["trumps"] = named["trumps"] | {mode: now[mode]}
                followed.append(_contract_name(name))
    if followed:
        names = ", ".join(dict.fromkeys(followed))
        yield _("May be bid at the same trumps as points: %(contracts)s.") % {"contracts": names}


def _order(before: Book, after: Book) -> Iterator[str]:
    order = after["auction"]["order"]
    gone = {name for name in before["named"] if name not in after["named"]}
    if gone:
        order[:] = [step for step in order if step["contract"] not in gone]
    tables = {POINTS: after["points_bid"]["trumps"]}
    tables |= {name: after["named"][name]["trumps"] for name in _in_order(after["named"])}
    changed = False
    for contract, table in tables.items():
        for mode in (mode.value for mode in Mode if table.get(mode.value)):
            changed |= _give_place(order, contract, mode)
    if changed:
        yield _("Each bid has its place in the order of bids.")


def _in_order(named: dict[str, Any]) -> list[str]:
    return [name.value for name in NamedContract if name.value in named]


def _give_place(order: list[dict[str, Any]], contract: str, mode: str) -> bool:
    """Put a bid in the order, in the last step of its contract or above those below it."""
    own = [step for step in order if step["contract"] == contract]
    if any(mode in step["trumps"] for step in own):
        return False
    if own:
        own[-1]["trumps"].append(mode)
        return True
    rank = _RANKS.get(contract, 0)
    place = sum(_RANKS.get(step["contract"], 0) < rank for step in order)
    order.insert(place, {"contract": contract, "trumps": [mode]})
    return True


_RANKS = {name.value: rank for rank, name in enumerate(NamedContract, 1)}


def _needs(before: Book, after: Book) -> Iterator[str]:
    bid = after["points_bid"]
    if bid["needs"] != before["points_bid"]["needs"]:
        return
    kept = [
        pair
        for pair in bid["needs"]
        if bid["minimum"] <= pair[0] <= bid["maximum"] and not pair[0] % max(bid["step"], 1)
    ]
    if kept != bid["needs"]:
        bid["needs"] = kept
        yield _("Bids that cannot be made any more need no other points.")


def _clauses(before: Book, after: Book) -> Iterator[str]:
    """Give each rule that is new an article, empty; leave out those there is nothing to say of."""
    try:
        was, now = needed(before), needed(after)
    except BadRulebook:
        return
    kept = {switch["clause"] for switch in after["switches"]}
    for clause in set(was) - set(now) - kept:
        after["clauses"].pop(clause, None)
    for clause in now:
        after["clauses"].setdefault(clause, "")
    yield from ()


def _mode(mode: str) -> str:
    return MODE_WORDS[Mode(mode)][labels.language()]


def _contract_name(name: str) -> str:
    return CONTRACT_WORDS[NamedContract(name)][labels.language()]


_COMPANIONS: tuple[Callable[[Book, Book], Iterator[str]], ...] = (
    _method,
    _coinche,
    _declarations,
    _litige,
    _follow,
    _cards,
    _order,
    _needs,
    _clauses,
)
"""In this order: cards before the order of bids, what is paid before what is said of it."""
