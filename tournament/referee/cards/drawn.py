"""Cards as they are drawn on a page to be touched, and as they are written in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scoring import PACK, Card, Rank, Suit
from tournament import labels
from tournament.labels import rank_letter

CODES: dict[str, Card] = {str(card): card for card in PACK}
"""The cards by what an address calls them: ``10H``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCard:
    """One card of a page; ``state`` is a word of the stylesheet, ``url`` what it leads to."""

    code: str
    is_on: bool = False
    is_off: bool = False
    state: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSuit:
    """The eight cards of a suit, from the ace down."""

    name: str
    cards: tuple[DrawnCard, ...]


def pack(on: Collection[Card] = (), off: Collection[Card] = ()) -> tuple[DrawnSuit, ...]:
    """Return the whole pack, some cards ticked, some that cannot be touched."""
    return tuple(
        DrawnSuit(
            name=str(labels.TRUMPS[suit.value]),
            cards=tuple(
                DrawnCard(code=str(card), is_on=card in on, is_off=card in off and card not in on)
                for card in (Card(rank, suit) for rank in reversed(Rank))
            ),
        )
        for suit in Suit
    )


def by_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards as a hand is held: by suit, the highest first."""
    suits = list(Suit)
    return tuple(sorted(cards, key=lambda card: (suits.index(card.suit), -card.rank.height)))


def card_text(card: Card) -> str:
    """Write a card in a sentence: « R♥ »."""
    return f"{rank_letter(card.rank.value)}{card.suit.symbol}"


def cards_text(cards: Iterable[Card]) -> str:
    """Write several cards, as a hand is held."""
    return " ".join(map(card_text, by_hand(cards)))
