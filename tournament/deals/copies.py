"""An entry made from another: chosen, moved to another table, or with its sides swapped."""

from __future__ import annotations

from uuid import UUID, uuid4

from scoring import Side
from tournament.models import Entry, Source, User
from tournament.models.deal import FACT_FIELDS
from tournament.text import plain

COPIED = ("outcome", *FACT_FIELDS, "awarded_a", "awarded_b", "paper_a", "paper_b", "sheet")
"""What a copy says as its original did; who, when and why are its own."""


def copy_of(
    entry: Entry,
    *,
    by: User,
    reason: str,
    source: Source,
    client_key: UUID | None = None,
    options: str | None = None,
) -> Entry:
    """Return a new entry, not saved, that says what another does.

    ``options`` are what its table plays, where that is not as it was when it was typed.
    """
    kept = {name: getattr(entry, name) for name in COPIED}
    return Entry(
        **(kept if options is None else kept | {"options": options}),
        author=by,
        reason=plain(reason),
        source=source,
        copied_from=entry,
        client_key=client_key or uuid4(),
    )


def swapped(entry: Entry, *, by: User, reason: str) -> Entry:
    """Return a new entry, not saved, with everything of A given to B and of B to A."""
    copy = copy_of(entry, by=by, reason=reason, source=Source.SWAPPED)
    if copy.takers:
        copy.takers = Side(copy.takers).other.value
    copy.belote_a, copy.belote_b = entry.belote_b, entry.belote_a
    copy.awarded_a, copy.awarded_b = entry.awarded_b, entry.awarded_a
    copy.paper_a, copy.paper_b = entry.paper_b, entry.paper_a
    copy.declarations = {Side(side).other.value: held for side, held in entry.declarations.items()}
    return copy
