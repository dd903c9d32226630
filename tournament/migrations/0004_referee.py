"""What the referee needs: calls, rulings, and what a ruling does to a deal."""

import django.db.models.deletion
import tournament.labels
import tournament.models.round
import tournament.models.ruling
import tournament.models.tournament
from django.conf import settings
from django.db import migrations, models

from tournament.migrations._append_only import CONFIRMATIONS, ENTRIES, JOURNAL, RULINGS, TOTALS, put_on, taken_off


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0003_desk'),
    ]

    operations = [
        taken_off(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS),
        migrations.CreateModel(
            name='RefereeCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.CharField(blank=True, choices=tournament.models.round.side_choices, max_length=1)),
                ('category', models.CharField(choices=tournament.labels.fault_choices, max_length=20, verbose_name='about')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='in a few words')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('taken_at', models.DateTimeField(blank=True, null=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('for_nothing', models.BooleanField(default=False, verbose_name='called for nothing')),
                ('client_key', models.UUIDField(unique=True)),
            ],
            options={
                'ordering': ['created_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('category', models.CharField(choices=tournament.labels.fault_choices, max_length=20, verbose_name='about')),
                ('facts', models.TextField(max_length=1000, verbose_name='what happened')),
                ('article', models.CharField(blank=True, max_length=200, verbose_name='article')),
                ('decision', models.CharField(choices=tournament.models.ruling.decision_choices, max_length=14, verbose_name='decision')),
                ('explanation', models.TextField(blank=True, max_length=1000, verbose_name='decision, in words')),
                ('side', models.CharField(blank=True, choices=tournament.models.round.side_choices, max_length=1, verbose_name='side')),
                ('marks', models.IntegerField(blank=True, null=True, verbose_name='marks')),
                ('marks_a', models.PositiveIntegerField(blank=True, null=True, verbose_name='marks of A')),
                ('marks_b', models.PositiveIntegerField(blank=True, null=True, verbose_name='marks of B')),
                ('deals', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='for how many deals')),
                ('second_person', models.CharField(blank=True, max_length=60, verbose_name='second person')),
                ('is_published', models.BooleanField(default=False, verbose_name='shown to the public')),
                ('changes', models.JSONField(default=list, editable=False)),
                ('client_key', models.UUIDField(unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='awarded_a',
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='entry',
            name='awarded_b',
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='role',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='roles', to='tournament.team'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='excluded_kind',
            field=models.CharField(choices=tournament.models.tournament.exclusion_choices, default='kept', max_length=10, verbose_name='the matches of an excluded team'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='names_sanctioned',
            field=models.BooleanField(default=False, verbose_name='warnings, bans and exclusions are shown with names'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'awarded'), _negated=True), models.Q(('awarded_a__isnull', False), ('awarded_b__isnull', False)), _connector='OR'), name='entry_awarded_has_its_marks'),
        ),
        migrations.AddField(
            model_name='refereecall',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='refereecall',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournament.match'),
        ),
        migrations.AddField(
            model_name='refereecall',
            name='taken_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ruling',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ruling',
            name='deal',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.deal'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='match',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.match'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='player',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.player'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='replaces',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaced_by', to='tournament.ruling'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rulings', to='tournament.team'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rulings', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='refereecall',
            name='ruling',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='calls', to='tournament.ruling'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='ruling_number_once'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decision', 'marks'), _negated=True), ('marks__isnull', False), _connector='OR'), name='ruling_of_marks_says_how_many'),
        ),
        migrations.AddConstraint(
            model_name='refereecall',
            constraint=models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('match',), name='call_one_open_a_table'),
        ),
        put_on(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS),
    ]
