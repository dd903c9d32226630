"""The journals of all contests verified one after the other, a few seconds at a time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tournament.journal.faults import verdict
from tournament.journal.verification import verify
from tournament.models import Tournament

PATIENCE = 4.0
"""Seconds after which what is verified is shown, with a button to go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """A contest whose journal was verified."""

    name: str
    is_whole: bool
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The contests verified by one request, and after which one to go on; 0 once all are done."""

    looked: tuple[Looked, ...]
    done: int
    total: int
    after: int


def verify_all(after: int = 0, patience: float = PATIENCE) -> Progress:
    """Verify the contests that come after one of that key, at least one of them."""
    start, looked, last = time.monotonic(), [], after
    waiting = Tournament.objects.filter(pk__gt=after).order_by("pk")
    for tournament in waiting:
        found = verify(tournament)
        looked.append(
            Looked(
                name=str(tournament),
                is_whole=found.is_whole,
                sentences=tuple(verdict(found)),
            )
        )
        last = tournament.pk
        if time.monotonic() - start > patience:
            break
    left = Tournament.objects.filter(pk__gt=last).count()
    total = Tournament.objects.count()
    return Progress(looked=tuple(looked), done=total - left, total=total, after=last if left else 0)
