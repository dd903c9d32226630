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

MOST_BYTES = 16 * 1024 * 1024


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


class Shelf:
    """The last pages that were asked for, by name; of each only the latest."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._pages: OrderedDict[Hashable, tuple[Hashable, Page]] = OrderedDict()
        self._bytes = 0
        self._guard = Lock()

    def page(self, name: str, state: tuple[object, ...] | None, make: Callable[[], Page]) -> Page:
        """Return the page of that name in that state, made if need be.

        Without a state, and inside a transaction that may be undone, nothing is kept.
        """
        if state is None or connection.in_atomic_block:
            return make()
        language = state[-1]
        key = (name, language)
        with self._guard:
            found = self._pages.get(key)
            if found and found[0] == state:
                self._pages.move_to_end(key)
                return found[1]
        made = make()
        self._put(key, state, made)
        return made

    def forget(self) -> None:
        """Drop every page, as a new process starts."""
        with self._guard:
            self._pages.clear()
            self._bytes = 0

    def _put(self, key: Hashable, state: Hashable, page: Page) -> None:
        with self._guard:
            if before := self._pages.pop(key, None):
                self._bytes -= len(before[1].content)
            self._pages[key] = (state, page)
            self._bytes += len(page.content)
            while self._bytes > self.most and self._pages:
                _key, (_state, dropped) = self._pages.popitem(last=False)
                self._bytes -= len(dropped.content)
