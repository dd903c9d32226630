"""Put many rows into the database as they were, their moments and their keys included.

Django's own ways fill in a moment as a row is saved, and take a query a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from django.db import connection
from django.db.models import Model

BATCH = 500


def new_keys(model: type[Model], count: int) -> list[int]:
    """Return so many keys of a table that no row has or had; the transaction goes on holding them.

    SQLite lets one write at a time, so that those after the last one are free.
    """
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            sequence = (
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
            )
            cursor.execute(sequence, [table, count])
            return sorted(row[0] for row in cursor.fetchall())
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        first = (row[0] if row else 0) + 1
        return list(range(first, first + count))


def insert(model: type[Model], rows: Iterable[Mapping[str, Any]]) -> None:
    """Add rows, each a value for every column by its name; a relation's value is a key."""
    columns = model._meta.concrete_fields
    # The names are ours: those of the models.
    quote = connection.ops.quote_name
    statement = "INSERT INTO {table} ({columns}) VALUES ({values})".format(  # noqa: S608 # nosec B608
        table=quote(model._meta.db_table),
        columns=", ".join(quote(column.column) for column in columns),
        values=", ".join(["%s"] * len(columns)),
    )
    prepared = (
        [column.get_db_prep_save(row[column.name], connection) for column in columns]
        for row in rows
    )
    with connection.cursor() as cursor:
        for batch in _batches(prepared):
            cursor.executemany(statement, batch)


def _batches(rows: Iterator[list[Any]]) -> Iterator[list[list[Any]]]:
    while batch := list(islice(rows, BATCH)):
        yield batch
