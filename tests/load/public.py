"""How many people the public standings can be shown to: everybody asks again as soon as answered.

First as a phone that holds the page does, with its ETag, then as one that has nothing yet.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import connection

from tests.load.costs import Costs, cores
from tests.load.figures import percentile
from tests.load.server import Site
from tests.load.visitor import Visitor
from tournament.hall.publishing import Shown, show
from tournament.models import Tournament, User

PHONES = 32
"""Connections kept open, each of which asks one thing at a time."""


def publish(tournament: int) -> str:
    """Show the standings of a contest to everybody; return their address."""
    contest = Tournament.objects.get(pk=tournament)
    show(contest, Shown.STANDINGS, shown=True, by=User.objects.order_by("pk")[0])
    return f"/public/{tournament}/standings/"


@dataclass(slots=True, kw_only=True)
class Rush:
    """Many who ask for one page at once."""

    ports: tuple[int, ...]
    path: str
    seconds: float
    holds_it: bool
    statuses: Counter[int] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    end: float = 0

    async def run(self) -> None:
        """Let everybody ask until the time is over."""
        self.end = time.monotonic() + self.seconds
        await asyncio.gather(*(self._ask(place) for place in range(PHONES)))

    async def _ask(self, place: int) -> None:
        first = place % len(self.ports)
        visitor = Visitor(self.ports[first:] + self.ports[:first])
        if self.holds_it:
            await visitor.get(self.path, again=True)
        while time.monotonic() < self.end:
            answer = await visitor.get(self.path, again=self.holds_it)
            self.statuses[answer.status] += 1
            self.times.append(answer.seconds)
        await visitor.leave()


def rush(seconds: float, sites: Sequence[Site], path: str, *, least: int) -> int:
    """Play both rushes and print their figures; 0 when each was answered as it should be.

    ``least`` is how many a second must be answered.
    """
    costs, ports = Costs(sites), tuple(site.port for site in sites)
    problems = []
    for holds_it, expected in ((True, 304), (False, 200)):
        played = Rush(ports=ports, path=path, seconds=seconds, holds_it=holds_it)
        before, start = costs.now(), time.monotonic()
        asyncio.run(played.run())
        lasted, taken = time.monotonic() - start, costs.since(before)
        count = len(played.times)
        p50, p95 = (1000 * percentile(played.times, share) for share in (0.5, 0.95))
        print(
            f"{connection.vendor}: public standings, answered {expected}: {count / lasted:.0f} a "
            f"second for {lasted:.0f} s, p50 {p50:.1f} ms, p95 {p95:.1f} ms\n"
            f"{cores(taken, lasted)}; {1000 * taken['server'] / count:.2f} ms of the server each"
        )
        others = {status: n for status, n in played.statuses.items() if status != expected}
        if others:
            problems.append(f"answered otherwise than {expected}: {others}")
        if count < least * lasted:
            problems.append(f"{connection.vendor}: fewer than {least} a second")
    problems += [f"a server complained:\n{said}" for each in sites if (said := each.complaints())]
    print(f"{len(problems)} problems")
    for problem in problems:
        print(f"- {problem}")
    return 1 if problems else 0
