"""Follow a contest's journal from where one left off: what happened since, act by act.

The last acts are kept in the process, so that each is read once however many follow: a value
that nobody asked for during ten minutes of play would otherwise have a thousand read again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db.models import OuterRef, Subquery

from tournament.models import JournalEntry, Tournament
from tournament.prepared import Given, Prepared

Place = tuple[int, int]
"""A round's number and a table's."""

COLUMNS = ("number", "digest", "kind", "details")
MOST_ACTS = 1024
"""How many acts of a contest are kept; half of them go when there are more."""
MOST_IN_ALL, MOST_CONTESTS = 4 * MOST_ACTS, 64
"""How many are kept of all contests, and of how many; the one not followed for longest goes."""
CALLS = frozenset({"referee.called", "call.taken", "call.settled", "call.withdrawn"})
"""The kinds of acts about a table that change no sheet at all."""
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
        "match.options_chosen",
        "match.options_corrected",
        *CALLS,
    }
)
"""The kinds of acts that change the sheet of the table they name and nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act as far as a follower needs it.

    ``place`` is the round and table whose sheet is all that the act changed, None for any
    other act; ``deal`` is the deal of it that it is about, where it is about one.
    """

    number: int
    digest: str
    kind: str
    place: Place | None = None
    deal: int | None = None

    @classmethod
    def read(cls, number: int, digest: str, kind: str, details: dict[str, Any]) -> Act:
        """Take from a row of the journal what is needed of it."""
        if kind not in OF_ONE_TABLE:
            return cls(number=number, digest=digest, kind=kind)
        place = (details["round"], details["table"])
        return cls(number=number, digest=digest, kind=kind, place=place, deal=details.get("deal"))

    def is_same(self, other: Act) -> bool:
        """Whether this is that act, and not another one of its number."""
        return (self.number, self.digest) == (other.number, other.digest)


_FROM = Prepared(
    lambda: (
        JournalEntry.objects.filter(tournament=Given("tournament"), number__gte=Given("number"))
        .order_by("number")
        .values_list(*COLUMNS)
    )
)
_NUMBERED = Prepared(
    lambda: JournalEntry.objects.filter(
        tournament=Given("tournament"), number=Given("number")
    ).values_list(*COLUMNS)
)

# By contest, the last acts that were read of it, in order and without a gap.
_tails: OrderedDict[int, list[Act]] = OrderedDict()
_guard = Lock()


def acts_since(tournament: Tournament, seen: Act) -> list[Act] | None:
    """Return the acts after one that was seen, in order.

    None when that act is not in the journal as it was seen: its transaction was undone, a
    contest deleted, a copy of the database put back.
    """
    tail = _tail_from(tournament.pk, seen.number)
    place = seen.number - tail[0].number if tail else 0
    if place >= len(tail) or not tail[place].is_same(seen):
        return None
    return tail[place + 1 :]


def act_read_with(tournament: Tournament) -> Act | None:
    """Return the last act there was when the contest's row was read; None before the first."""
    found = _NUMBERED.first(tournament=tournament.pk, number=tournament.version)
    return Act.read(*found) if found else None


def last_digest(tournament: str, version: str) -> Subquery:
    """Ask for the digest of a contest's last act, by the columns that hold its key and version."""
    acts = JournalEntry.objects.filter(tournament=OuterRef(tournament), number=OuterRef(version))
    return Subquery(acts.values("digest")[:1])


def latest_acts(tournament: Tournament) -> Iterator[Act]:
    """Yield the acts of a contest, the last one first."""
    entries = tournament.journal.order_by("-number")
    return _read(entries.values_list(*COLUMNS).iterator())


def forget_acts() -> None:
    """Drop the acts that are kept, as a new process starts."""
    with _guard:
        _tails.clear()


def _tail_from(pk: int, number: int) -> list[Act]:
    """Return the acts of a contest from one of that number or before it, up to the last."""
    known = _tails.get(pk)
    if known and known[0].number <= number:
        last = known[-1]
        found = list(_read(_FROM.ask(tournament=pk, number=last.number)))
        if found and found[0].is_same(last):
            return _grown(pk, known, found[1:])
    found = list(_read(_FROM.ask(tournament=pk, number=number)))
    return _grown(pk, [], found)


def _grown(pk: int, known: list[Act], more: list[Act]) -> list[Act]:
    """Keep acts and those that follow them; a list that was handed out is never changed."""
    tail = [*known, *more] if more or not known else known
    with _guard:
        _tails[pk] = tail if len(tail) <= MOST_ACTS else tail[-MOST_ACTS // 2 :]
        _tails.move_to_end(pk)
        while len(_tails) > MOST_CONTESTS or sum(map(len, _tails.values())) > MOST_IN_ALL:
            _tails.popitem(last=False)
    return tail


def _read(rows: Iterable[tuple[Any, ...]]) -> Iterator[Act]:
    return (Act.read(*row) for row in rows)
