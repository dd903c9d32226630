"""The topics of the editor: those of the rules browser, and what has no clause."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import pgettext_lazy

from scoring import Words
from tournament.rulebooks.topics import TOPICS as OF_CLAUSES
from tournament.workshop.editor.fields import Field, Text
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.topics import (
    about,
    belote,
    bidding,
    capot,
    cards,
    coinche,
    dealing,
    declarations,
    left,
    marks,
    match,
    play,
    referee,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ABOUT, LEFT = "about", "left"
_ARTICLE = Words(fr="Où c'est écrit", en="Where it is written")


@dataclass(frozen=True, kw_only=True)
class Article(Text):
    """Where a clause stands in the club's own text; empty when it is written nowhere."""

    @property
    def label(self) -> Words:
        """The same for every clause, which stands beside it."""
        return _ARTICLE

    @property
    def keys(self) -> tuple[str, ...]:
        """All the articles are one key of the schema."""
        return ("clauses",)


@dataclass(frozen=True, kw_only=True)
class Topic:
    """One form: its name, the clauses it decides, the fields it has for a draft."""

    key: str
    name: _StrPromise
    clauses: tuple[str, ...]
    own_fields: Callable[[Book], Iterator[Field]]

    def fields(self, book: Book) -> list[Field]:
        """Return the fields for a draft, the articles of its clauses last."""
        return [*self.own_fields(book), *self.articles(book)]

    def articles(self, book: Book) -> list[Article]:
        """Return the fields of the articles."""
        said = (clause for clause in self.clauses if clause in book["clauses"])
        return [Article(key=f"clauses.{name}", clause=name, often=False) for name in said]


_MODULES = {
    "dealing": dealing,
    "cards": cards,
    "bidding": bidding,
    "coinche": coinche,
    "play": play,
    "belote": belote,
    "declarations": declarations,
    "marks": marks,
    "capot": capot,
    "match": match,
    "referee": referee,
}

TOPICS: dict[str, Topic] = {
    ABOUT: Topic(
        key=ABOUT,
        name=pgettext_lazy("topic of the rules", "Name and source"),
        clauses=(),
        own_fields=about.fields,
    ),
    **{
        key: Topic(key=key, name=name, clauses=clauses, own_fields=_MODULES[key].fields)
        for key, (name, clauses) in OF_CLAUSES.items()
    },
    LEFT: Topic(
        key=LEFT,
        name=pgettext_lazy("topic of the rules", "Left to the table"),
        clauses=(),
        own_fields=left.fields,
    ),
}
"""Every topic by its key, in the order of the editor's first page."""
