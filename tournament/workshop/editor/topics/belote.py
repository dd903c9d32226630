"""Belote: what it is worth, and what it adds towards the contract."""

from __future__ import annotations

from collections.abc import Iterator

from scoring import Words
from tournament.workshop.editor.fields import Field, Number
from tournament.workshop.editor.lists import Pairs
from tournament.workshop.editor.posted import Book

_HELP = (
    Words(fr="À partir du contrat de", en="From the contract of"),
    Words(fr="elle aide de", en="it helps by"),
)


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Number(key="belote.value")
    yield Pairs(key="belote.help", columns=_HELP)
