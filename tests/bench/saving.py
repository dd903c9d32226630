"""A desk that types at a steady rate while an organiser prints, against the real server.

Each has sixteen tables. What is printed, again and again, are the filled sheets of the round
before and the standings. Spells with and without printing take turns, so that both are
measured on the same machine.
"""

import asyncio
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.request import Request, urlopen

from tests.bench.sizes import sized
from tests.load.contest import DEALS, Size, Stage, prepare
from tests.load.figures import Figures, percentile
from tests.load.ledger import Ledger
from tests.load.people import Hall, Scorekeeper
from tests.load.server import sites_on

SCOREKEEPERS, EVERY, TABLES_EACH = 16, 2.0, 16
SPELLS, SPELL = 3, 15.0
"""So many spells of each kind, and the seconds of each."""
SAVE = "desk: save"
PATIENCE = 600
"""Seconds after which nothing is awaited any more."""


async def measure(folder: Path, part: float) -> None:
    """Serve, type, print; say what a save took.

    A part has as many people less, and fewer, shorter spells.
    """
    people = sized(SCOREKEEPERS, part)
    size = Size(
        seconds=EVERY * (TABLES_EACH * DEALS - 2),
        scorekeepers=people,
        phones=0,
        readers=0,
        desk_every=EVERY,
    )
    stage = await asyncio.to_thread(prepare, size)
    with sites_on(folder, 1) as (site,):
        await _evening(stage, site.port, part)


async def _evening(stage: Stage, port: int, part: float) -> None:
    hall = Hall(
        ports=(port,),
        tournament=stage.tournament,
        round=stage.round,
        end=time.monotonic() + PATIENCE,
        figures=Figures(),
        ledger=Ledger(),
        comes_within=1,
    )
    people = [
        Scorekeeper(
            hall=hall,
            browser=hall.visitor(cookie),
            tables=list(stage.desk_tables[place :: len(stage.scorekeepers)]),
            every=EVERY,
            lot=random.Random(f"saves {place}"),
        )
        for place, cookie in enumerate(stage.scorekeepers)
    ]
    await asyncio.gather(*(person.arrive() for person in people))
    works = [asyncio.create_task(person.work()) for person in people]
    printer = _Printer(f"http://127.0.0.1:{port}/tournaments/{stage.tournament}/prints/", stage)
    # What is asked for the first time is not measured.
    await printer.once()
    printer.seconds.clear()
    quiet, busy = Figures(), Figures()
    spell = max(SPELL * part, 2 * EVERY)
    for _spell in range(sized(SPELLS, part)):
        hall.figures = quiet
        await asyncio.sleep(spell)
        hall.figures = busy
        await printer.print_for(spell)
    hall.end = 0.0
    await asyncio.gather(*works)
    keepers = len(people)
    print(f"{len(stage.tables)} tables, {keepers} scorekeepers a deal every {EVERY:g} s", end="; ")
    _report(quiet, busy, printer.seconds)


class _Printer:
    """An organiser who prints two papers in turn."""

    def __init__(self, base: str, stage: Stage) -> None:
        self._papers = [f"{base}rounds/1/filled-sheets.pdf", f"{base}standings.pdf"]
        self._cookie = f"sessionid={stage.organiser}"
        self.seconds: list[float] = []

    async def print_for(self, seconds: float) -> None:
        """Print for so long, and to the end of the paper in hand."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            await self.once()

    async def once(self) -> None:
        """Print both."""
        start = time.perf_counter()
        for paper in self._papers:
            await asyncio.to_thread(self._download, paper)
        self.seconds.append(time.perf_counter() - start)

    def _download(self, paper: str) -> None:
        asked = Request(paper, headers={"Cookie": self._cookie})
        with urlopen(asked, timeout=PATIENCE) as answer:
            if answer.headers["Content-Type"] != "application/pdf":
                raise RuntimeError(f"{paper} is no paper")
            answer.read()


def _report(quiet: Figures, busy: Figures, printed: Sequence[float]) -> None:
    print(
        f"filled sheets and standings printed {len(printed)} times,"
        f" {sum(printed) / len(printed):.1f} s each;"
        f" load of the machine {os.getloadavg()[0]:.1f}"
    )
    for what, figures in (("nothing printed", quiet), ("while printing", busy)):
        times = figures.times[SAVE]
        shown = " ".join(
            f"{name} {1000 * percentile(times, share):.1f} ms"
            for name, share in (("p50", 0.5), ("p95", 0.95), ("max", 1))
        )
        print(f"a save, {what}: {len(times)} saves, {shown}")
        for sentence in figures.told():
            print(sentence)
    ratio = percentile(busy.times[SAVE], 0.95) / percentile(quiet.times[SAVE], 0.95)
    print(f"p95 while printing / p95 otherwise: {ratio:.2f}")
