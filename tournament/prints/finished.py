"""Files that were made are kept in the process while the journal stands where it stood.

A paper says what its contest says, and every write to a contest adds an act to its journal.
A file is kept under the act that the contest was read with, before anything else of the paper
was: a later write has a later act, under which nothing is kept yet. An act's digest covers its
time and all acts before it, so that a copy put back is not taken for what it replaced.
Nobody asks again for what a paper said some acts ago: once one of a contest's papers is made
after an act, those made before it go. A round's hundreds of papers would stay all evening.

In memory and never on a disk: papers have people's names, who may ask to be forgotten.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple

from django.db import connection

from tournament.journal.following import Act, act_read_with
from tournament.models import Tournament

MOST_BYTES = 8 * 2**20
"""So much is kept: the papers of an evening of 256 tables, and more."""
MOST_FILES = 256


class File(NamedTuple):
    """A paper as a file, and its title."""

    title: str
    content: bytes


@dataclass(slots=True)
class _Place:
    """A paper and the act it was made under, None while there is no paper."""

    act: Act | None = None
    file: File | None = None
    guard: Lock = field(default_factory=Lock)


# By contest and paper.
_places: OrderedDict[tuple[int, Hashable], _Place] = OrderedDict()
_guard = Lock()


def finished(tournament: Tournament, what: Hashable, make: Callable[[], File]) -> File:
    """Return the file named ``what`` of a contest, made if it was not since the last act.

    Who asks for it meanwhile waits for it, rather than have it made a second time. A
    contest without an act, and a transaction that may be undone, have nothing kept.
    """
    act = None if connection.in_atomic_block else act_read_with(tournament)
    if act is None:
        return make()
    place = _place_of((tournament.pk, what))
    with place.guard:
        if place.file is None or place.act is None or not act.is_same(place.act):
            place.file = None
            place.act, place.file = act, make()
            _make_room(tournament, act)
        return place.file


def forget() -> None:
    """Drop every file, as a new process starts."""
    with _guard:
        _places.clear()


def _place_of(key: tuple[int, Hashable]) -> _Place:
    with _guard:
        place = _places.setdefault(key, _Place())
        _places.move_to_end(key)
        # What cannot be made never comes to make room.
        while len(_places) > MOST_FILES:
            _places.popitem(last=False)
        return place


def _make_room(tournament: Tournament, act: Act) -> None:
    """Drop what a contest's papers said before this act of it, then what nobody asked for longest.

    What failed weighs nothing.
    """
    with _guard:
        for key, place in list(_places.items()):
            if key[0] == tournament.pk and place.act and not act.is_same(place.act):
                del _places[key]
        used = sum(_weight(place) for place in _places.values())
        for key in list(_places):
            if used <= MOST_BYTES and len(_places) <= MOST_FILES:
                return
            used -= _weight(_places.pop(key))


def _weight(place: _Place) -> int:
    return len(place.file.content) if place.file else 0
