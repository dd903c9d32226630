"""Eight tricks and capot: what a sweep pays, and the contracts that have a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from scoring import CELL_WORDS, CONTRACT_WORDS, CellName, NamedContract, Words
from tournament.workshop.editor.fields import Choice, Field, Modes, Number, Several, Text
from tournament.workshop.editor.lists import Tables
from tournament.workshop.editor.posted import Book
from tournament.workshop.editor.standards import contract_of
from tournament.workshop.editor.sums import Cell
from tournament.workshop.editor.topics.marks import cells


@dataclass(frozen=True, kw_only=True)
class Contracts(Tables):
    """The named contracts that are played."""

    def words(self) -> Mapping[Any, Words]:
        return {name: CONTRACT_WORDS[name] for name in NamedContract if name != "take"}

    def begin(self, book: Book, name: str) -> dict[str, Any]:
        return contract_of(name, book["points_bid"]["trumps"])


@dataclass(frozen=True, kw_only=True)
class OwnCells(Tables):
    """The cells that a named contract replaces."""

    def words(self) -> Mapping[Any, Words]:
        return CELL_WORDS

    def begin(self, book: Book, name: str) -> Any:  # noqa: ANN401 - a cell, or another's name
        nothing: Book = {"takers": [], "defenders": []}
        return deepcopy(book["marks"].get(name, nothing))


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Choice(key="made.eight_tricks")
    yield from cells(("made_swept", "made_swept_doubled", "failed_swept", "failed_swept_doubled"))
    if book["auction"]["method"] == "take":
        return
    yield Contracts(key="named")
    for name in NamedContract:
        if name.value in book["named"]:
            yield from contract_fields(book, name.value)


def contract_fields(book: Book, name: str) -> Iterator[Field]:
    """Return the fields of one named contract."""
    key = f"named.{name}"
    yield Number(key=f"{key}.value", group=name)
    yield Several(key=f"{key}.needs", group=name)
    yield Modes(key=f"{key}.trumps", group=name)
    yield OwnCells(key=f"{key}.marks", group=name)
    own = book["named"][name]["marks"]
    for cell in (cell.value for cell in CellName if cell.value in own):
        yield Cell(key=f"{key}.marks.{cell}", cell=cell, group=name)
    yield Choice(key=f"{key}.partner", group=name, often=False)
    yield Text(key=f"{key}.notice.fr", group=name, often=False)
    yield Text(key=f"{key}.notice.en", group=name, often=False)
