"""What a new table of a rulebook starts as: the usual cards, the usual named contracts."""

from __future__ import annotations

from typing import Any

from scoring import Mode, NamedContract

_TRUMP = [["J", 20], ["9", 14], ["A", 11], ["10", 10], ["K", 4], ["Q", 3], ["8", 0], ["7", 0]]
_PLAIN = [["A", 11], ["10", 10], ["K", 4], ["Q", 3], ["J", 2], ["9", 0], ["8", 0], ["7", 0]]
_ACE_19 = [["A", 19], *_PLAIN[1:]]
_CARRES = [["J", 200], ["9", 150], ["A", 100], ["10", 100], ["K", 100], ["Q", 100]]
_CARRES_PLAIN = [["A", 200], ["10", 150], ["K", 100], ["Q", 100], ["J", 100], ["9", 100]]
SEQUENCES = [[3, 20], [4, 50], [5, 100]]
ALL_FOUR = 4
_SUITS_OF_TRUMPS: dict[str, int] = {Mode.SUIT: 1, Mode.ALL_TRUMPS: ALL_FOUR}


def cards_of(mode: str, *, declared: bool) -> dict[str, Any]:
    """Return the usual cards of a kind of trumps, with its carrés where they are declared."""
    suits = _SUITS_OF_TRUMPS.get(mode, 0)
    carres = _CARRES if suits else _CARRES_PLAIN
    table: dict[str, Any] = {
        "trump": _copy(_TRUMP) if suits else [],
        "plain": [] if mode == Mode.ALL_TRUMPS else _copy(_PLAIN),
        "last_trick": 10,
        "total": 0,
        "conversion": "162/258" if mode == Mode.ALL_TRUMPS else "1",
        "most_belotes": suits,
        "carres": _copy(carres) if declared else [],
    }
    if mode == Mode.NO_TRUMPS:
        table["plain"] = _copy(_ACE_19)
    if mode == Mode.SCHMURTZ:
        table["plain"] = _copy(_PLAIN)[::-1]
    table["total"] = total_of(mode, table)
    return table


def total_of(mode: str, table: dict[str, Any]) -> int:
    """Return what the whole pack is worth, last trick included."""
    suits = _SUITS_OF_TRUMPS.get(mode, 0)
    trump, plain = (sum(points for _rank, points in table[key]) for key in ("trump", "plain"))
    return int(suits * trump + (ALL_FOUR - suits) * plain + table["last_trick"])


def contract_of(name: str, trumps: dict[str, bool]) -> dict[str, Any]:
    """Return a named contract as it is usually played, at the trumps of the bids of points."""
    value, needs = _CONTRACTS[NamedContract(name)]
    with_belote = dict(trumps) if "belote" not in needs else _with_belotes(trumps)
    return {
        "value": value,
        "needs": list(needs),
        "trumps": with_belote,
        "partner": "plays",
        "notice": {"fr": "", "en": ""},
        "marks": {},
    }


def _with_belotes(trumps: dict[str, bool]) -> dict[str, bool]:
    return {mode: allowed and mode in _SUITS_OF_TRUMPS for mode, allowed in trumps.items()}


_CONTRACTS: dict[NamedContract, tuple[int, list[str]]] = {
    NamedContract.CAPOT: (250, ["all_tricks"]),
    NamedContract.CAPOT_BELOTE: (270, ["all_tricks", "belote"]),
    NamedContract.GENERALE: (500, ["all_tricks_alone"]),
    NamedContract.GENERALE_BELOTE: (520, ["all_tricks_alone", "belote"]),
    NamedContract.TAKE: (82, ["points"]),
}


def _copy(cards: list[list[Any]]) -> list[list[Any]]:
    return [list(card) for card in cards]
