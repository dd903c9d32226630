"""What must hold of the tables whatever was done."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection

from tests.load.readback import broken_file
from tournament.deals.tally import match_sheets
from tournament.journal.faults import sentence
from tournament.journal.verification import verify
from tournament.models import Deal, Tournament
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.notes import standings_notes
from tournament.standings.services import standings

NOT_ASKED = {"JournalEntry", "Session", "Permission", "ContentType", "Group", "Migration"}


def broken() -> Iterator[str]:
    """Say all that is not whole: rows, references, journals, deals, the file itself."""
    for model in apps.get_models():
        if model.__name__ not in NOT_ASKED:
            yield from _broken_rows(model)
    for tournament in Tournament.objects.all():
        for fault in verify(tournament).faults:
            yield f"the journal of contest {tournament.pk}: {sentence(fault)}"
        for round_ in tournament.rounds.all():
            # Every deal of every sheet is computed: one that cannot be raises.
            match_sheets(round_)
    yield from _broken_deals()
    if connection.vendor == "sqlite":
        yield from broken_file()
        with connection.cursor() as cursor:
            for row in cursor.execute("PRAGMA foreign_key_check").fetchall():
                yield f"a row points at nothing: {row}"


def _broken_rows(model: type) -> Iterator[str]:
    for row in model._default_manager.all().iterator():
        empty = {
            column.name
            for column in row._meta.concrete_fields
            if column.null and getattr(row, column.attname) is None
        }
        try:
            row.full_clean(exclude=empty)
        except ValidationError as refusal:
            yield f"{model.__name__} {row.pk}: {refusal.message_dict}"


def _broken_deals() -> Iterator[str]:
    for deal in Deal.objects.select_related("accepted", "reading_a", "reading_b"):
        for name in ("accepted", "reading_a", "reading_b"):
            entry = getattr(deal, name)
            if entry and entry.deal_id != deal.pk:
                yield f"deal {deal.pk} counts an entry of deal {entry.deal_id}"


def recomputed(tournament: Tournament) -> str:
    """Return a contest's standings, computed from nothing, as the desk's file of them says it."""
    anew = Tournament.objects.get(pk=tournament.pk)
    found = standings(anew)
    return spreadsheet_csv(found, below=standings_notes(found, anew, for_desk=True), for_desk=True)
