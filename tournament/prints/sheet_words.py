"""What is written in the cells of a filled score sheet, for the places that its grid leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from tournament.prints.lettering import Box, Word
from tournament.prints.sheets import FIGURES, Column, PaperTeam, ScoreSheet, SheetLine
from tournament.text import marks

AT = "http://papers.invalid/at/"
"""What the address of a cell begins with: its row and its column follow."""
LONG = 5
"""A contract of more signs (« capot + belote ») is written small."""
SMALL, USUAL, SUIT, TOTAL = 6.5, 9.0, 11.0, 12.0

NOBODY = PaperTeam(number=0, name="", players=())
Boxes = Mapping[str, Box]


def grid_of(sheet: ScoreSheet) -> ScoreSheet:
    """Return the sheet whose empty grid this one shares with all that are as long."""
    lines = tuple(SheetLine(number=line.number, spare=line.spare) for line in sheet.lines)
    return replace(
        sheet,
        tournament="",
        round=0,
        table=0,
        team_a=NOBODY,
        team_b=NOBODY,
        lines=lines,
        totals=None,
        carried=None,
        place=1,
        places=1,
        part=min(sheet.part, 2),
        parts=2 if sheet.parts > 1 else 1,
        code_a=None,
        code_b=None,
        phones_at="",
        totals_only=False,
        journal="",
        plays=("",) if sheet.has_options else (),
        to_choose=(),
    )


def words_of(sheet: ScoreSheet, boxes: Boxes) -> list[Word]:
    """Return all that is written in a sheet's cells."""
    return [*_lines(sheet, boxes), *_sums(sheet, boxes)]


def _lines(sheet: ScoreSheet, boxes: Boxes) -> Iterator[Word]:
    columns = [column for column in sheet.rules.columns if column is not Column.NUMBER]
    for row, line in enumerate(sheet.lines):
        at = {column: boxes[f"{AT}{row}/{column}"] for column in columns}
        if line.note:
            first, last = at[columns[0]], at[columns[-1]]
            box = Box(first.left, first.bottom, last.right, first.top)
            yield Word(box=box, text=line.note, align="left", padding=5, is_covering=True)
            continue
        for column in columns:
            text = _text(line, column)
            if text:
                yield _word(at[column], column, text, is_crowded=_is_crowded(sheet))


def _text(line: SheetLine, column: Column) -> str:
    if column in FIGURES:
        found = line.marks if column in FIGURES[:2] else line.running
        if found is None:
            return ""
        figure = marks(found[FIGURES.index(column) % 2])
        return figure if line.counts else f"({figure})"
    if column is Column.POINTS:
        return "" if line.points is None else str(line.points)
    return str(getattr(line, column.value, ""))


def _word(box: Box, column: Column, text: str, *, is_crowded: bool) -> Word:
    if column in FIGURES:
        size = USUAL - 1 if is_crowded else USUAL
        return Word(box=box, text=text, size=size, is_bold=column in FIGURES[:2], align="right")
    if column is Column.DECLARATIONS or (column is Column.CONTRACT and len(text) > LONG):
        return Word(box=box, text=text, size=SMALL)
    return Word(box=box, text=text, size=SUIT if column is Column.TRUMP else USUAL)


def _sums(sheet: ScoreSheet, boxes: Boxes) -> Iterator[Word]:
    for name, sums in (("carried", sheet.carried), ("total", sheet.totals)):
        for side, figure in enumerate(sums or ()):
            box = boxes.get(f"{AT}{name}/{side}")
            if box:
                yield Word(box=box, text=marks(figure), size=TOTAL, is_bold=True, align="right")


def _is_crowded(sheet: ScoreSheet) -> bool:
    return Column.DECLARATIONS in sheet.rules.columns
