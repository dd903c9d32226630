"""What is sent is read within a time: who sends half a form does not keep the server to himself.

The server reads what is sent when the site asks for it, for as long as the sender keeps the line
open: a telephone that leaves the hall's network in the middle of a form, or somebody who means
it. Meanwhile the thread that would answer him answers nobody. So a thread of its own reads, and
who is answered is given up after a while; a line that stays open counts until it is closed.

A hosted site has nginx before it, which takes in the whole of a form first: nothing waits here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Protocol

WITHIN = 10.0
"""Seconds that a part of what is sent may take: a telephone at the far end of a hall sends a
form in a tenth of one."""
MOST, MOST_OF_ONE = 6, 3
"""How many may be read at once, of all and of one address: threads are left for who reads a page,
and for who sends from elsewhere."""

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Sent(Protocol):
    """What a WSGI server gives to be read."""

    def read(self, size: int = -1, /) -> bytes:
        """Read so much of it, or all."""
        ...

    def readline(self, size: int = -1, /) -> bytes:
        """Read a line of it, or so much of one."""
        ...


class HalfSent(OSError):
    """It did not come in time, or too much from there is being waited for already."""


class Places:
    """How much is being read at this moment."""

    def __init__(self, most: int = MOST, of_one: int = MOST_OF_ONE) -> None:
        """Give ``most`` places in all, ``of_one`` to an address."""
        self._most, self._of_one = most, of_one
        self._taken: Counter[str] = Counter()
        self._guard = Lock()

    def take(self, address: str) -> None:
        """Take a place; raises ``HalfSent`` where there is none."""
        with self._guard:
            if self._taken[address] >= self._of_one or self._taken.total() >= self._most:
                raise HalfSent
            self._taken[address] += 1

    def give_back(self, address: str) -> None:
        """Leave a place to somebody else."""
        with self._guard:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


class InTime:
    """What somebody sends, read within a time."""

    def __init__(self, sent: Sent, address: str, places: Places, within: float = WITHIN) -> None:
        """Read ``sent``, which comes from there, each part of it ``within`` so many seconds."""
        self._sent, self._address, self._places = sent, address, places
        self._within, self._is_given_up = within, False

    def read(self, size: int = -1, /) -> bytes:
        """Read so much of it, or all; raises ``OSError``."""
        return self._asked(self._sent.read, size)

    def readline(self, size: int = -1, /) -> bytes:
        """Read a line of it, or so much of one; raises ``OSError``."""
        return self._asked(self._sent.readline, size)

    def _asked(self, read: Callable[[int], bytes], size: int) -> bytes:
        if self._is_given_up:
            raise HalfSent
        self._places.take(self._address)
        came: SimpleQueue[bytes | BaseException] = SimpleQueue()
        Thread(target=self._read, args=(read, size, came), daemon=True).start()
        try:
            found = came.get(timeout=self._within)
        except Empty:
            self._is_given_up = True
            raise HalfSent from None
        if isinstance(found, BaseException):
            raise found
        return found

    def _read(
        self, read: Callable[[int], bytes], size: int, came: SimpleQueue[bytes | BaseException]
    ) -> None:
        found: bytes | BaseException
        try:
            found = read(size)
        except BaseException as failure:  # raised where it was asked for
            found = failure
        self._places.give_back(self._address)
        came.put(found)


def in_time(application: Application) -> Application:
    """Have a WSGI application read what is sent within a time."""
    places = Places()

    def answered(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        sent = environ["wsgi.input"]
        environ["wsgi.input"] = InTime(sent, environ.get("REMOTE_ADDR", ""), places)
        return application(environ, start_response)

    return answered


def in_utf8(application: Application) -> Application:
    """Have a WSGI application read what is sent as UTF-8, whatever its sender names.

    No page of ours is sent otherwise, and not all that may be named makes a text: rot13.
    """

    def answered(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        parts = environ.get("CONTENT_TYPE", "").split(";")
        told = [part for part in parts if not part.strip().lower().startswith("charset")]
        return application(environ | {"CONTENT_TYPE": ";".join(told)}, start_response)

    return answered
