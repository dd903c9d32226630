"""What was derived once is kept in the process, until the journal says that it no longer holds.

Why a kept value is never stale: every write to a contest adds an act to its journal, in its own
transaction. A value is kept with an act that stood in the journal before anything of the value
was read, so whatever changed since has added a later act; and whoever asks for the value reads
the later acts first. An act's digest covers its time and all acts before it, so that an act is
not taken for another one of its number (a transaction undone, a copy put back).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from django.db import connection

from tournament.journal.following import Act, act_read_with, acts_since, forget_acts
from tournament.models import Tournament

T = TypeVar("T")

MOST = 128
"""How many values are kept, among them the sheet of each table of a large hall; the one that
was not asked for longest goes first."""
MOST_ACTS = 100_000
"""How many acts the contests may have in all that values are kept of: what is derived of a
contest is as large as the contest. It is what the largest hall writes in two days."""


@dataclass(slots=True)
class _Kept:
    """A value and the act it is kept with, None while there is no value.

    ``acts`` is how many its contest had when it was last asked for.
    """

    acts: int = 0
    seen: Act | None = None
    value: Any = None
    guard: Lock = field(default_factory=Lock)


_values: OrderedDict[tuple[Hashable, ...], _Kept] = OrderedDict()
_guard = Lock()


def kept(
    tournament: Tournament,
    what: tuple[Hashable, ...],
    make: Callable[[], T],
    renew: Callable[[T, list[Act]], T | None],
) -> T:
    """Return the value named ``what`` as it is now, made or renewed if need be.

    ``renew`` is given the value and the acts that followed it, and returns the value
    after these acts, or None to have it made anew; it changes nothing in place. Who asks
    meanwhile waits for it. Inside a transaction nothing is kept: what it reads may be undone.
    """
    if connection.in_atomic_block:
        return make()
    found = _found(tournament, what)
    with found.guard:
        acts = acts_since(tournament, found.seen) if found.seen else None
        if found.seen and acts is not None:
            if not acts or tournament.version < found.seen.number:
                return found.value
            value = renew(found.value, acts)
            if value is not None:
                found.seen, found.value = acts[-1], value
                return value
        # What was read of the contest itself is no newer than this act.
        found.seen, seen = None, act_read_with(tournament)
        found.value = make()
        found.seen = seen
        return found.value


def forget() -> None:
    """Drop every value, as a new process starts."""
    with _guard:
        _values.clear()
    forget_acts()


def _found(tournament: Tournament, what: tuple[Hashable, ...]) -> _Kept:
    key = (tournament.pk, *what)
    with _guard:
        found = _values.get(key)
        if found is None:
            found = _values[key] = _Kept(acts=tournament.version)
            _make_room()
        else:
            found.acts = tournament.version
            _values.move_to_end(key)
    return found


def _make_room() -> None:
    """Drop what was not asked for longest, down to the bounds; one contest is kept whole."""
    while len(_values) > MOST or _are_too_large({key[0]: v.acts for key, v in _values.items()}):
        _values.popitem(last=False)


def _are_too_large(acts: dict[Hashable, int]) -> bool:
    return len(acts) > 1 and sum(acts.values()) > MOST_ACTS
