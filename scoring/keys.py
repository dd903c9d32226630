"""What the schema says of one key: the words it may be, the figures it may have."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from typing import Any

from scoring.clauses import required_clauses
from scoring.loader import Place, kinds_of, read
from scoring.schema import Between, Schema

_CHOSEN = ("named", "trumps", "switches")
"""The tables whose own keys a rulebook chooses."""


def kind_of(key: str) -> Any:  # noqa: ANN401 - a type taken from the schema
    """The type that the schema gives a dotted key: ``auction.after_pass``, ``rounding.to``."""
    kind: Any = Schema
    for name in key.split("."):
        if typing.get_origin(kind) is Mapping:
            kind = typing.get_args(kind)[1]
        elif isinstance(kind, type) and is_dataclass(kind):
            kind = kinds_of(kind)[name]
        else:
            raise KeyError(key)
    return kind


def choices_of(key: str) -> tuple[StrEnum, ...]:
    """The words that a key may be, or that its list may hold."""
    kind = kind_of(key)
    if typing.get_origin(kind) is tuple:
        kind = typing.get_args(kind)[0]
    return tuple(kind)


def limits_of(key: str) -> Between:
    """The smallest and the largest number that a key may have."""
    limits = typing.get_args(kind_of(key))[1]
    assert isinstance(limits, Between)  # noqa: S101 - the schema bounds every number
    return limits


def without_names(key: str) -> str:
    """Leave out which contract, kind of trumps or switch a key is of, as its words do."""
    top, *rest = key.split(".")
    return ".".join([top, *rest[1:]]) if top in _CHOSEN and rest else key


def leaf_keys() -> tuple[str, ...]:
    """Every key that holds a value, ``*`` standing for the keys of a table that are chosen."""
    return tuple(_leaves(Schema, ""))


def _leaves(kind: Any, key: str) -> typing.Iterator[str]:  # noqa: ANN401
    if isinstance(kind, type) and is_dataclass(kind):
        for name, under in kinds_of(kind).items():
            yield from _leaves(under, f"{key}.{name}" if key else name)
    elif typing.get_origin(kind) is Mapping and is_dataclass(typing.get_args(kind)[1]):
        yield from _leaves(typing.get_args(kind)[1], f"{key}.*")
    else:
        yield key


def needed_clauses(mapping: Mapping[str, object]) -> tuple[str, ...]:
    """The clauses that a rulebook has something to say about, before it is checked whole.

    Raises ``BadRulebook`` where the mapping is not even written as one.
    """
    values: Schema = read(Schema, mapping, Place("rulebook", ""))
    return required_clauses(values)
