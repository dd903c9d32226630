"""What is added and never changed: neither the site nor the ORM can alter a row of it."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection, models, transaction
from django.db.models import ProtectedError, RestrictedError
from django.db.models.functions import Upper

from tests.tournament.builders import a_deal, a_match, a_user
from tournament.journal.guards import GUARDED, unguarded_tables
from tournament.journal.services import write
from tournament.journal.verification import verify
from tournament.models import (
    Confirmation,
    Decision,
    Entry,
    JournalEntry,
    Match,
    MatchTotals,
    Round,
    Ruling,
    Tournament,
)

pytestmark = pytest.mark.django_db

ADDED_ONLY = (JournalEntry, Entry, Confirmation, MatchTotals, Ruling)


@pytest.fixture
def match() -> Match:
    """A match of a contest that holds a row of each table."""
    found = a_match()
    tournament = found.round.tournament
    entry = a_deal(found)
    Confirmation.objects.create(entry=entry, agrees=True)
    MatchTotals.objects.create(
        match=found, marks_a=900, marks_b=700, reason="feuille illisible", client_key=uuid4()
    )
    Ruling.objects.create(
        tournament=tournament,
        number=1,
        category="revoke",
        facts="un pli de trop",
        decision=Decision.NOTHING,
        by=a_user("organiser"),
        client_key=uuid4(),
    )
    write(tournament, "test.act", by=a_user(), details={})
    return found


def held(model: type[models.Model]) -> list[dict[str, object]]:
    return list(model._default_manager.order_by("pk").values())


def text_column(model: type[models.Model]) -> str:
    names = {"kind", "reason", "note", "facts"}
    return next(field.name for field in model._meta.concrete_fields if field.name in names)


def resaved(model: type[models.Model]) -> None:
    row = model._default_manager.first()
    setattr(row, text_column(model), "forged")
    row.save()


def resaved_in_part(model: type[models.Model]) -> None:
    row = model._default_manager.first()
    row.save(update_fields=[text_column(model)])


def updated(model: type[models.Model]) -> None:
    model._default_manager.update(**{text_column(model): "forged"})


def updated_by_an_expression(model: type[models.Model]) -> None:
    model._default_manager.update(**{text_column(model): Upper(text_column(model))})


def updated_in_bulk(model: type[models.Model]) -> None:
    rows = list(model._default_manager.all())
    for row in rows:
        setattr(row, text_column(model), "forged")
    model._default_manager.bulk_update(rows, [text_column(model)])


def created_over(model: type[models.Model]) -> None:
    row = model._default_manager.first()
    setattr(row, text_column(model), "forged")
    model._default_manager.bulk_create(
        [row], update_conflicts=True, unique_fields=["id"], update_fields=[text_column(model)]
    )


def updated_or_created(model: type[models.Model]) -> None:
    row = model._default_manager.first()
    model._default_manager.update_or_create(pk=row.pk, defaults={text_column(model): "forged"})


def deleted(model: type[models.Model]) -> None:
    model._default_manager.first().delete()


def deleted_in_bulk(model: type[models.Model]) -> None:
    model._default_manager.all().delete()


def deleted_raw(model: type[models.Model]) -> None:
    model._default_manager.all()._raw_delete(using="default")


ALTERATIONS = (
    resaved,
    resaved_in_part,
    updated,
    updated_by_an_expression,
    updated_in_bulk,
    created_over,
    updated_or_created,
    deleted,
    deleted_in_bulk,
    deleted_raw,
)
REFUSALS = (DatabaseError, ProtectedError, RestrictedError)


@pytest.mark.parametrize("model", ADDED_ONLY)
@pytest.mark.parametrize("alteration", ALTERATIONS)
def test_no_ordinary_call_alters_a_row(match, model, alteration: Callable[..., None]):
    before = held(model)
    assert before
    with pytest.raises(REFUSALS), transaction.atomic():
        alteration(model)
    assert held(model) == before


@pytest.mark.parametrize(
    "parent",
    [
        lambda match: match.round.tournament.delete(),
        lambda match: Tournament.objects.all().delete(),
        lambda match: match.round.tournament.club.delete(),
        lambda match: match.round.delete(),
        lambda match: Round.objects.all().delete(),
        lambda match: match.delete(),
        lambda match: Match.objects.all().delete(),
        lambda match: match.deals.all().delete(),
        lambda match: match.deals.update(accepted=None) and match.deals.all().delete(),
        lambda match: a_user().delete(),
        lambda match: a_user("organiser").delete(),
    ],
)
def test_no_row_goes_with_what_it_belongs_to(match, parent):
    before = {model: held(model) for model in ADDED_ONLY}
    with pytest.raises(REFUSALS), transaction.atomic():
        parent(match)
    assert {model: held(model) for model in ADDED_ONLY} == before


def test_a_row_put_in_again_without_its_number_stays_as_it_was(match):
    before = held(JournalEntry)
    act = JournalEntry.objects.first()
    act.kind = "forged"
    JournalEntry.objects.bulk_create([act], ignore_conflicts=True)
    assert held(JournalEntry) == before


def test_a_copy_with_the_same_number_is_refused(match):
    act = JournalEntry.objects.first()
    act.pk = None
    with pytest.raises(DatabaseError), transaction.atomic():
        act.save(force_insert=True)


def test_a_contest_being_deleted_goes_with_all_its_rows(match):
    Match.objects.update(totals=None)
    match.deals.update(accepted=None)
    tournament = match.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(deleting=True)
    for model in (Confirmation, Ruling, MatchTotals, Entry, JournalEntry):
        model._default_manager.all().delete()
        assert not model._default_manager.exists()


# --- The guards themselves -------------------------------------------------------------------


def test_every_guard_is_there_after_the_last_migration():
    assert unguarded_tables() == []
    assert {model._meta.db_table for model in ADDED_ONLY} == set(GUARDED)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite loses the triggers of a table")
def test_a_table_made_anew_without_its_guards_would_be_noticed(match):
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER tournament_entry_no_delete")
    assert unguarded_tables() == ["tournament_entry"]
    assert "unguarded" in {fault.code for fault in verify(match.round.tournament).faults}


# --- The site --------------------------------------------------------------------------------


def test_there_is_no_admin_to_alter_them_with():
    assert "django.contrib.admin" not in settings.INSTALLED_APPS
    assert not apps.is_installed("django.contrib.admin")
