"""What is worked out of a rulebook is kept with it, so much of all rulebooks together.

A rulebook with every contract played holds a megabyte, and each choice of its switches is a
rulebook of its own: a hundred clubs' evenings in one process would hold them all for good.
"""

from __future__ import annotations

from collections import deque
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Shelf:
    """The last so many values that were put into some stores; the first one goes first."""

    def __init__(self, most: int) -> None:
        """Take the number of values that are kept, whatever the number of stores."""
        self.most = most
        self._placed: deque[tuple[dict[Any, Any], Any]] = deque()

    def __len__(self) -> int:
        return len(self._placed)

    def put(self, store: dict[Key, Value], key: Key, value: Value) -> None:
        """Put a value into a store, and take those out that are too many."""
        store[key] = value
        self._placed.append((store, key))
        while len(self._placed) > self.most:
            # Who reads a store looks for a value and works it out where there is none, so that
            # one that another thread is using may go.
            first, its_key = self._placed.popleft()
            first.pop(its_key, None)


CASES = Shelf(1024)
"""Contracts as rulebooks judge them: three kilobytes each, made again in fifty microseconds."""
VARIANTS = Shelf(64)
"""Rulebooks with some switches turned: forty kilobytes each, without their cases."""
