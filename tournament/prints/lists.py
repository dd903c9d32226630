"""A paper made of tables: what is in each cell, tested as data and laid out by one template."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournament.prints.sheets import Paper


class Look(StrEnum):
    """What a column is for; the stylesheet says how wide it is and how it is written."""

    NUMBER = "number"
    RANK = "rank"
    TABLE = "place"
    NAME = "entrant"
    TEXT = "text"
    SMALL = "small"
    FIGURE = "figure"
    TOTAL = "total"
    MONEY = "money"
    ROOM = "room"
    BOX = "box"
    ROUND = "round"

    @property
    def is_figure(self) -> bool:
        """Whether its cells are written at the right."""
        return self in _FIGURES


_FIGURES = {Look.NUMBER, Look.RANK, Look.FIGURE, Look.TOTAL, Look.MONEY}


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table: what is above it, and what it is for."""

    words: str
    look: Look = Look.TEXT


@dataclass(frozen=True, slots=True)
class Cell:
    """What is written in a cell; ``below`` it, smaller, one line each."""

    text: str = ""
    below: tuple[str, ...] = ()
    is_strong: bool = False


Row = tuple[Cell, ...]

ROOMY = 18
"""So many tables fit on a page with the players' names; of a larger round only the teams."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a paper: a heading, sentences, a table; each may be missing.

    ``is_dense`` sets its rows closer, so that a large hall is still one page.
    """

    heading: str = ""
    said: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: tuple[Row, ...] = ()
    is_small: bool = False
    is_dense: bool = False

    @property
    def cells(self) -> list[list[tuple[Column, Cell]]]:
        """Each row's cells beside their columns, as the template lays them out."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPaper(Paper):
    """A paper of tables.

    ``state`` is what stands in a frame at the top (« provisoire »), ``lines`` go under
    the title, ``notes`` are what must not be missed. ``is_wide`` lays it on its side.
    """

    title: str
    blocks: tuple[Block, ...]
    state: str = ""
    lines: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    is_wide: bool = False


def row(*cells: Cell | str | int) -> Row:
    """Make a row; what is a text or a number is a cell of its own."""
    return tuple(cell if isinstance(cell, Cell) else Cell(str(cell)) for cell in cells)


def strong(text: str | int, *below: str) -> Cell:
    """Make a cell that is read first; the lines under it may be empty."""
    return Cell(str(text), tuple(filter(None, below)), is_strong=True)


def plain(text: str | int, *below: str) -> Cell:
    """Make a cell with lines under it; they may be empty."""
    return Cell(str(text), tuple(filter(None, below)))
