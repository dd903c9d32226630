"""What a form sends, and the places of a rulebook's mapping that it speaks of. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

Posted = Mapping[str, Sequence[str]]
"""What a form holds: each name with its values, in the order of the page."""

Book = dict[str, Any]
"""A rulebook as the engine writes it, ``Rulebook.to_mapping()``."""

HERE = "here"
"""After a field's name: the field was on the page, even if nothing in it is ticked."""
MOST_ROWS = 40
"""No list of a form is longer, whatever is posted."""
_SPACES = re.compile(r"\s")
_FIGURES = re.compile(r"[0-9]{1,7}", re.ASCII)


class WrongAnswer(Exception):
    """An answer that cannot be read; the sentence says what would be right."""

    def __init__(self, sentence: object) -> None:
        super().__init__(str(sentence))


def look_up(book: Book, key: str) -> Any:  # noqa: ANN401 - whatever the rulebook holds there
    """Return what stands at a dotted key (``switches.0.kind``); None where nothing does."""
    value: Any = book
    for name in key.split("."):
        if isinstance(value, dict):
            value = value.get(name)
        elif isinstance(value, list) and name.isascii() and name.isdigit():
            value = value[int(name)] if int(name) < len(value) else None
        else:
            return None
    return value


def put(book: Book, key: str, value: object) -> None:
    """Write a value at a dotted key, unless the table it belongs to is not there."""
    *path, last = key.split(".")
    table = look_up(book, ".".join(path)) if path else book
    if isinstance(table, dict):
        table[last] = value


def one(posted: Posted, name: str) -> str:
    """Return the last value of a name, as a browser's form means it; empty where there is none."""
    values = posted.get(name) or [""]
    return values[-1].strip()


def figures(text: str) -> int | None:
    """Read a whole number, spaces between its thousands or not; None when it is not one."""
    digits = _SPACES.sub("", text)
    return int(digits) if _FIGURES.fullmatch(digits) else None


def rows_of(posted: Posted, name: str, columns: Sequence[str]) -> list[dict[str, list[str]]]:
    """Return the rows of a list, ``name.1.column`` and so on, down to the first that is missing."""
    found = []
    for number in range(1, MOST_ROWS + 1):
        row = {each: list(posted.get(f"{name}.{number}.{each}", ())) for each in columns}
        if not any(row.values()):
            break
        found.append(row)
    return found
