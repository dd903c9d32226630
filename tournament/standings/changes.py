"""Changes of the rulebook in the middle of a contest, as the journal tells them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from scoring import in_short
from tournament.models import Tournament

RULEBOOK_CHANGED = "rulebook.changed"
"""The kind of the act; its details hold the fingerprint and name of both rulebooks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookChange:
    """One change: when, and the first signs of the fingerprints before and after."""

    at: datetime
    before: str
    after: str


def changes_of(tournament: Tournament) -> tuple[RulebookChange, ...]:
    """List the changes of a contest's rulebook since it was frozen, in order."""
    acts = tournament.journal.filter(kind=RULEBOOK_CHANGED).order_by("number")
    return tuple(
        RulebookChange(at=at, before=in_short(details["was"]), after=in_short(details["rulebook"]))
        for at, details in acts.values_list("at", "details")
    )
