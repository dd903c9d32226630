"""Do, only to look at it, what then was never done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction


@contextmanager
def aside() -> Iterator[None]:
    """Have all that is done inside be taken back at the end, while others go on writing.

    SQLite lets one write at a time: there it is done in a copy of the database, in memory.
    """
    is_alone = connection.vendor == "sqlite" and not connection.in_atomic_block
    with _a_copy() if is_alone else nullcontext(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def _a_copy() -> Iterator[None]:
    """Have this thread ask and write a copy of the database instead of the database."""
    usual = connections[DEFAULT_DB_ALIAS]
    usual.ensure_connection()
    copy = usual.copy()
    copy.settings_dict["NAME"] = ":memory:"
    copy.connect()
    # Django leaves a database open that is gone once it is closed.
    with closing(copy.connection):
        usual.connection.backup(copy.connection)
        connections[DEFAULT_DB_ALIAS] = copy
        try:
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = usual
