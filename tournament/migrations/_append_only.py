"""Triggers by which the database itself refuses to change or delete a row.

A whole contest may still be deleted by its organiser: ``deleting`` is set on it first.
SQLite makes a table anew to change it, and so loses its triggers: a migration that changes
a table of the contests does so between ``taken_off`` and ``put_on``.
"""

from functools import partial

from django.db import migrations

# For each table, the query that says of the row OLD whether its contest is being deleted.
_OF_DEAL = """
    SELECT t.deleting
    FROM tournament_deal d
    JOIN tournament_match m ON m.id = d.match_id
    JOIN tournament_round r ON r.id = m.round_id
    JOIN tournament_tournament t ON t.id = COALESCE(r.tournament_id, r.removed_from_id)
    WHERE d.id = {deal}
"""
_OF_MATCH = """
    SELECT t.deleting
    FROM tournament_match m
    JOIN tournament_round r ON r.id = m.round_id
    JOIN tournament_tournament t ON t.id = COALESCE(r.tournament_id, r.removed_from_id)
    WHERE m.id = OLD.match_id
"""
JOURNAL = {
    "tournament_journalentry": (
        "SELECT deleting FROM tournament_tournament WHERE id = OLD.tournament_id"
    ),
}
ENTRIES = {"tournament_entry": _OF_DEAL.format(deal="OLD.deal_id")}
CONFIRMATIONS = {
    "tournament_confirmation": _OF_DEAL.format(
        deal="(SELECT e.deal_id FROM tournament_entry e WHERE e.id = OLD.entry_id)"
    ),
}
TOTALS = {"tournament_matchtotals": _OF_MATCH}
RULINGS = {
    "tournament_ruling": "SELECT deleting FROM tournament_tournament WHERE id = OLD.tournament_id",
}
# Of no contest: a version goes only with its whole rulebook, once that is retired.
RULEBOOK_VERSIONS = {
    "tournament_rulebookversion": (
        "SELECT retired_at IS NOT NULL FROM tournament_clubrulebook WHERE id = OLD.rulebook_of_id"
    ),
}

SQLITE_UPDATE = """
CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
SQLITE_DELETE = """
CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
WHEN ({deleting}) = 0
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
POSTGRESQL = """
CREATE FUNCTION {table}_append_only() RETURNS trigger AS $$
BEGIN
    IF TG_OP = 'DELETE' AND COALESCE(({deleting}), TRUE) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '{table} is append-only';
END $$ LANGUAGE plpgsql;
CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
"""


def put_on(guarded):
    """Return the operation that puts the triggers of some tables on."""
    return migrations.RunPython(partial(_guard, guarded), partial(_unguard, guarded))


def taken_off(guarded):
    """Return the operation that takes the triggers of some tables off."""
    return migrations.RunPython(partial(_unguard, guarded), partial(_guard, guarded))


def _guard(guarded, apps, schema_editor):
    is_postgresql = schema_editor.connection.vendor == "postgresql"
    for table, deleting in guarded.items():
        for statement in [POSTGRESQL] if is_postgresql else [SQLITE_UPDATE, SQLITE_DELETE]:
            schema_editor.execute(statement.format(table=table, deleting=deleting), params=None)


def _unguard(guarded, apps, schema_editor):
    for table in guarded:
        if schema_editor.connection.vendor == "postgresql":
            drop = f"DROP FUNCTION IF EXISTS {table}_append_only() CASCADE"
            schema_editor.execute(drop, params=None)
            continue
        for act in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{act}", params=None)
