"""Which entry of a deal counts: columns that point, and what an act changed of them.

An act's changes are kept in the journal, so that it can be taken back as it was made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.models import Deal, Entry, Match, MatchTotals

Change = tuple[str, int, str, int | None, int | None]
"""A row and its column, what it pointed at and what it points at now: ``("deal", 7, "accepted",
None, 12)``, ``("match", 3, "totals", None, 1)``."""

ROWS = {"deal": Deal, "match": Match}
READINGS = {"A": "reading_a", "B": "reading_b"}
"""The column of a deal that holds what a team's sheet says of it."""


def add_entry(deal: Deal, entry: Entry) -> None:
    """Save a new reading of a deal, and the deal itself when it is the first.

    The contest is held and the engine took the entry: only what was typed is looked at.
    """
    if deal.pk is None:
        deal.clean_fields(exclude=["match", "accepted", *READINGS.values()])
        deal.save()
    entry.deal = deal
    entry.clean_fields(exclude=["deal", "author", "copied_from"])
    entry.save(force_insert=True)


def point(deal: Deal, at: Mapping[str, Entry | None]) -> list[Change]:
    """Make columns of a deal point at other entries; return what changed."""
    changes: list[Change] = []
    for name, entry in at.items():
        before, after = getattr(deal, f"{name}_id"), entry.pk if entry else None
        if before != after:
            changes.append(("deal", deal.pk, name, before, after))
            setattr(deal, name, entry)
    deal.save(update_fields=[*at])
    return changes


def point_totals(match: Match, totals: MatchTotals | None) -> list[Change]:
    """Make a match count as two totals, or deal by deal again; return what changed."""
    before, after = match.totals_id, totals.pk if totals else None
    match.totals = totals
    match.save(update_fields=["totals"])
    return [("match", match.pk, "totals", before, after)]


def put_back(changes: Sequence[Change]) -> list[Change]:
    """Make the columns that an act changed point where they did; return these changes.

    Raises ``ValidationError`` when something changed since.
    """
    undone: list[Change] = []
    for row, key, name, before, after in changes:
        found = ROWS[row].objects.filter(pk=key, **{f"{name}_id": after})
        if not found.update(**{f"{name}_id": before}):
            raise ValidationError(
                _("Somebody has changed this since: look at the sheet, then correct it.")
            )
        undone.append((row, key, name, after, before))
    return undone
