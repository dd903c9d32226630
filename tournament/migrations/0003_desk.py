"""What the desk needs: sheets checked twice, codes of tables, totals, the time to complain."""

import django.db.models.deletion
import tournament.models.round
import tournament.models.tournament
from django.conf import settings
from django.db import migrations, models

from tournament.migrations._append_only import CONFIRMATIONS, ENTRIES, JOURNAL, TOTALS, put_on, taken_off


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0002_append_only'),
    ]

    operations = [
        taken_off(JOURNAL | ENTRIES),
        migrations.AddField(
            model_name='deal',
            name='reading_a',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='deal',
            name='reading_b',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='entry',
            name='copied_from',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournament.entry'),
        ),
        migrations.AddField(
            model_name='entry',
            name='paper_a',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='marks of A on the paper'),
        ),
        migrations.AddField(
            model_name='entry',
            name='paper_b',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='marks of B on the paper'),
        ),
        migrations.AddField(
            model_name='entry',
            name='sheet',
            field=models.CharField(blank=True, choices=tournament.models.round.side_choices, max_length=1, verbose_name='sheet of'),
        ),
        migrations.AddField(
            model_name='match',
            name='checking',
            field=models.CharField(blank=True, choices=tournament.models.tournament.checking_choices, max_length=10),
        ),
        migrations.AddField(
            model_name='tournament',
            name='checking',
            field=models.CharField(choices=tournament.models.tournament.checking_choices, default='once', max_length=10, verbose_name='score sheets are'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='paper_marks',
            field=models.BooleanField(default=False, verbose_name='the marks written on the paper are typed too'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='phones',
            field=models.BooleanField(default=False, verbose_name='the tables may type on their phones'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='reclaim_minutes',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='minutes to complain after a round is closed'),
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField()),
                ('side', models.CharField(blank=True, choices=tournament.models.round.side_choices, max_length=1)),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='what is contested')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='confirmations', to='tournament.entry')),
            ],
            options={
                'ordering': ['entry', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='MatchTotals',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('marks_a', models.PositiveIntegerField(verbose_name='marks of A')),
                ('marks_b', models.PositiveIntegerField(verbose_name='marks of B')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('client_key', models.UUIDField(unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='totals_taken', to='tournament.match')),
            ],
            options={
                'verbose_name_plural': 'match totals',
                'ordering': ['match', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='match',
            name='totals',
            field=models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='counts_for', to='tournament.matchtotals'),
        ),
        migrations.CreateModel(
            name='WrongCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.GenericIPAddressField()),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'indexes': [models.Index(fields=['address', 'at'], name='wrong_code_by_address')],
            },
        ),
        migrations.CreateModel(
            name='Presence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seen_at', models.DateTimeField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='presences', to='tournament.match')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'user'), name='presence_once_a_sheet')],
            },
        ),
        migrations.CreateModel(
            name='TableCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(choices=tournament.models.round.side_choices, max_length=1)),
                ('code', models.CharField(max_length=12, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='codes', to='tournament.match')),
            ],
            options={
                'ordering': ['match', 'side', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('match', 'side'), name='table_code_one_a_side')],
            },
        ),
        put_on(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS),
    ]
