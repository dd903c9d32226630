"""What is worth noting, and not worth waiting for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import OperationalError, connection

MILLISECONDS = 250
"""Longer than another save takes."""


def note_if_it_can_be(write: Callable[[], object]) -> None:
    """Write something, or leave it out where another program holds the database.

    A page that is read must not wait until that program is closed for what it notes beside.
    Outside of any transaction: what is left out leaves none behind that is broken.
    """
    usual = _wait_for(MILLISECONDS)
    try:
        with suppress(OperationalError):
            write()
    finally:
        _wait_for(usual)


def _wait_for(milliseconds: int) -> int:
    """Set for how long SQLite waits for others who write; return for how long it did."""
    if connection.vendor != "sqlite":
        return 0
    connection.ensure_connection()
    # Of the driver itself: no question of the site's, and nobody counts it as one.
    (usual,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    connection.connection.execute(f"PRAGMA busy_timeout = {int(milliseconds)}")
    return int(usual)
