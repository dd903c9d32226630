"""The database itself refuses to change or delete an entry or an act of the journal.

A whole contest may still be deleted by its organiser: ``deleting`` is set on it first.
"""

from django.db import migrations

OF_JOURNAL = "SELECT deleting FROM tournament_tournament WHERE id = OLD.tournament_id"
OF_ENTRY = """
    SELECT t.deleting
    FROM tournament_deal d
    JOIN tournament_match m ON m.id = d.match_id
    JOIN tournament_round r ON r.id = m.round_id
    JOIN tournament_tournament t ON t.id = COALESCE(r.tournament_id, r.removed_from_id)
    WHERE d.id = OLD.deal_id
"""
GUARDED = {"tournament_journalentry": OF_JOURNAL, "tournament_entry": OF_ENTRY}

SQLITE = """
CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;
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


def guard(apps, schema_editor):
    """Put the triggers on, in the words of the database in use."""
    for table, deleting in GUARDED.items():
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(POSTGRESQL.format(table=table, deleting=deleting), params=None)
            continue
        for statement in SQLITE.format(table=table, deleting=deleting).split("END;"):
            whole = statement if statement.rstrip().endswith("END") else f"{statement}END"
            schema_editor.execute(whole, params=None)


def unguard(apps, schema_editor):
    """Take the triggers off again."""
    for table in GUARDED:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP FUNCTION {table}_append_only() CASCADE", params=None)
            continue
        for act in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{act}", params=None)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [migrations.RunPython(guard, unguard)]
