"""Files that a French spreadsheet opens as they are meant, and runs nothing of."""

import csv
import io
from collections.abc import Iterable, Sequence

BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the accents are UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula and run."""


def safe(cell: str) -> str:
    """Return a cell of text that no spreadsheet runs: an apostrophe shows it as it is."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell


def spreadsheet(rows: Iterable[Sequence[object]]) -> str:
    """Write rows as CSV for a French spreadsheet; texts that people typed go through ``safe``."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    return BYTE_ORDER_MARK + out.getvalue()
