"""Read many rows a batch at a time, past those that somebody made unreadable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from django.db import DatabaseError
from django.db.models import Model, QuerySet

from tournament.snapshots import apart

Row = TypeVar("Row", bound=Model)

BATCH = 1000
UNREADABLE = (DatabaseError, ValueError, TypeError, AttributeError, OverflowError)
"""What the database and Django raise for a column that holds what cannot be in it."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A row that cannot be read; ``key`` is what its key column holds."""

    key: object


def readable(found: QuerySet[Row], key: str) -> Iterator[Row | Unreadable]:
    """Yield each row in the order of a column, a batch in memory at a time.

    Rows are never changed once they are there, so that nothing is missed of those
    that were there at the start, and nothing later is seen.
    """
    keys = list(dict.fromkeys(found.order_by(key).values_list(key, flat=True)))
    for start in range(0, len(keys), BATCH):
        yield from _rows(found.order_by(key), key, keys[start : start + BATCH])


def _rows(found: QuerySet[Row], key: str, keys: list[object]) -> Iterator[Row | Unreadable]:
    """Yield the rows of some keys; where a batch cannot be read, one key after the other."""
    try:
        with apart():
            rows = list(found.filter(**{f"{key}__gte": keys[0], f"{key}__lte": keys[-1]}))
    except UNREADABLE:
        if len(keys) == 1:
            yield Unreadable(keys[0])
            return
        for each in keys:
            yield from _rows(found, key, [each])
    else:
        yield from rows
