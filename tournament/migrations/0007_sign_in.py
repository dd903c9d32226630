"""Sign-ins that were not let in; and each club gets an organiser: its oldest account."""

from django.db import migrations, models


def appoint(apps, _schema_editor):
    """Make the oldest account of each club organise the whole club, as it did in all but name."""
    users = apps.get_model("tournament", "User").objects
    roles = apps.get_model("tournament", "ClubRole").objects
    oldest = {}
    for user in users.filter(club__isnull=False, is_active=True).order_by("pk"):
        oldest.setdefault(user.club_id, user.pk)
    for club, user in oldest.items():
        roles.get_or_create(club_id=club, user_id=user, kind="organiser")


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0006_trust'),
    ]

    operations = [
        migrations.CreateModel(
            name='WrongLogin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account', models.CharField(editable=False, max_length=64)),
                ('place', models.CharField(editable=False, max_length=64)),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'indexes': [models.Index(fields=['account', 'place', 'at'], name='wrong_login_by_account'), models.Index(fields=['at'], name='wrong_login_by_time')],
            },
        ),
        # PostgreSQL keeps no order of its own between rows that this leaves equal.
        migrations.AlterModelOptions(name='seat', options={'ordering': ['round', 'match__table', 'side', 'place', 'pk']}),
        migrations.RunPython(appoint, migrations.RunPython.noop),
    ]
