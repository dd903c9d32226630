"""Who promises what: sides, stakes, trumps, contracts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from scoring.cards import Suit

T = TypeVar("T")


class Side(StrEnum):
    """One of the two sides of a table: A sits at seats 0 and 2, B at 1 and 3."""

    A = "A"
    B = "B"

    @property
    def other(self) -> Side:
        """The opponents."""
        return Side.B if self is Side.A else Side.A


class Stake(StrEnum):
    """What the contract is played for; the multiplier k is the rulebook's."""

    PLAIN = "plain"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"


class Sweep(StrEnum):
    """Who took the eight tricks, when one side did."""

    TAKERS = "takers"
    TAKERS_ALONE = "takers_alone"
    DEFENDERS = "defenders"


class NamedContract(StrEnum):
    """A contract that is not a number of points (``take``: the rulebook has no bids)."""

    CAPOT = "capot"
    CAPOT_BELOTE = "capot_belote"
    GENERALE = "generale"
    GENERALE_BELOTE = "generale_belote"
    TAKE = "take"


class Mode(StrEnum):
    """The four ways trumps work: card values and orders depend on it, not on the suit."""

    SUIT = "suit"
    ALL_TRUMPS = "all_trumps"
    NO_TRUMPS = "no_trumps"
    SCHMURTZ = "schmurtz"


class Trump(StrEnum):
    """What is trump: a suit, all of them, none, or none with the order turned."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    ALL_TRUMPS = "all_trumps"
    NO_TRUMPS = "no_trumps"
    SCHMURTZ = "schmurtz"

    @property
    def mode(self) -> Mode:
        """The way trumps work under it."""
        return _MODES.get(self, Mode.SUIT)

    @property
    def suit(self) -> Suit | None:
        """The trump suit, where there is exactly one."""
        return Suit(self.value) if self.mode is Mode.SUIT else None


_MODES = {
    Trump.ALL_TRUMPS: Mode.ALL_TRUMPS,
    Trump.NO_TRUMPS: Mode.NO_TRUMPS,
    Trump.SCHMURTZ: Mode.SCHMURTZ,
}

Bid = int | NamedContract
"""A number of points, or a named contract."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What the takers promised, at which trump and for which stake."""

    takers: Side
    bid: Bid
    trump: Trump
    stake: Stake = Stake.PLAIN


@dataclass(frozen=True, slots=True)
class BySide(Generic[T]):
    """One value for each side."""

    a: T
    b: T

    def __getitem__(self, side: Side) -> T:
        return self.a if side is Side.A else self.b

    @property
    def swapped(self) -> BySide[T]:
        """The same values with the sides exchanged."""
        return BySide(self.b, self.a)

    def as_dict(self) -> dict[Side, T]:
        """``{Side.A: …, Side.B: …}``."""
        return {Side.A: self.a, Side.B: self.b}

    @classmethod
    def of(cls, values: Mapping[Side, T], default: T) -> BySide[T]:
        """Both values from a mapping that may leave a side out."""
        return cls(values.get(Side.A, default), values.get(Side.B, default))
