"""The chain of a journal: each act's digest covers the act and the digest before it."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournament.journal.origin import HERE, Eras, Ids
from tournament.models import JournalEntry

FIRST_DIGEST = "0" * 64
"""What stands before the first act of a journal."""
UNKNOWN = ""
"""The digest of an act that cannot be read: whatever follows is taken at its word."""


class Break(StrEnum):
    """How a chain is broken at an act."""

    ALTERED = "altered"
    REWRITTEN = "rewritten"
    INSERTED = "inserted"
    MISSING = "missing"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """An act, or the acts up to ``until``, not as they were written, and how that shows.

    ``REWRITTEN``: its digest was made to fit, but the next act knows the former one.
    """

    number: int
    how: Break
    until: int | None = None


def digest(entry: JournalEntry, ids: Ids = HERE) -> str:
    """Return the SHA-256 of an act and of the digest before it, in hexadecimal.

    ``ids`` are the keys that it was written with.
    """
    content = json.dumps(
        [
            ids.was("tournament", entry.tournament_id),
            entry.number,
            entry.kind,
            entry.at.astimezone(datetime.UTC).isoformat(),
            ids.was("user", entry.by_id),
            entry.details,
            entry.previous,
        ],
        sort_keys=True,
        ensure_ascii=True,
        separators=(",", ":"),
    )
    return hashlib.sha256(content.encode()).hexdigest()


def _unknown(_digest: str) -> int | None:
    return None


class Chain:
    """A chain followed act by act, in the order of their numbers; it holds none of them.

    ``number_of`` finds the number of the act that has a digest, to tell what was inserted;
    ``eras`` are those of its contest.
    """

    def __init__(
        self, number_of: Callable[[str], int | None] = _unknown, eras: Eras | None = None
    ) -> None:
        self.last = 0
        self.digest = FIRST_DIGEST
        self.broken: list[BrokenLink] = []
        self._number_of = number_of
        self._eras = eras or Eras()

    def follow(self, entry: JournalEntry) -> None:
        """Compare the next act with what is written in it and with the act before."""
        link = self._break_at(entry)
        # An act whose own digest is wrong is also denied by the next one.
        if link and all(known.number != link.number for known in self.broken[-1:]):
            self.broken.append(link)
        self.last, self.digest = entry.number, entry.digest

    def skip(self, number: int) -> None:
        """Go past an act that cannot even be read."""
        self.broken.append(BrokenLink(number, Break.UNREADABLE))
        self.last, self.digest = number, UNKNOWN

    def _break_at(self, entry: JournalEntry) -> BrokenLink | None:
        number, is_linked = entry.number, self.digest in {entry.previous, UNKNOWN}
        if number > self.last + 1:
            return BrokenLink(self.last + 1, Break.MISSING, until=number - 1)
        if number <= self.last:
            return BrokenLink(number, Break.INSERTED)
        is_whole = entry.digest == digest(entry, self._eras.of_act(number))
        if is_whole and is_linked:
            return None
        before = None if is_linked else self._number_of(entry.previous)
        if before is not None and before < self.last:
            return BrokenLink(before + 1, Break.INSERTED, until=self.last)
        if is_whole and self.last:
            # This one is as it was written: the one before no longer is.
            return BrokenLink(self.last, Break.REWRITTEN)
        return BrokenLink(number, Break.ALTERED)


def first_broken(entries: Iterable[JournalEntry]) -> int | None:
    """Return the number of the first act that was altered or is missing, or None.

    An act taken off the end leaves no trace in the chain: see ``verification``.
    """
    chain = Chain()
    for entry in entries:
        chain.follow(entry)
        if chain.broken:
            return chain.broken[0].number
    return None
