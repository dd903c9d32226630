"""Where a long table turns its pages, known before anything is laid out.

A page is laid out in a tenth of a second, and a long table by one process only. Known
beforehand, its pages are laid out by several, a few dozen each, and put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise

from django.contrib.staticfiles import finders

from tournament.prints.lettering import FONTS
from tournament.prints.workers import in_a_child

MM = 72 / 25.4
"""Points in a millimetre."""
TRUE = 1.02
"""By how much words may be wider than they are measured: pairs of letters are spaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some pages of a paper: the rows they begin with, and their place in the whole.

    ``turns`` are counted from the part's own first row. ``before`` is how many pages come
    before it, ``pages`` how many there are in the whole.
    """

    start: int
    end: int
    turns: frozenset[int]
    before: int
    pages: int

    @property
    def own_pages(self) -> int:
        """How many pages it has."""
        return len(self.turns) + 1


def turns_of(heights: Iterable[float], *, first: float, others: float) -> list[int]:
    """Return the rows that pages begin with, the first page's too, from the rooms on pages."""
    turns, room = [0], first
    for row, height in enumerate(heights):
        if height > room and row > turns[-1]:
            turns.append(row)
            room = others
        room -= height
    return turns


def parts_of(turns: Sequence[int], rows: int, *, most: int) -> list[Part]:
    """Cut a paper into parts of about as many pages, an even number of them, none above ``most``.

    A paper of half as many is one part: two would not be worth the start of each.
    """
    pages = len(turns)
    count = 1 if pages <= most // 2 else 2 * -(-pages // (2 * most))
    cuts = [pages * place // count for place in range(count + 1)]
    ends = [*turns, rows]
    return [
        Part(
            start=turns[one],
            end=ends[other],
            turns=frozenset(turn - turns[one] for turn in turns[one + 1 : other]),
            before=one,
            pages=pages,
        )
        for one, other in pairwise(cuts)
    ]


def lines_in(text: str, width: float, size: float, *, is_bold: bool = False) -> int:
    """Return how many lines a text is written in, at most; a word too long is broken."""
    advances = _advances(is_bold=is_bold)
    per_em = size * TRUE
    if sum(map(advances.__getitem__, text)) * per_em <= width:
        return 1
    space = advances[" "] * per_em
    lines, used = 1, 0.0
    for word in text.split():
        wide = sum(map(advances.__getitem__, word)) * per_em
        if used and used + space + wide > width:
            lines, used = lines + 1, 0.0
        elif used:
            used += space
        used += wide
        if used > width:
            more = int(used // width)
            lines, used = lines + more, used - more * width
    return lines


class _Advances(dict[str, float]):
    """How far each sign reaches, its letters' height being 1."""

    def __missing__(self, sign: str) -> float:
        # One that the font lacks is written with another font, at most as wide as it is high.
        return 1.0


@cache
def _advances(*, is_bold: bool) -> _Advances:
    return _Advances(read_advances(is_bold=is_bold))


@in_a_child
def read_advances(*, is_bold: bool) -> dict[str, float]:
    """Read how far each sign of a font of the stylesheet reaches."""
    path = finders.find(FONTS[is_bold])
    with import_module("fontTools.ttLib").TTFont(path, lazy=True) as font:
        per_em, reaches = font["head"].unitsPerEm, font["hmtx"].metrics
        return {chr(code): reaches[name][0] / per_em for code, name in font.getBestCmap().items()}
