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

MOST = 256
"""How many values are kept, among them the sheet of each table of a large hall; the one that
was not asked for longest goes first."""


@dataclass(slots=True)
class _Kept:
    """A value and the act it is kept with, None while there is no value."""

    seen: Act | None = None
    value: Any = None
    guard: Lock = field(default_factory=Lock)


_values: OrderedDict[Hashable, _Kept] = OrderedDict()
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
    found = _found((tournament.pk, *what))
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


def _found(key: Hashable) -> _Kept:
    with _guard:
        found = _values.setdefault(key, _Kept())
        _values.move_to_end(key)
        while len(_values) > MOST:
            _values.popitem(last=False)
    return found
