"""Referee: what the tables call for, and the usual tariffs."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Field, Several, YesNo
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.sums import Sums


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Sums(key="faults.tariffs")
    yield Several(key="faults.categories")
    yield YesNo(key="faults.referee_may_play", often=False)
