"""How names are tidied and folded to be searched, and how figures are written."""

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Row = TypeVar("Row")

NAME_LENGTH = 60
"""The longest team, player or tournament name, in characters."""
MOST_MARKS = 4
"""So many accents stay on one letter: more run over the lines above and below, and thousands
would keep a processor for hours, which puts them in their order pair by pair."""

FIRST_FROM_THE_RIGHT = "\u0590"
"""No letter before it is read from right to left."""


def tidy(text: str) -> str:
    """Return a name in composed form, its runs of white space folded to one space.

    Control and invisible formatting characters go: pasted cells bring them,
    and two names that look alike must be equal.
    """
    return " ".join(unicodedata.normalize("NFC", "".join(_visible(text))).split())


def plain(text: str) -> str:
    """Return what somebody wrote in sentences, each of its lines tidied as a name is."""
    return "\n".join(map(tidy, text.splitlines())).strip()


def _visible(text: str) -> Iterator[str]:
    marks = 0
    for character in text:
        if character.isspace():
            marks = 0
            yield " "
            continue
        category = unicodedata.category(character)
        if category in {"Cc", "Cf", "Cs", "Co"}:
            continue
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            yield character


def search_key(text: str) -> str:
    """Return a name without accents, ligatures or case, to compare and to search."""
    spelled = tidy(text).replace("œ", "oe").replace("Œ", "OE").replace("æ", "ae").replace("Æ", "AE")
    spelled = spelled.replace("’", "'")
    decomposed = unicodedata.normalize("NFKD", spelled)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return bare.casefold()


def alphabetical(rows: Iterable[Row], name: Callable[[Row], str]) -> list[Row]:
    """Sort rows by name as a dictionary would: « Élan » before « Zoo ».

    A database has an order of its own, SQLite another one than a French PostgreSQL.
    """
    return sorted(rows, key=lambda row: (search_key(name(row)), name(row)))


def isolated(name: str) -> str:
    """Keep a name that is read from right to left from turning what stands beside it.

    A number or another such name after it would be read before it. Other names stay as they
    are, and so do those that stand alone in a cell or in an element of their own.
    """
    turns = max(name, default="") >= FIRST_FROM_THE_RIGHT and any(
        unicodedata.bidirectional(sign) in {"R", "AL"} for sign in name
    )
    return f"\u2068{name}\u2069" if turns else name


THIN_SPACE = "\u202f"
MINUS = "\u2212"
NOTHING = "\u2013"


def spaced(number: int) -> str:
    """Return a number with thin no-break spaces between the thousands."""
    return f"{number:,}".replace(",", THIN_SPACE)


def marks(number: int | None) -> str:
    """Write marks with thin no-break spaces between the thousands; nothing is a dash."""
    if number is None or number == "":
        return NOTHING
    written = spaced(abs(number))
    return MINUS + written if number < 0 else written


def signed(number: int | None) -> str:
    """Write a difference with its sign before it, zero without one."""
    if not number:
        return marks(number)
    sign = "+" if number > 0 else MINUS
    return f"{sign}{THIN_SPACE}{marks(abs(number))}"
