"""Who the rulebook is: its titles, where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Field, Text
from tournament.workshop.editor.posted import Book


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Text(key="title.fr", needed=True)
    yield Text(key="title.en")
    yield Text(key="source.fr")
    yield Text(key="source.en")
    yield Text(key="source.document")
    yield Text(key="version", needed=True, often=False)
