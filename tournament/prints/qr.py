"""QR codes as squares to draw: on a page by SVG, on a paper by the operators of PDF."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import segno

Run = tuple[int, int, int]
"""Dark squares side by side: the column of the first, the row from the top, how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QrCode:
    """A symbol of ``size`` squares a side, without the white around it."""

    size: int
    runs: tuple[Run, ...]

    @property
    def svg_path(self) -> str:
        """The dark squares as the path of an SVG whose unit is a square."""
        return "".join(f"M{x} {y}h{width}v1h-{width}z" for x, y, width in self.runs)

    @property
    def pdf_operators(self) -> str:
        """The dark squares as PDF draws them, in units of a square from the bottom left."""
        drawn = (f"{x} {self.size - 1 - y} {width} 1 re\n" for x, y, width in self.runs)
        return f"0 g\n{''.join(drawn)}f\n"


@lru_cache(maxsize=1024)
def qr_of(text: str) -> QrCode:
    """Return the symbol of an address, mended where an eighth of it is soiled.

    Raises ``segno.DataOverflowError`` for a text that no symbol holds.
    """
    matrix = segno.make(text, micro=False, error="m").matrix
    return QrCode(
        size=len(matrix), runs=tuple(run for y, row in enumerate(matrix) for run in _runs(row, y))
    )


def _runs(row: bytearray, y: int) -> list[Run]:
    runs, x = [], 0
    for is_dark, squares in groupby(row, bool):
        width = sum(1 for _square in squares)
        if is_dark:
            runs.append((x, y, width))
        x += width
    return runs
