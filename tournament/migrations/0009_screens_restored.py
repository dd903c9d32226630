"""Screens that came with an archive get a code that opens them; a date has a year of our time."""

import secrets

from django.db import migrations, models
from django.db.models.functions import Length

import tournament.models.tournament

ALPHABET, LENGTH = "0123456789ABCDEFGHJKMNPQRTVWXY", 10


def give_codes(apps, _editor):
    """Give a screen whose code no page takes another one; nobody can have opened it."""
    displays = apps.get_model("tournament", "Display").objects
    for display in displays.annotate(length=Length("code")).exclude(length=LENGTH):
        display.code = "".join(secrets.choice(ALPHABET) for _sign in range(LENGTH))
        display.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_account_names"),
    ]

    operations = [
        migrations.RunPython(give_codes, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="tournament",
            name="date",
            field=models.DateField(
                validators=[tournament.models.tournament.check_day], verbose_name="date"
            ),
        ),
    ]
