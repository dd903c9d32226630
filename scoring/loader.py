"""The strict reader: a mapping becomes frozen values, or is refused with its key.

The schema's types say everything: a dataclass is a table with exactly its keys, a
``StrEnum`` one of its words, ``Annotated[int, Between]`` a bounded whole number.
"""

# The kinds read here are types taken from the schema: Any is what Python calls them.
# ruff: noqa: ANN401
from __future__ import annotations

import re
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, NamedTuple

from scoring.errors import BadRulebook
from scoring.schema import Between
from scoring.terms import TERM_EXPECTED, Term

LONGEST_TEXT = 2_000
LONGEST_LIST = 200
LARGEST = 1_000_000
DEEPEST = 6
_CONTROL = re.compile("[\x00-\x1f\ud800-\udfff]")
_FRACTION = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,6}))?", re.ASCII)


class Place(NamedTuple):
    """Where the reader stands: the file, and the dotted key in it."""

    file: str
    key: str

    def under(self, name: object) -> Place:
        """The place of a key (or of a list's item) inside this one."""
        return Place(self.file, f"{self.key}.{name}" if self.key else str(name))

    def refusal(self, code: str, expected: str) -> BadRulebook:
        """What to raise when this place does not hold what it should."""
        return BadRulebook(code, field="rulebook", file=self.file, key=self.key, expected=expected)

    def bad(self, expected: str) -> BadRulebook:
        """The refusal of a value of the wrong kind."""
        return self.refusal("rulebook_bad_value", expected)


def read(kind: Any, value: object, place: Place) -> Any:
    """The value of that kind written at that place."""
    origin = typing.get_origin(kind)
    reader = _BY_ORIGIN.get(origin) or _BY_KIND.get(kind)
    if reader is not None:
        return reader(kind, value, place)
    if is_dataclass(kind):
        return _table(kind, value, place)
    return _word(kind, value, place)


def _whole(kind: Any, value: object, place: Place) -> int:
    limits: Between = typing.get_args(kind)[1]
    if isinstance(value, bool) or not isinstance(value, int):
        raise place.bad(f"a whole number from {limits.least} to {limits.most}")
    if not limits.least <= value <= limits.most:
        raise place.bad(f"a whole number from {limits.least} to {limits.most}")
    return value


def _truth(_: Any, value: object, place: Place) -> bool:
    if not isinstance(value, bool):
        raise place.bad("true or false")
    return value


def _text(_: Any, value: object, place: Place) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not _is_plain(value):
        raise place.bad(f"a text of at most {LONGEST_TEXT} characters, without control characters")
    return value


def _is_plain(text: str) -> bool:
    # Lone surrogates pass json.loads but can be neither stored nor fingerprinted.
    return _CONTROL.search(text) is None


def _word(kind: type[StrEnum], value: object, place: Place) -> StrEnum:
    if isinstance(value, str) and value in set(kind):
        return kind(value)
    raise place.bad("one of: " + ", ".join(kind))


def _fraction(_: Any, value: object, place: Place) -> Fraction:
    found = _FRACTION.fullmatch(value) if isinstance(value, str) else None
    over, under = (int(found[1]), int(found[2] or 1)) if found else (0, 0)
    if not over or not under:
        raise place.bad('a fraction above zero as a text: "2/3", "1"')
    return Fraction(over, under)


def _term(_: Any, value: object, place: Place) -> Term:
    term = Term.parse(value)
    if term is None:
        raise place.bad(TERM_EXPECTED)
    return term


def _items(kind: Any, value: object, place: Place) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple) or len(value) > LONGEST_LIST:
        raise place.bad(f"a list of at most {LONGEST_LIST} items")
    kinds = typing.get_args(kind)
    if kinds[-1] is ...:
        return tuple(read(kinds[0], item, place.under(n)) for n, item in enumerate(value, 1))
    if len(value) != len(kinds):
        raise place.bad(f"a list of {len(kinds)} items")
    pairs = zip(kinds, value, strict=True)
    return tuple(read(kind, item, place.under(n)) for n, (kind, item) in enumerate(pairs, 1))


def _keyed(kind: Any, value: object, place: Place) -> Mapping[Any, Any]:
    """A table whose keys are words of an enumeration, or free texts."""
    key_kind, value_kind = typing.get_args(kind)
    table = _as_table(value, place)
    known = set(key_kind) if key_kind is not str else None
    for key in table:
        if known is not None and key not in known:
            expected = "one of: " + ", ".join(key_kind)
            raise place.under(key).refusal("rulebook_unknown_key", expected)
    return MappingProxyType(
        {key_kind(key): read(value_kind, item, place.under(key)) for key, item in table.items()}
    )


def _plain(_: Any, value: object, place: Place, depth: int = 0) -> object:
    """Whatever TOML and JSON both can say: what a switch sets is read in full once applied."""
    if isinstance(value, Mapping) and depth < DEEPEST:
        table = _as_table(value, place)
        return {key: _plain(_, item, place.under(key), depth + 1) for key, item in table.items()}
    if isinstance(value, list | tuple) and depth < DEEPEST and len(value) <= LONGEST_LIST:
        return [_plain(_, item, place, depth + 1) for item in value]
    if isinstance(value, str):
        return _text(_, value, place)
    if isinstance(value, int) and abs(value) <= LARGEST:
        return value
    raise place.bad("a text, a whole number, true or false, or a list or table of them")


def _either(kind: Any, value: object, place: Place) -> Any:
    """A table written out, or the word that names another one."""
    table, word = typing.get_args(kind)
    return read(word if isinstance(value, str) else table, value, place)


def _table(kind: Any, value: object, place: Place) -> Any:
    table = _as_table(value, place)
    kinds = kinds_of(kind)
    for key in table:
        if key not in kinds:
            expected = "one of: " + ", ".join(kinds)
            raise place.under(key).refusal("rulebook_unknown_key", expected)
    for key in kinds:
        if key not in table:
            raise place.under(key).refusal("rulebook_missing_key", "every key written out")
    return kind(**{key: read(kinds[key], table[key], place.under(key)) for key in kinds})


def _as_table(value: object, place: Place) -> Mapping[str, object]:
    if not isinstance(value, Mapping) or len(value) > LONGEST_LIST:
        raise place.bad("a table")
    for key in value:
        if not isinstance(key, str) or len(key) > LONGEST_TEXT or not _is_plain(key):
            raise place.bad("a table with texts as its keys")
    return value


@cache
def kinds_of(kind: Any) -> dict[str, Any]:
    """The keys of a table, each with its type."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind) if field.init}


_Reader = Callable[[Any, object, Place], Any]
_BY_ORIGIN: dict[Any, _Reader] = {
    typing.Annotated: _whole,
    tuple: _items,
    Mapping: _keyed,
    UnionType: _either,
}
_BY_KIND: dict[Any, _Reader] = {
    bool: _truth,
    str: _text,
    object: _plain,
    Fraction: _fraction,
    Term: _term,
}
