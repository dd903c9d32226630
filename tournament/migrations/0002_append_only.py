"""The database itself refuses to change or delete an entry or an act of the journal."""

from django.db import migrations

from tournament.migrations._append_only import ENTRIES, JOURNAL, put_on


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]

    operations = [put_on(JOURNAL | ENTRIES)]
