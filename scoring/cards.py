"""The 32 cards: ranks, suits, and how a card is written (``10H``, ``JS``)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scoring.errors import BadFacts


class Suit(StrEnum):
    """One of the four suits; the value is the word used in JSON and in rulebooks."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def letter(self) -> str:
        """``S H D C``, as cards are written."""
        return self.value[0].upper()

    @property
    def symbol(self) -> str:
        """``♠ ♥ ♦ ♣``."""
        return _SYMBOLS[self]


class Rank(StrEnum):
    """One of the eight ranks, in the natural order that sequences follow."""

    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def height(self) -> int:
        """Place in the natural order 7 8 9 10 J Q K A, from 0 to 7."""
        return _HEIGHTS[self]


_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_HEIGHTS = {rank: height for height, rank in enumerate(Rank)}


class Card(NamedTuple):
    """One card of the pack."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: object) -> Card:
        """Read a card as it is written, rank then suit; anything else is refused."""
        card = _BY_NAME.get(text) if isinstance(text, str) else None
        if card is None:
            raise BadFacts("bad_fact", field="card", fact="card", expected="10H")
        return card

    def __str__(self) -> str:
        return f"{self.rank.value}{self.suit.letter}"


PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""All 32 cards, by suit then natural order."""

_BY_NAME = {str(card): card for card in PACK}
