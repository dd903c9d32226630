"""Declarations: sequences and carrés."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from tournament.workshop.editor.fields import Choice, Field, YesNo
from tournament.workshop.editor.lists import Cards, Sequence
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.topics.cards import modes_of


@dataclass(frozen=True, kw_only=True)
class Played(YesNo):
    """Whether there are any: their values depend on it."""

    shapes: ClassVar[bool] = True


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Played(key="declarations.played")
    played = bool(book["declarations"]["played"])
    yield YesNo(key="declarations.help", clause="made_when", often=played)
    if played:
        yield from (Sequence(key=f"declarations.sequences.{n}", cards=n) for n in (3, 4, 5))
    for mode in modes_of(book):
        yield Cards(key=f"trumps.{mode}.carres", group=mode, often=played)
    yield Choice(key="declarations.tie", clause="declaration_contest", often=False)
    yield Choice(key="declarations.not_shown", often=False)
