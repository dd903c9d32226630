"""Requests take turns: in a process, one page is computed at a time.

Python computes on one core whatever the threads of a process. When two pages are computed side by
side, each statement that one of them sends to the database hands the core over, and waits to have
it back: under a crowd, a save of a dozen statements waited twice as long as it took in turn.

Threads are there for what is long. A turn that has lasted a while is over, whether its request
has been answered or not: a paper that is laid out, a contest that is restored or a disk that
hangs keeps nobody waiting, the next request is computed beside it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic

from django.http import HttpRequest, HttpResponse

LASTS = 0.05
"""Seconds that a turn lasts at most: most pages take a tenth of it."""


class Turn:
    """A place in the line, then the turn itself."""

    def __init__(self) -> None:
        self.over_at = 0.0
        self._called = Lock()
        self._called.acquire()

    def begin(self, lasts: float) -> None:
        """Call whoever waits for it."""
        self.over_at = monotonic() + lasts
        self._called.release()

    def wait(self, seconds: float) -> bool:
        """Wait to be called; False when that was too long."""
        return self._called.acquire(timeout=max(0.0, seconds))


class Turns:
    """Who is computed now, and who comes next: first come, first served."""

    def __init__(self, *, lasts: float = LASTS) -> None:
        """Begin with nobody; a turn ``lasts`` so many seconds at most."""
        self._lasts = lasts
        self._guard = Lock()
        self._line: deque[Turn] = deque()
        self._now: Turn | None = None

    def take(self) -> Turn:
        """Wait for one's turn, which begins when those before are over."""
        mine = Turn()
        with self._guard:
            self._line.append(mine)
            before = self._call_next()
        while not mine.wait(before.over_at - monotonic()):
            with self._guard:
                if mine.over_at:
                    # Called at the end of the wait: the turn may be over by now, and another's too.
                    break
                before = self._call_next()
        return mine

    def give_back(self, mine: Turn) -> None:
        """End one's turn, unless it was over already."""
        with self._guard:
            if self._now is mine:
                self._now = None
                if self._line:
                    self._call_next()

    def _call_next(self) -> Turn:
        """Call the first of the line, unless a turn goes on; return whose turn it is."""
        if self._line and (self._now is None or self._now.over_at <= monotonic()):
            self._now = self._line.popleft()
            self._now.begin(self._lasts)
        assert self._now is not None  # noqa: S101 - somebody is in line, or was called
        return self._now


class InTurn:
    """The middleware that has the requests of this process take turns."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        """Wrap what answers."""
        self._get_response = get_response
        self._turns = Turns()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request when its turn has come."""
        turn = self._turns.take()
        try:
            return self._get_response(request)
        finally:
            self._turns.give_back(turn)
