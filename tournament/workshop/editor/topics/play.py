"""Play: what may be played to a trick."""

from __future__ import annotations

from collections.abc import Iterator

from tournament.workshop.editor.fields import Choice, Field
from tournament.workshop.editor.posted import Book

OFTEN = ("must_trump", "exempt_when", "go_up", "over_trump", "cannot_go_over")
SELDOM = ("follow_suit", "when_exempt", "all_trumps_go_up", "first_lead", "looking_back")


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic; their answers are the sentences themselves."""
    yield from (Choice(key=f"play.{name}") for name in OFTEN)
    yield from (Choice(key=f"play.{name}", often=False) for name in SELDOM)
