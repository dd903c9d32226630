"""What must hold of the tables whatever was done, and of the memory meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import connection

from tests.load.readback import _broken_file
from tournament.deals.tally import match_sheets
from tournament.journal.faults import sentence
from tournament.journal.verification import verify
from tournament.models import Deal, Tournament
from tournament.standings.views import _csv

NOT_ASKED = {"JournalEntry", "Session", "Permission", "ContentType", "Group", "Migration"}
PAGE = os.sysconf("SC_PAGE_SIZE")


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
        yield from _broken_file()
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
    return _csv(Tournament.objects.get(pk=tournament.pk), for_desk=True)


def resident(pids: Sequence[int]) -> float:
    """Return the memory that some processes hold, in megabytes."""
    total = 0
    for pid in pids:
        try:
            total += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        except OSError:
            continue
    return total * PAGE / 2**20


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Return how much grows a minute, by least squares: (seconds, megabytes) each."""
    if len(samples) < 3:
        return 0.0
    mean_x = sum(x for x, _y in samples) / len(samples)
    mean_y = sum(y for _x, y in samples) / len(samples)
    spread = sum((x - mean_x) ** 2 for x, _y in samples)
    return 60 * sum((x - mean_x) * (y - mean_y) for x, y in samples) / spread
