"""What goes on the wall: what is shown to everybody, the screens, the prizes and the papers."""

import django.core.validators
import django.db.models.deletion
import tournament.models.paper
import tournament.models.screen
import tournament.models.team
from django.db import migrations, models

from tournament.migrations._append_only import CONFIRMATIONS, ENTRIES, JOURNAL, RULINGS, TOTALS, put_on, taken_off


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_referee'),
    ]

    operations = [
        taken_off(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS),
        migrations.AddField(
            model_name='tournament',
            name='origin',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='shows_draw',
            field=models.BooleanField(default=False, verbose_name='the draw is shown to everybody'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='shows_standings',
            field=models.BooleanField(default=False, verbose_name='the results and the standings are shown to everybody'),
        ),
        migrations.CreateModel(
            name='Display',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('code', models.CharField(editable=False, max_length=24, unique=True)),
                ('panels', models.JSONField(default=list)),
                ('seconds', models.PositiveSmallIntegerField(default=15, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(300)], verbose_name='seconds a page')),
                ('is_dark', models.BooleanField(default=True, verbose_name='light on dark')),
                ('held', models.CharField(blank=True, choices=tournament.models.screen.panel_choices, max_length=12, verbose_name='held on')),
                ('message', models.CharField(blank=True, max_length=120, verbose_name='message')),
                ('order', models.PositiveIntegerField(default=0, editable=False)),
                ('client_key', models.UUIDField(editable=False, unique=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='displays', to='tournament.tournament')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'name'), name='display_named_once')],
            },
        ),
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, verbose_name='title')),
                ('content', models.BinaryField()),
                ('digest', models.CharField(max_length=64)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to='tournament.club')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('club', 'digest'), name='picture_once_a_club')],
            },
        ),
        migrations.CreateModel(
            name='Printed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('place', models.CharField(blank=True, max_length=40)),
                ('digest', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printed', to='tournament.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'kind', 'place'), name='printed_last_once')],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=tournament.models.paper.prize_choices, default='rank', max_length=10, verbose_name='for')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='place')),
                ('category', models.CharField(blank=True, choices=tournament.models.team.category_choices, max_length=10, verbose_name='category')),
                ('award', models.CharField(blank=True, max_length=120, verbose_name='prize')),
                ('amount', models.DecimalField(blank=True, decimal_places=2, max_digits=8, null=True, validators=[django.core.validators.MinValueValidator(0)], verbose_name='amount, in euros')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='tournament.tournament')),
            ],
            options={
                'ordering': ['tournament', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('kind', 'rank')), fields=('tournament', 'place'), name='prize_once_a_place'), models.UniqueConstraint(condition=models.Q(('kind', 'rank'), _negated=True), fields=('tournament', 'kind', 'category'), name='prize_once_a_kind'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'rank'), ('place__isnull', False)), models.Q(('kind', 'rank'), _negated=True), _connector='OR'), name='prize_for_a_place_has_its_place')],
            },
        ),
        put_on(JOURNAL | ENTRIES | CONFIRMATIONS | TOTALS | RULINGS),
    ]
