"""Read a list of any origin (CSV, pasted cells, XLSX) into rows of text.

Nothing here knows what the columns mean. The encoding and the delimiter are
found by rule, never guessed by likelihood: a guess takes `è` for `č`.
"""

from __future__ import annotations

import codecs
import csv
import dataclasses
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament.text import NAME_LENGTH, tidy

MOST_BYTES = 2 * 1024 * 1024
"""The largest file read. A thousand teams with every extra column fit."""
MOST_TEAMS = 1000
MOST_LINES = 3 * MOST_TEAMS
"""The most lines looked at: blank ones are skipped, and a cell may hold several."""
MOST_COLUMNS = 60
MOST_CHARACTERS = 1_000_000
"""The longest text kept, all cells together: it travels in the preview's form."""
DELIMITERS = ";\t,"
LONGEST_QUOTE = NAME_LENGTH + 10

# Tab, line ends and the two page marks may be typed; the rest is a photo or a program.
NOT_TEXT = re.compile("[\x00-\x08\x0e-\x1f]")
OPENING_LINE = re.compile(r"sep=(?P<delimiter>[;,\t])\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListProblem:
    """What is wrong with a list: a stable code, its figures, the line and the field.

    ``line`` is the file's line number, 0 when the whole file is meant. ``field``
    names the form's field the problem concerns, where there is one.
    """

    code: str
    line: int = 0
    field: str = ""
    params: Mapping[str, object] = dataclasses.field(default_factory=dict)


class BadList(Exception):
    """A list that is refused whole, with every problem found."""

    def __init__(self, *problems: ListProblem) -> None:
        super().__init__(*problems)
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a list: its number in the file and its cells, tidied."""

    line: int
    cells: tuple[str, ...]


def refused(code: str, **params: object) -> BadList:
    """Build the refusal of a whole file."""
    return BadList(ListProblem(code=code, params=params))


def fault(line: int, code: str, field: str, **params: object) -> ListProblem:
    """Build a problem of one line, about one field."""
    # A page pasted into a cell must not come back as a page of refusal.
    params = {
        name: f"{value[:LONGEST_QUOTE]}…"
        if isinstance(value, str) and len(value) > LONGEST_QUOTE
        else value
        for name, value in params.items()
    }
    return ListProblem(code=code, line=line, field=str(field), params=params)


def read_list(raw: bytes) -> list[Row]:
    """Return the rows of a file that are not blank, each as wide as the widest.

    Raises ``BadList`` for a file that is empty, too large, or not a list.
    """
    if len(raw) > MOST_BYTES:
        raise refused("list_too_large", megabytes=MOST_BYTES // (1024 * 1024), teams=MOST_TEAMS)
    if raw.startswith(b"PK"):
        # Here and not above: openpyxl is slow to load, and most lists are text.
        from tournament.teams.workbooks import read_workbook  # noqa: PLC0415

        return checked_rows(read_workbook(raw))
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        raise refused("old_workbook")
    return read_text(decode(raw))


def decode(raw: bytes) -> str:
    """Return the text of a file: by its byte order mark, else UTF-8, else Windows-1252."""
    if raw.startswith(codecs.BOM_UTF8):
        encodings = ["utf-8-sig"]
    elif raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        # French text in Windows-1252 is never valid UTF-8, so the order decides.
        encodings = ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not NOT_TEXT.search(text):
            return text
    raise refused("not_a_list")


def read_text(text: str) -> list[Row]:
    """Return the rows of delimited text, its delimiter found by the columns' consistency."""
    start = 1
    lines = io.StringIO(text.removeprefix("\ufeff"), newline="").readlines()
    if len(lines) > MOST_LINES:
        raise refused("too_many_lines", teams=MOST_TEAMS)
    delimiter = None
    # Excel's own way to name the delimiter, on a line of its own.
    if lines and (opening := OPENING_LINE.match(lines[0])):
        delimiter, start, lines = opening["delimiter"], 2, lines[1:]
    return checked_rows(split_rows(lines, delimiter or find_delimiter(lines), start))


def find_delimiter(lines: Sequence[str]) -> str | None:
    """Return the delimiter that gives most rows one same width, or None for one column."""

    def consistency(delimiter: str) -> tuple[float, int]:
        widths = Counter(
            len(cells) for _, cells in _records(lines, delimiter) if any(map(tidy, cells))
        )
        if not widths:
            # Nothing but delimiters: as good as any, since nothing is left.
            return (1.0, MOST_COLUMNS)
        width, count = max(widths.items(), key=lambda pair: (pair[1], pair[0]))
        return (count / widths.total(), width) if width > 1 else (0.0, 0)

    best = max(DELIMITERS, key=consistency)
    return best if consistency(best) > (0.0, 0) else None


def split_rows(lines: Sequence[str], delimiter: str | None, start: int) -> Iterator[Row]:
    """Cut lines of text into rows; ``start`` is the file's number of the first line."""
    if delimiter is None:
        for number, line in enumerate(lines, start):
            yield Row(number, (tidy(_unquoted(line)),))
        return
    for number, cells in _records(lines, delimiter):
        yield Row(number + start, tuple(map(tidy, cells)))


def checked_rows(rows: Iterator[Row]) -> list[Row]:
    """Keep the rows that hold something, equally wide, within the limits."""
    kept: list[Row] = []
    size = 0
    for row in rows:
        if not any(row.cells):
            continue
        kept.append(row)
        size += sum(map(len, row.cells))
        # One more than the teams: the titles.
        if len(kept) > MOST_TEAMS + 1 or size > MOST_CHARACTERS:
            raise refused("too_many_lines", teams=MOST_TEAMS)
    if not kept:
        raise refused("empty_list")
    width = max(last_filled(row.cells) for row in kept)
    if width > MOST_COLUMNS:
        raise refused("too_many_columns", columns=MOST_COLUMNS)
    return [Row(row.line, row.cells[:width] + ("",) * (width - len(row.cells))) for row in kept]


def last_filled(cells: Sequence[str]) -> int:
    """Return how many cells there are up to the last that holds something."""
    return max((place for place, cell in enumerate(cells, 1) if cell), default=0)


def _records(lines: Sequence[str], delimiter: str) -> list[tuple[int, list[str]]]:
    """Cut lines as CSV: (index of the first line, cells)."""
    try:
        return list(_quoted_records(lines, delimiter))
    except csv.Error:
        # A quotation mark that opens nothing would swallow the lines after it:
        # then each line stands alone, and a faulty one keeps its marks as text.
        return [(index, _cells(line, delimiter)) for index, line in enumerate(lines)]


def _quoted_records(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    first = 0
    for cells in reader:
        yield first, cells
        first = reader.line_num


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return line.split(delimiter)


def _unquoted(line: str) -> str:
    """Return a line that is one cell, without the quotation marks of CSV."""
    stripped = line.strip()
    if len(stripped) > 1 and stripped[0] == stripped[-1] == '"':
        inside = stripped[1:-1]
        if '"' not in inside.replace('""', ""):
            return inside.replace('""', '"')
    return stripped
