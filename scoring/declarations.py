"""Sequences and carrés: what each is worth, and which side's declarations score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.cards import Card, Rank, Suit
from scoring.contracts import BySide, Side, Trump
from scoring.errors import ImpossibleDeal
from scoring.rulebook import Rulebook
from scoring.schema import Tie

MOST_CARDS = 16


class DeclarationKind(StrEnum):
    """The kinds of declarations, with the words of the game."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


_LENGTHS = {DeclarationKind.TIERCE: 3, DeclarationKind.CINQUANTE: 4, DeclarationKind.CENT: 5}


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One declaration: a sequence by its top card, a carré by its rank.

    A ``cent`` is five cards or more; its five highest are the ones known to be used.
    """

    kind: DeclarationKind
    top: Card | None = None
    rank: Rank | None = None

    def cards(self) -> tuple[Card, ...]:
        """The cards it uses; refused when there are no such cards."""
        if self.kind is DeclarationKind.CARRE:
            if self.rank is None:
                raise ImpossibleDeal(
                    "bad_fact", field="declarations", fact="rank", expected="7 8 9 10 J Q K A"
                )
            return tuple(Card(self.rank, suit) for suit in Suit)
        if self.top is None:
            raise ImpossibleDeal("bad_fact", field="declarations", fact="top", expected="10H")
        lowest = self.top.rank.height - _LENGTHS[self.kind] + 1
        if lowest < 0:
            raise ImpossibleDeal(
                "impossible_declaration",
                field="declarations",
                kind=self.kind.value,
                card=str(self.top),
            )
        ranks = tuple(Rank)[lowest : self.top.rank.height + 1]
        return tuple(Card(rank, self.top.suit) for rank in ranks)


class Strength(NamedTuple):
    """What decides between two declarations, in this order."""

    is_carre: bool
    value: int
    height: int
    is_trump: bool


class Contest(NamedTuple):
    """Which side's declarations score, and what they are worth.

    ``winner`` is ``None`` when nobody declared anything of value, or when the best of both
    sides are equal in everything (``is_tied``) and the rulebook gives them to nobody.
    """

    winner: Side | None
    values: BySide[int]
    is_tied: bool = False


def value_of(declaration: Declaration, trump: Trump, rulebook: Rulebook) -> int:
    """The marks of one declaration; a carré the rulebook does not list is worth nothing."""
    if declaration.kind is DeclarationKind.CARRE:
        return dict(rulebook.trumps[trump.mode].carres).get(declaration.rank or Rank.SEVEN, 0)
    return dict(rulebook.declarations.sequences)[_LENGTHS[declaration.kind]]


def strength_of(declaration: Declaration, trump: Trump, rulebook: Rulebook) -> Strength:
    """How a declaration stands in the contest."""
    value = value_of(declaration, trump, rulebook)
    if declaration.kind is DeclarationKind.CARRE:
        ranks = [rank for rank, _ in rulebook.trumps[trump.mode].carres]
        # Among carrés of one value, the rulebook's list says which is the better.
        return Strength(
            is_carre=True,
            value=value,
            height=-ranks.index(declaration.rank or Rank.SEVEN),
            is_trump=False,
        )
    card = declaration.cards()[-1]
    return Strength(
        is_carre=False, value=value, height=card.rank.height, is_trump=card.suit is trump.suit
    )


def contest(
    declared: BySide[tuple[Declaration, ...]],
    trump: Trump,
    rulebook: Rulebook,
    first: Side | None = None,
) -> Contest:
    """Which side's declarations score: the side that holds the best scores all of its own."""
    _refuse_impossible(declared, rulebook)
    best_a, best_b = (_best(declared[side], trump, rulebook) for side in Side)
    if best_a is None and best_b is None:
        return Contest(None, BySide(0, 0))
    if best_a == best_b and rulebook.declarations.tie is Tie.NOBODY:
        return Contest(None, BySide(0, 0), is_tied=True)
    if best_a == best_b:
        if first is None:
            raise ImpossibleDeal("first_side_needed", field="declarations")
        winner = first
    else:
        winner = Side.A if best_b is None or (best_a and best_a > best_b) else Side.B
    worth = sum(value_of(one, trump, rulebook) for one in declared[winner])
    return Contest(winner, BySide.of({winner: worth}, 0), is_tied=best_a == best_b)


def best_of(
    declared: Sequence[Declaration], trump: Trump, rulebook: Rulebook
) -> Declaration | None:
    """The one of a side's declarations that stands for it in the contest."""
    worthy = [one for one in declared if value_of(one, trump, rulebook)]
    return max(worthy, key=lambda one: strength_of(one, trump, rulebook), default=None)


def _best(declared: Sequence[Declaration], trump: Trump, rulebook: Rulebook) -> Strength | None:
    best = best_of(declared, trump, rulebook)
    return strength_of(best, trump, rulebook) if best else None


def _refuse_impossible(declared: BySide[tuple[Declaration, ...]], rulebook: Rulebook) -> None:
    if not rulebook.declarations.played:
        raise ImpossibleDeal("declarations_not_in_rulebook", field="declarations")
    seen: set[Card] = set()
    for side in Side:
        cards = [card for declaration in declared[side] for card in declaration.cards()]
        if len(cards) > MOST_CARDS:
            raise ImpossibleDeal(
                "too_many_declared_cards", field="declarations", maximum=MOST_CARDS
            )
        for card in cards:
            if card in seen:
                raise ImpossibleDeal("card_declared_twice", field="declarations", card=str(card))
            seen.add(card)
