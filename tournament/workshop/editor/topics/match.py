"""Match: what wins it."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Choice, Field, Number
from tournament.workshop.editor.posted import Book


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Number(key="target")
    yield Choice(key="target_rule", clause="target")
