"""Pages that are made once and sent to many, kept as long as what they are made of holds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

from django.db import connection
from django.http import HttpResponse
from django.utils.http import quote_etag

MOST_BYTES = 8 * 1024 * 1024
"""So much each shelf keeps: the pages of a hall of 1,000 teams, in both languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page as it is sent; its ``etag`` is a digest of it, the same in every process."""

    content: bytes
    content_type: str
    etag: str

    @classmethod
    def of(cls, response: HttpResponse) -> Page:
        """Take what a view answered."""
        digest = sha256(response.content).hexdigest()[:32]
        return cls(
            content=response.content,
            content_type=response["Content-Type"],
            etag=quote_etag(digest),
        )


@dataclass(slots=True)
class _Kept:
    """A page, the state it was last asked for in, and the last thing that may have changed it."""

    state: Hashable
    move: Hashable
    page: Page


class Shelf:
    """The last pages that were asked for, by name; of each only the latest."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._pages: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._bytes = 0
        self._guard = Lock()

    def page(
        self,
        name: str,
        state: tuple[Hashable, ...] | None,
        make: Callable[[], Page],
        *,
        move: Callable[[], Hashable] = lambda: None,
    ) -> Page:
        """Return the page of that name in that state, made if need be.

        Many a state is like the one before it: ``move`` is only asked for then, and where it
        is what it was the page still holds; None stands for nothing. Without a state, and
        inside a transaction that may be undone, nothing is kept.
        """
        if state is None or connection.in_atomic_block:
            return make()
        # The last of a state is the language.
        key = (name, state[-1])
        with self._guard:
            found = self._pages.get(key)
            if found:
                self._pages.move_to_end(key)
        if found and found.state == state:
            return found.page
        moved = move()
        if found and moved is not None and found.move == moved:
            found.state = state
            return found.page
        made = make()
        self._put(key, _Kept(state, moved, made))
        return made

    def forget(self) -> None:
        """Drop every page, as a new process starts."""
        with self._guard:
            self._pages.clear()
            self._bytes = 0

    def _put(self, key: Hashable, kept: _Kept) -> None:
        with self._guard:
            if before := self._pages.pop(key, None):
                self._bytes -= len(before.page.content)
            self._pages[key] = kept
            self._bytes += len(kept.page.content)
            while self._bytes > self.most and self._pages:
                _key, dropped = self._pages.popitem(last=False)
                self._bytes -= len(dropped.page.content)
