"""Write the journal: each act of a contest once, numbered, chained to the act before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from tournament.journal.chain import FIRST_DIGEST, digest, first_broken
from tournament.journal.seals import seals_of
from tournament.models import JournalEntry, Tournament, User

__all__ = ["FIRST_DIGEST", "digest", "first_broken", "write"]

_NEXT = "UPDATE tournament_tournament SET version = version + 1 WHERE id = %s RETURNING version"
# Asked once the row is held: together with it, PostgreSQL would answer as things stood before
# the wait for it. The digest alone: the details of a draw are long to read.
_LAST = """
    SELECT digest FROM tournament_journalentry
    WHERE tournament_id = %s ORDER BY number DESC LIMIT 1
"""


@transaction.atomic(savepoint=False)
def write(
    tournament: Tournament,
    kind: str,
    *,
    by: User | None,
    details: dict[str, Any],
    added: Iterable[Model] = (),
) -> JournalEntry:
    """Add one act to a tournament's journal, in the caller's transaction.

    Bumping the tournament's version first takes its row, so that two acts never
    get one number. ``details`` hold identifiers and figures, no person's name;
    ``added`` are the rows, saved already, that the act made and that none changes but by
    another act: their seals are kept with it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [tournament.pk])
        (tournament.version,) = cursor.fetchone()
        cursor.execute(_LAST, [tournament.pk])
        last = cursor.fetchone()
    if seals := seals_of(added):
        details = details | {"seals": seals}
    entry = JournalEntry(
        tournament=tournament,
        number=tournament.version,
        kind=kind,
        at=timezone.now(),
        by=by,
        # As the database gives it back: an integer key would sort otherwise as text.
        details=json.loads(json.dumps(details)),
        previous=last[0] if last else FIRST_DIGEST,
    )
    entry.digest = digest(entry)
    entry.save(force_insert=True)
    return entry
