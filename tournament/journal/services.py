"""Write the journal, and prove that nobody altered it."""

import datetime
import hashlib
import json
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.models import JournalEntry, Tournament, User

FIRST_DIGEST = "0" * 64
"""What stands before the first entry of a journal."""


@transaction.atomic
def write(
    tournament: Tournament, kind: str, *, by: User | None, details: dict[str, Any]
) -> JournalEntry:
    """Add one act to a tournament's journal, in the caller's transaction.

    Bumping the tournament's version first takes its row, so that two acts never
    get one number. ``details`` hold identifiers and figures, no person's name.
    """
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
    last = tournament.journal.order_by("-number").first()
    entry = JournalEntry(
        tournament=tournament,
        number=tournament.version,
        kind=kind,
        at=timezone.now(),
        by=by,
        # As the database gives it back: an integer key would sort otherwise as text.
        details=json.loads(json.dumps(details)),
        previous=last.digest if last else FIRST_DIGEST,
    )
    entry.digest = digest(entry)
    entry.save(force_insert=True)
    return entry


def digest(entry: JournalEntry) -> str:
    """Return the SHA-256 of an entry and of the digest before it, in hexadecimal."""
    content = json.dumps(
        [
            entry.tournament_id,
            entry.number,
            entry.kind,
            entry.at.astimezone(datetime.UTC).isoformat(),
            entry.by_id,
            entry.details,
            entry.previous,
        ],
        sort_keys=True,
        ensure_ascii=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()


def first_broken(entries: Iterable[JournalEntry]) -> int | None:
    """Return the number of the first entry that was altered or is missing, or None."""
    previous, expected = FIRST_DIGEST, 1
    for entry in entries:
        if entry.number != expected or entry.previous != previous or entry.digest != digest(entry):
            return expected
        previous, expected = entry.digest, expected + 1
    return None
