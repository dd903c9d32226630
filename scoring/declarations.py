"""Sequences and carrés: what each is worth, and which side's declarations score (RULES § 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import Card, Rank


class DeclarationKind(StrEnum):
    """The kinds of declarations, with the words of the game."""

    TIERCE = "tierce"
    CINQUANTE = "cinquante"
    CENT = "cent"
    CARRE = "carre"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """One declaration: a sequence by its top card, a carré by its rank."""

    kind: DeclarationKind
    top: Card | None = None
    rank: Rank | None = None
