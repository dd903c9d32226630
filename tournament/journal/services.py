"""Write the journal: each act of a contest once, numbered, chained to the act before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import F, Model
from django.utils import timezone

from tournament.journal.chain import FIRST_DIGEST, digest, first_broken
from tournament.journal.seals import seals_of
from tournament.models import JournalEntry, Tournament, User

__all__ = ["FIRST_DIGEST", "digest", "first_broken", "write"]


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
    ``added`` are the rows, saved already and never to be changed, that the act made:
    their seals are kept with it.
    """
    Tournament.objects.filter(pk=tournament.pk).update(version=F("version") + 1)
    tournament.refresh_from_db(fields=["version"])
    # Its digest alone: the details of a draw are long to read.
    last = tournament.journal.order_by("-number").values_list("digest", flat=True).first()
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
        previous=last or FIRST_DIGEST,
    )
    entry.digest = digest(entry)
    entry.save(force_insert=True)
    return entry
