"""Cards: what each is worth under each kind of trumps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring import MODE_WORDS
from tournament.workshop.editor.fields import Field, Number
from tournament.workshop.editor.lists import Cards, Conversion, Tables
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.standards import cards_of


@dataclass(frozen=True, kw_only=True)
class Packs(Tables):
    """The kinds of trumps whose cards are described."""

    def begin(self, book: Book, name: str) -> dict[str, Any]:
        return cards_of(name, declared=bool(book["declarations"]["played"]))


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    for mode in modes_of(book):
        yield from _of_mode(book, mode)
    yield Packs(key="trumps", often=False)


def modes_of(book: Book) -> list[str]:
    """Return the kinds of trumps whose cards are described, in the order they are said."""
    return [mode.value for mode in MODE_WORDS if mode.value in book["trumps"]]


def _of_mode(book: Book, mode: str) -> Iterator[Field]:
    for suit in ("trump", "plain"):
        if book["trumps"][mode][suit]:
            yield Cards(key=f"trumps.{mode}.{suit}", group=mode)
    yield Number(key=f"trumps.{mode}.last_trick", group=mode)
    yield Conversion(key=f"trumps.{mode}.conversion", group=mode)
    yield Number(key=f"trumps.{mode}.most_belotes", group=mode)
