"""What was derived once is kept in the process, under the act of the journal it followed.

Every write adds an act to its contest's journal, in its own transaction, and an
act's digest covers its time and all acts before it. So a value kept under the
digest of the last act can never outlive a change, nor come back by mistake when
a version number is used again (a transaction undone, a copy put back).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Any, TypeVar

from django.db import connection

from tournament.models import Tournament

T = TypeVar("T")

MOST = 64
"""How many values are kept; the one that was not asked for longest goes first."""

_values: OrderedDict[Hashable, Future[Any]] = OrderedDict()
_guard = Lock()


def kept(tournament: Tournament, what: tuple[Hashable, ...], make: Callable[[], T]) -> T:
    """Return ``make()``, or what it gave before if nothing has happened in the contest since.

    Who asks while it is being made waits for that one. Inside a transaction nothing is
    kept: what it reads may be undone.
    """
    act = None if connection.in_atomic_block else last_act(tournament)
    if act is None:
        return make()
    key = (tournament.pk, act, *what)
    with _guard:
        future, is_new = _values.get(key), key not in _values
        if future is None:
            future = _values[key] = Future()
        _values.move_to_end(key)
        while len(_values) > MOST:
            _values.popitem(last=False)
    if is_new:
        _fill(future, key, make)
        if last_act(tournament) != act:
            # Something happened meanwhile: the value may already hold it.
            _drop(key)
    return future.result()


def last_act(tournament: Tournament) -> str | None:
    """Return the digest of a contest's last act, None where it cannot stand for what is read.

    That is before the first act, or when the contest was read before the last one.
    """
    last = tournament.journal.order_by("-number").values_list("number", "digest").first()
    return last[1] if last and last[0] == tournament.version else None


def forget() -> None:
    """Drop every value, as a new process starts."""
    with _guard:
        _values.clear()


def _fill(future: Future[T], key: Hashable, make: Callable[[], T]) -> None:
    try:
        future.set_result(make())
    except BaseException as failure:
        _drop(key)
        future.set_exception(failure)
        raise


def _drop(key: Hashable) -> None:
    with _guard:
        _values.pop(key, None)
