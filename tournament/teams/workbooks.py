"""Read the first sheet of an XLSX workbook, distrusting the file."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import openpyxl

from tournament.teams.reading import (
    MOST_CHARACTERS,
    MOST_COLUMNS,
    MOST_LINES,
    MOST_TEAMS,
    BadList,
    ListProblem,
    Row,
    refused,
)
from tournament.text import tidy

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook

MOST_UNPACKED = 10 * 1024 * 1024
"""The most a workbook may unpack to, in bytes. Ours are under one megabyte."""
MOST_PARTS = 500
MOST_TAGS = 400_000
"""A thousand teams of forty columns, each cell another text. A file of a few kilobytes may hold
millions of tags, each of which is a hundred times larger once it is read."""
MOST_OTHER_TAGS = 40_000
"""Outside of the sheets and their texts: a style is larger still."""
SHEETS = ("xl/worksheets/", "xl/sharedStrings.xml")


def read_workbook(raw: bytes) -> Iterator[Row]:
    """Return the rows of the first sheet, blank ones included.

    Raises ``BadList`` for what is not a workbook, is too large once unpacked,
    or holds formulas: what they show is not in the file for certain.
    """
    check_parts(raw)
    try:
        workbook = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, keep_links=False)
        rows = list(_rows(workbook))
    except BadList:
        raise
    except Exception as error:
        # A damaged workbook makes openpyxl raise anything at all: KeyError,
        # ValueError, zlib.error… All of them mean one thing to the person.
        raise refused("damaged_workbook") from error
    return iter(rows)


def check_parts(raw: bytes) -> None:
    """Refuse, by the zip's directory, what must not even be opened.

    The sizes can be trusted: Python never unpacks more of a part than its
    directory announces.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            if "xl/workbook.xml" not in names:
                raise refused("not_a_workbook")
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise refused("workbook_too_large", teams=MOST_TEAMS)
            _check_tags(archive)
    except BadList:
        raise
    except Exception as error:
        # Encrypted, cut short, unknown compression: zipfile has an exception for each.
        raise refused("damaged_workbook") from error


def _check_tags(archive: zipfile.ZipFile) -> None:
    tags = others = 0
    for part in archive.infolist():
        # Without its zeros, UTF-16 says it in the same bytes.
        content = archive.read(part).replace(b"\0", b"")
        # No spreadsheet declares document types; they only serve to blow up a reader.
        if b"<!DOCTYPE" in content:
            raise refused("damaged_workbook")
        tags += content.count(b"<")
        others += 0 if part.filename.startswith(SHEETS) else content.count(b"<")
        if tags > MOST_TAGS or others > MOST_OTHER_TAGS:
            raise refused("workbook_too_large", teams=MOST_TEAMS)


def _rows(workbook: Workbook) -> Iterator[Row]:
    if not workbook.worksheets:
        raise refused("empty_list")
    sheet = workbook.worksheets[0]
    cells: Any = sheet.iter_rows(max_row=MOST_LINES + 1, max_col=MOST_COLUMNS + 1)
    for line, row in enumerate(cells, 1):
        if line > MOST_LINES:
            raise refused("too_many_lines", teams=MOST_TEAMS)
        formulas = [cell for cell in row if cell.data_type == "f"]
        if formulas:
            where = formulas[0].coordinate
            raise BadList(ListProblem(code="formula", line=line, params={"cell": where}))
        yield Row(line, tuple(_text(cell.value) for cell in row))


def _text(value: object) -> str:
    """Return a cell as a person reads it: 1 and not 1.0."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    # One letter more than all cells may have together is enough to be refused.
    return tidy(str(value)[: MOST_CHARACTERS + 1])
