"""Follow a contest's journal from where one left off: what happened since, act by act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from tournament.models import JournalEntry, Tournament

Place = tuple[int, int]
"""A round's number and a table's."""

COLUMNS = ("number", "digest", "kind", "details")
OF_ONE_TABLE = frozenset(
    {
        "deal.recorded",
        "deal.corrected",
        "deal.confirmed",
        "deal.contested",
        "deal.settled",
        "sheet.confirmed",
        "sheet.swapped",
        "totals.taken",
        "totals.dropped",
        # A call changes no sheet at all.
        "referee.called",
        "call.taken",
        "call.settled",
        "call.withdrawn",
    }
)
"""The kinds of acts that change the sheet of the table they name and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act as far as a follower needs it."""

    number: int
    digest: str
    kind: str
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> Place | None:
        """The round and table whose sheet is all that the act changed; None for any other."""
        if self.kind not in OF_ONE_TABLE:
            return None
        return self.details["round"], self.details["table"]


def acts_since(tournament: Tournament, seen: Act) -> list[Act] | None:
    """Return the acts after one that was seen, in order.

    None when that act is not in the journal as it was seen: its transaction was undone, a
    contest deleted, a copy of the database put back.
    """
    found = list(_acts(tournament.journal.filter(number__gte=seen.number).order_by("number")))
    if not found or (found[0].number, found[0].digest) != (seen.number, seen.digest):
        return None
    return found[1:]


def act_read_with(tournament: Tournament) -> Act | None:
    """Return the last act there was when the contest's row was read; None before the first."""
    return next(_acts(tournament.journal.filter(number=tournament.version)), None)


def latest_acts(tournament: Tournament) -> Iterator[Act]:
    """Yield the acts of a contest, the last one first."""
    return _acts(tournament.journal.order_by("-number"))


def _acts(entries: QuerySet[JournalEntry]) -> Iterator[Act]:
    for number, digest, kind, details in entries.values_list(*COLUMNS).iterator():
        yield Act(number=number, digest=digest, kind=kind, details=details)
