"""Do, only to look at it, what then was never done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

UNSAFE = "PRAGMA foreign_keys=ON; PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;"
"""How a file is written that nobody reads after a power cut."""


@contextmanager
def aside() -> Iterator[None]:
    """Have all that is done inside be taken back at the end, while others go on writing.

    SQLite lets one write at a time: there it is done in a copy of the database, a file that is
    thrown away. No other thread sees that copy: Django keeps the connections of each apart.
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
    with TemporaryDirectory(prefix="dix-de-der-") as folder:
        copy.settings_dict["NAME"] = str(Path(folder) / "copy.sqlite3")
        copy.settings_dict["OPTIONS"]["init_command"] = UNSAFE
        connections[DEFAULT_DB_ALIAS] = copy
        try:
            copy.connect()
            usual.connection.backup(copy.connection)
            # The copy says of itself how the database is written.
            copy.connection.executescript(UNSAFE)
            yield
        finally:
            connections[DEFAULT_DB_ALIAS] = usual
            copy.close()
