"""One after the other: what SQLite does with every transaction that writes."""

from zlib import crc32

from django.db import connection


def in_turn(name: str) -> None:
    """Wait until no other transaction is in this turn, and keep it to the end of one's own.

    For counting what one is about to add to: PostgreSQL has each of two count before either
    has written.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [crc32(name.encode())])
