"""What ``legal``, ``auction`` and ``replay`` read and write as JSON: one object in, one out.

Seats, tricks and calls are counted from 0, as they stand in the lists given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from scoring.auction import Auction, Call, IllegalCall, parse_call
from scoring.cards import PACK, Card
from scoring.contracts import Contract, Side, Trump
from scoring.errors import BadFacts
from scoring.play import HAND_SIZE, legal_cards, verify_position, why_illegal
from scoring.replay import TRICKS, Revoke, replay
from scoring.rulebook import Rulebook
from scoring.seats import SEATS

MOST_CALLS = 200

Mapped = Mapping[str, object]
W = TypeVar("W", bound=StrEnum)
T = TypeVar("T")


def run_legal(rulebook: Rulebook, mapping: Mapped) -> dict[str, object]:
    """The legal cards of a hand; with a ``card`` of it, also the duty that card breaks."""
    _expect(mapping, required=("trump", "trick", "hand", "seat"), optional=("card",))
    trump = _word(Trump, mapping["trump"], "trump")
    trick = _trick(mapping["trick"], "trick")
    hand = _cards(mapping["hand"], "hand", least=1)
    seat = _seat(mapping["seat"], "seat")
    verify_position(hand, trick, seat=seat)
    legal = legal_cards(hand, trick, seat=seat, trump=trump, rulebook=rulebook)
    answer: dict[str, object] = {"legal": _written(legal)}
    if mapping.get("card") is not None:
        card = _card(mapping["card"], "card")
        breach = why_illegal(card, hand, trick, seat=seat, trump=trump, rulebook=rulebook)
        broken = breach and {"duty": breach.duty.value, "clause": breach.clause}
        answer["illegal"] = broken
    return answer


def run_auction(rulebook: Rulebook, mapping: Mapped) -> dict[str, object]:
    """Which calls may be made; one that may not leaves the auction where it was.

    Calls are made in turn, and a refused one still takes its turn. ``[seat, call]`` names
    who speaks, at his turn or not.
    """
    _expect(mapping, required=("first", "calls"), optional=("turned",))
    turned = mapping.get("turned")
    auction = Auction.open(
        rulebook,
        first=_seat(mapping["first"], "first"),
        turned=None if turned is None else _card(turned, "turned").suit,
    )
    illegal: list[dict[str, object]] = []
    calls = [_call(call) for call in _list(mapping["calls"], "calls", most=MOST_CALLS)]
    for number, (seat, call) in enumerate(calls):
        try:
            auction = auction.do(call, seat=seat)
        except IllegalCall as refusal:
            illegal.append(
                {
                    "call": number,
                    "code": refusal.code,
                    "clause": refusal.clause,
                    "params": refusal.params,
                }
            )
            if seat is None or seat == auction.turn:
                auction = auction.after_refused()
    refused = {refusal["call"] for refusal in illegal}
    return {
        "legal": [number not in refused for number in range(len(calls))],
        "illegal": illegal,
        "closed": auction.is_closed,
        "contract": _contract(auction.contract),
    }


def run_replay(rulebook: Rulebook, mapping: Mapped) -> dict[str, object]:
    """A deal played again.

    A hand nobody wrote down is null or empty; further keys then say what stays unknown.
    """
    _expect(mapping, required=("trump", "hands", "tricks", "takers"), optional=("alone",))
    alone = mapping.get("alone")
    hands = _list(mapping["hands"], "hands", most=SEATS)
    found = replay(
        [_cards([] if hand is None else hand, "hands") for hand in hands],
        [_trick(trick, "tricks") for trick in _list(mapping["tricks"], "tricks", most=TRICKS)],
        trump=_word(Trump, mapping["trump"], "trump"),
        takers=_word(Side, mapping["takers"], "takers"),
        rulebook=rulebook,
        alone=None if alone is None else _seat(alone, "alone"),
    )
    answer: dict[str, object] = {
        "points": found.points,
        "winners": list(found.winners),
        "sweep": found.sweep and found.sweep.value,
        "belote": {side.value: n for side, n in found.belotes.as_dict().items() if n},
        "revokes": [_revoke(revoke) for revoke in found.revokes],
    }
    if found.unknown:
        answer |= {
            "least": found.least,
            "most": found.most,
            "doubtful": [_revoke(revoke) for revoke in found.doubtful],
            "unknown": [what.value for what in found.unknown],
        }
    return answer


COMMANDS: Mapping[str, Callable[[Rulebook, Mapped], dict[str, object]]] = {
    "legal": run_legal,
    "auction": run_auction,
    "replay": run_replay,
}
"""What each command answers to one object."""


def _revoke(revoke: Revoke) -> dict[str, object]:
    return {
        "trick": revoke.trick,
        "seat": revoke.seat,
        "card": str(revoke.card),
        "duty": revoke.breach.duty.value,
        "clause": revoke.breach.clause,
        "legal": _written(revoke.breach.legal),
    }


def _contract(contract: Contract | None) -> dict[str, object] | None:
    if contract is None:
        return None
    return {
        "takers": contract.takers.value,
        "contract": contract.bid,
        "trump": contract.trump.value,
        "stake": contract.stake.value,
    }


def _written(cards: Iterable[Card]) -> list[str]:
    return [str(card) for card in sorted(cards, key=PACK.index)]


def _expect(mapping: Mapped, *, required: tuple[str, ...], optional: tuple[str, ...]) -> None:
    for key in mapping:
        if key not in required and key not in optional:
            raise BadFacts("unknown_fact", fact=str(key)[:60])
    for key in required:
        if mapping.get(key) is None:
            raise BadFacts("missing_fact", field=key, fact=key)


def _bad(fact: str, expected: str) -> BadFacts:
    return BadFacts("bad_fact", field=fact, fact=fact, expected=expected)


def _word(kind: type[W], value: object, fact: str) -> W:
    if isinstance(value, str) and value in set(kind):
        return kind(value)
    raise _bad(fact, " ".join(kind))


def _seat(value: object, fact: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < SEATS:
        raise _bad(fact, "0 1 2 3")
    return value


def _card(value: object, fact: str) -> Card:
    try:
        return Card.parse(value)
    except BadFacts as error:
        raise _bad(fact, "10H") from error


def _list(value: object, fact: str, *, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise _bad(fact, f"a list of at most {most}")
    return value


def _cards(value: object, fact: str, *, least: int = 0) -> tuple[Card, ...]:
    cards = tuple(_card(card, fact) for card in _list(value, fact, most=HAND_SIZE))
    if len(cards) < least:
        raise _bad(fact, "10H")
    return cards


def _pair(value: object, fact: str, second: Callable[[object, str], T]) -> tuple[int, T]:
    pair = _list(value, fact, most=2)
    if len(pair) != 2:  # noqa: PLR2004 (a seat and what it says or plays)
        raise _bad(fact, "[0, …]")
    return _seat(pair[0], fact), second(pair[1], fact)


def _trick(value: object, fact: str) -> tuple[tuple[int, Card], ...]:
    return tuple(_pair(played, fact, _card) for played in _list(value, fact, most=SEATS))


def _call(value: object) -> tuple[int | None, Call]:
    if isinstance(value, list):
        return _pair(value, "calls", lambda call, _fact: parse_call(call))
    return None, parse_call(value)
