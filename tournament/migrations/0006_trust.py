"""A club's own rulebooks, what a table chooses, roles in a club, invitations, the machine's settings."""

import django.core.validators
import django.db.models.deletion
import tournament.models.club
import uuid
from django.conf import settings
from django.db import migrations, models

from tournament.migrations._append_only import (
    CONFIRMATIONS,
    ENTRIES,
    JOURNAL,
    RULEBOOK_VERSIONS,
    RULINGS,
    TOTALS,
    put_on,
    taken_off,
)


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0005_wall'),
    ]

    operations = [
        taken_off(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS),
        migrations.AddField(
            model_name='club',
            name='names_kept_months',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name="months for which the players' names are kept"),
        ),
        migrations.AddField(
            model_name='entry',
            name='options',
            field=models.CharField(blank=True, default='', editable=False, max_length=1000),
        ),
        migrations.AddField(
            model_name='match',
            name='options',
            field=models.CharField(blank=True, default='', editable=False, max_length=1000),
        ),
        migrations.AddField(
            model_name='player',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rulebook_own',
            field=models.TextField(blank=True, default='', editable=False),
        ),
        migrations.CreateModel(
            name='ClubRulebook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(editable=False, max_length=60)),
                ('base', models.TextField(editable=False)),
                ('draft', models.TextField(editable=False)),
                ('draft_number', models.PositiveIntegerField(default=1, editable=False)),
                ('drafted_at', models.DateTimeField(auto_now=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('retired_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('client_key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulebooks', to='tournament.club')),
                ('drafted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('made_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Installation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('backup_minutes', models.PositiveSmallIntegerField(default=10, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(240)], verbose_name='minutes between two backups during play')),
                ('second_folder', models.CharField(blank=True, max_length=300, verbose_name='second folder for the backups')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='installation_is_one')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournament.models.club.role_choices, max_length=20, verbose_name='role')),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('expires_at', models.DateTimeField(editable=False)),
                ('withdrawn_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('taken_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('client_key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournament.club')),
                ('made_by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.CASCADE, related_name='invitations_made', to=settings.AUTH_USER_MODEL)),
                ('taken_by', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='invitations_taken', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournament.tournament')),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='RulebookExample',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('facts', models.JSONField()),
                ('marks_a', models.PositiveIntegerField(verbose_name='marks of A')),
                ('marks_b', models.PositiveIntegerField(verbose_name='marks of B')),
                ('added_at', models.DateTimeField(auto_now_add=True)),
                ('client_key', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('added_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rulebook_of', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='examples', to='tournament.clubrulebook')),
            ],
            options={
                'ordering': ['rulebook_of', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='RulebookVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='version')),
                ('text', models.TextField(editable=False)),
                ('fingerprint', models.CharField(editable=False, max_length=64)),
                ('examples', models.JSONField(default=list, editable=False)),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='what changes')),
                ('published_at', models.DateTimeField(auto_now_add=True)),
                ('published_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('rulebook_of', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='versions', to='tournament.clubrulebook', verbose_name='rulebook')),
            ],
            options={
                'ordering': ['rulebook_of', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ClubRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournament.models.club.role_choices, max_length=20, verbose_name='role')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='roles', to='tournament.club')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'club', 'kind'), name='role_once_per_club')],
            },
        ),
        migrations.AddConstraint(
            model_name='clubrulebook',
            constraint=models.UniqueConstraint(fields=('club', 'name'), name='rulebook_named_once_a_club'),
        ),
        migrations.AddConstraint(
            model_name='rulebookversion',
            constraint=models.UniqueConstraint(fields=('rulebook_of', 'number'), name='rulebook_version_once'),
        ),
        put_on(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS | RULEBOOK_VERSIONS),
    ]
