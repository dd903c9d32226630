"""Marks: when a contract is made, what each side is then paid, how it is rounded."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Choice, Field, Number, YesNo
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.sums import Cell


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield YesNo(key="made.must_beat_defenders", clause="made_when")
    yield Choice(key="made.equal_split")
    yield from cells(("made", "made_doubled", "failed", "failed_doubled"))
    yield Number(key="rounding.to")
    yield Choice(key="rounding.five", clause="rounding")
    yield Choice(key="rounding.last_deal", clause="rounding")
    yield Choice(key="rounding.who", clause="rounding", often=False)


def cells(names: tuple[str, ...]) -> Iterator[Field]:
    """Return some of the eight cells."""
    yield from (Cell(key=f"marks.{name}", cell=name) for name in names)
