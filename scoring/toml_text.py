"""A rulebook's mapping written as TOML, laid out as the files that ship."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def toml_text(mapping: Mapping[str, object]) -> str:
    """The TOML that reads back as this mapping: texts, numbers, booleans, lists, tables."""
    return "\n".join(_table(mapping, "")).strip() + "\n"


def _table(table: Mapping[str, object], path: str) -> Iterator[str]:
    """The lines of a table: what it holds itself, then the tables under it."""
    if path:
        yield f"[{path}]"
    tables: dict[str, Any] = {
        key: value for key, value in table.items() if _has_own_header(key, value)
    }
    for key, value in table.items():
        if key not in tables:
            yield f"{_key(key)} = {_laid_out(value)}"
    yield ""
    for key, value in tables.items():
        under = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, Mapping):
            yield from _table(value, under)
        else:
            for item in value:
                yield f"[[{under}]]"
                yield from (f"{_key(name)} = {_value(of)}" for name, of in item.items())
                yield ""


def _has_own_header(key: str, value: object) -> bool:
    if isinstance(value, Mapping):
        return bool(value) and not _is_short(value)
    return key == "switches" and isinstance(value, list) and bool(value)


def _is_short(table: Mapping[str, object]) -> bool:
    """Whether a table stays on its key's line: words in two languages, modes allowed."""
    return set(table) == {"fr", "en"} or all(isinstance(value, bool) for value in table.values())


def _laid_out(value: object) -> str:
    """A value, a list of tables on a line each."""
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"    {_value(item)},\n" for item in value) + "]"
    return _value(value)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04X}", value) + '"'
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)
