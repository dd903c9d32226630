"""The database's own guards: whether the triggers that refuse to alter a row are there."""

from __future__ import annotations

from django.db import connection

GUARDED = (
    "tournament_journalentry",
    "tournament_entry",
    "tournament_confirmation",
    "tournament_matchtotals",
    "tournament_ruling",
)
"""The tables whose rows are added and never changed."""

_SQLITE = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
# A trigger that was disabled refuses nothing.
_POSTGRESQL = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"


def unguarded_tables() -> list[str]:
    """Name the tables whose rows the database would let anybody change."""
    is_postgresql = connection.vendor == "postgresql"
    acts = ("append_only",) if is_postgresql else ("no_update", "no_delete")
    with connection.cursor() as cursor:
        cursor.execute(_POSTGRESQL if is_postgresql else _SQLITE)
        there = {row[0] for row in cursor.fetchall()}
    return [table for table in GUARDED if any(f"{table}_{act}" not in there for act in acts)]
