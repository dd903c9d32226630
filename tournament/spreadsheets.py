"""Files that a spreadsheet opens as they are meant, and runs nothing of.

A sheet is rows of typed cells; the CSV and the XLSX made of it say the same.
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone
from django.utils.formats import get_format
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the accents are UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet would take for a formula and run; the last four are Japanese keyboards'."""
WIDEST = 40
LONGEST_TITLE = 31
_NOT_IN_TITLES = str.maketrans(dict.fromkeys("[]:*?/\\", " "))
_FORMATS = {
    int: "0",
    Decimal: "0.00",
    datetime.date: "dd/mm/yyyy",
    datetime.datetime: "dd/mm/yyyy hh:mm:ss",
}

Cell = str | int | Decimal | datetime.date | datetime.datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A table that leaves as a file: what is over its columns, its rows of typed cells.

    ``below`` are sentences about the whole, after the rows.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    below: Sequence[str] = ()


def safe(cell: str) -> str:
    """Return a cell of text that no spreadsheet runs: an apostrophe shows it as it is."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def spreadsheet(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV for a spreadsheet in the page's language; typed texts go through ``safe``.

    A French one takes a comma for the decimal sign, and so a semicolon between the cells.
    """
    out = io.StringIO()
    delimiter = ";" if _has_decimal_comma() else ","
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return BYTE_ORDER_MARK + out.getvalue()


def figure(amount: Decimal) -> str:
    """Write an amount with its cents, as a spreadsheet in the page's language reads it."""
    written = f"{amount:.2f}"
    return written.replace(".", ",") if _has_decimal_comma() else written


def _has_decimal_comma() -> bool:
    return get_format("DECIMAL_SEPARATOR") == ","


def _day() -> str:
    """Return how a day is written: in English each country has its order, and all read this one."""
    return "%d/%m/%Y" if _has_decimal_comma() else "%Y-%m-%d"


def csv_of(sheet: Sheet) -> str:
    """Write a sheet as CSV: figures, days and hours as a spreadsheet in the language reads them."""
    below = [[], *([safe(sentence)] for sentence in sheet.below)] if sheet.below else []
    rows = ([_written(cell) for cell in row] for row in [sheet.head, *sheet.rows])
    return spreadsheet([*rows, *below])


def xlsx_of(sheet: Sheet) -> bytes:
    """Write a sheet as XLSX: numbers are numbers, days are days, a text is never a formula."""
    book = Workbook(write_only=True)
    page = book.create_sheet(sheet.title.translate(_NOT_IN_TITLES).strip("' ")[:LONGEST_TITLE])
    page.freeze_panes = "A2"
    for index, title in enumerate(sheet.head):
        longest = max((len(_written(row[index])) for row in sheet.rows), default=0)
        width = min(max(longest, len(title)) + 2, WIDEST)
        page.column_dimensions[get_column_letter(index + 1)].width = width
    page.append([_cell(page, title, is_head=True) for title in sheet.head])
    for row in sheet.rows:
        page.append([_cell(page, cell) for cell in row])
    if sheet.below:
        page.append([])
    for sentence in sheet.below:
        page.append([_cell(page, sentence)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _written(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case str():
            return safe(cell)
        case Decimal():
            return figure(cell)
        case datetime.datetime():
            return timezone.localtime(cell).strftime(f"{_day()} %H:%M:%S")
        case datetime.date():
            return cell.strftime(_day())
    return str(cell)


def _cell(page: object, value: Cell, *, is_head: bool = False) -> WriteOnlyCell:
    if isinstance(value, datetime.datetime):
        value = timezone.localtime(value).replace(microsecond=0, tzinfo=None)
    if not isinstance(value, str):
        cell = WriteOnlyCell(page, value)
        cell.number_format = _FORMATS.get(type(value), "General")
        return cell
    cell = WriteOnlyCell(page, ILLEGAL_CHARACTERS_RE.sub("", value))
    # A text whatever it begins with, and still one after somebody has edited it.
    cell.data_type = "s"
    cell.quotePrefix = value.startswith(FORMULA_STARTS)
    if is_head:
        cell.font = Font(bold=True)
    return cell
