"""Let the crowd in, watch it for as long as asked, and count what is there afterwards."""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from tests.load.contest import Size, Stage, prepare
from tests.load.costs import Costs, cores
from tests.load.figures import Figures
from tests.load.ledger import Ledger
from tests.load.people import Hall, Organiser, Scorekeeper
from tests.load.phones import PhoneTable
from tests.load.public import publish, rush
from tests.load.readback import broken, held_entries
from tests.load.readers import READERS, Reader
from tests.load.server import Site, sites_on

DRAWS_EVERY = 2.0
"""Seconds between two acts of the organiser while the server is killed."""
COME_WITHIN = 300.0
"""Seconds after which a crowd that is not let in is sent home."""
QUIET = (0.3, 4.0)
"""The server is killed so many seconds after it answers again, drawn between these."""


def play(asked: argparse.Namespace, folder: Path) -> int:
    """Prepare, play, count; print the figures and return 0 when nothing is wrong."""
    size = Size(
        # A server that is killed again and again answers for half of that time.
        seconds=asked.kills * sum(QUIET) if asked.kills else asked.seconds,
        seed=asked.seed,
        scorekeepers=max(2, round(32 * asked.people)),
        phones=max(2, round(64 * asked.people)),
        readers=max(3, round(200 * asked.people)),
        desk_every=3 / asked.haste,
        phone_every=10 / asked.haste,
        poll_every=5 / asked.haste,
    )
    stage = prepare(size)
    path = publish(stage.tournament) if asked.public else ""
    with sites_on(folder, asked.servers) as sites:
        if asked.public:
            return rush(asked.seconds, sites, path, least=asked.least)
        run = asyncio.run(_evening(sites, size, stage, asked, Costs(sites)))
    for sentence in run.ledger.differences(held_entries(stage.tournament, stage.round)):
        run.figures.problem(sentence)
    for sentence in broken(run.accepted):
        run.figures.problem(sentence)
    for said in filter(None, (site.complaints() for site in sites)):
        run.figures.problem(f"a server complained:\n{said[-3000:]}")
    _report(run, size, asked.servers)
    return 1 if run.figures.problems else 0


@dataclass(slots=True, kw_only=True)
class Run:
    """What is left of an evening."""

    figures: Figures
    ledger: Ledger
    accepted: list[int]
    kills: int
    organiser: Organiser | None
    seconds: float
    cpu: Mapping[str, float]
    load_before: float


async def _evening(
    sites: Sequence[Site], size: Size, stage: Stage, asked: argparse.Namespace, costs: Costs
) -> Run:
    figures, ledger, kills = Figures(), Ledger(), asked.kills
    load_before = os.getloadavg()[0]
    hall = Hall(
        ports=tuple(site.port for site in sites),
        tournament=stage.tournament,
        round=stage.round,
        end=time.monotonic() + size.seconds,
        figures=figures,
        ledger=ledger,
        comes_within=2 * size.poll_every,
        is_killed=bool(kills),
        each_key=asked.each_key,
    )
    people = _people(hall, size, stage)
    organiser = None
    if kills:
        organiser = Organiser(
            hall=hall,
            browser=hall.visitor(stage.organiser),
            contest=stage.drawn,
            every=DRAWS_EVERY,
            lot=random.Random(f"{size.seed} organiser"),
        )
        people.append(organiser)
    async with asyncio.timeout(COME_WITHIN):
        await asyncio.gather(*(person.arrive() for person in people))
    start = time.monotonic()
    hall.end = start + size.seconds
    before = costs.now()
    works = [asyncio.create_task(person.work()) for person in people]
    done = await _pull_the_plug(sites, hall, kills, random.Random(f"{size.seed} kills"))
    async with asyncio.timeout(size.seconds + 120):
        await asyncio.gather(*works)
    taken = costs.since(before)
    return Run(
        figures=figures,
        ledger=ledger,
        accepted=hall.accepted,
        kills=done,
        organiser=organiser,
        seconds=time.monotonic() - start,
        cpu=taken,
        load_before=load_before,
    )


def _people(hall: Hall, size: Size, stage: Stage) -> list[Scorekeeper | PhoneTable | Reader]:
    desks, pairs = size.scorekeepers, size.phones // 2
    return [
        *(
            Scorekeeper(
                hall=hall,
                browser=hall.visitor(cookie),
                tables=list(stage.desk_tables[place::desks]),
                every=size.desk_every,
                lot=random.Random(f"{size.seed} desk {place}"),
            )
            for place, cookie in enumerate(stage.scorekeepers)
        ),
        *(
            PhoneTable(
                hall=hall,
                codes=list(stage.codes[place::pairs]),
                every=size.phone_every,
                lot=random.Random(f"{size.seed} phones {place}"),
            )
            for place in range(pairs)
        ),
        *(
            READERS[place % len(READERS)](
                hall=hall,
                browser=hall.visitor(cookie),
                every=size.poll_every,
                lot=random.Random(f"{size.seed} reader {place}"),
                tables=stage.tables,
            )
            for place, cookie in enumerate(stage.readers)
        ),
    ]


async def _pull_the_plug(sites: Sequence[Site], hall: Hall, kills: int, lot: random.Random) -> int:
    """Kill a server so many times at random moments, start it again, and end the evening."""
    for _kill in range(kills):
        await asyncio.sleep(lot.uniform(*QUIET))
        site = lot.choice(sites)
        site.kill()
        site.start()
        await asyncio.to_thread(site.wait)
    if kills:
        hall.end = time.monotonic() + QUIET[1]
    return kills


def _report(run: Run, size: Size, servers: int) -> None:
    several = "" if servers == 1 else f", {servers} servers"
    print(
        f"{connection.vendor}{several}: {size.scorekeepers} scorekeepers a deal every "
        f"{size.desk_every:.3g} s, {size.phones} phones a deal every {size.phone_every:.3g} s, "
        f"{size.readers} readers every {size.poll_every:.3g} s, {run.seconds:.0f} s; "
        f"load of the machine before: {run.load_before:.1f}"
    )
    print("\n".join(run.figures.table(run.seconds)))
    told, doubted = run.ledger.count_told, sum(s.in_doubt for s in run.ledger.sent.values())
    print(
        f"{told} deals and corrections answered « enregistrée », {len(run.ledger.sent)} sent"
        f"{f' ({doubted} left in doubt)' if doubted else ''}; "
        f"{len(run.accepted)} deals answered « acceptée »"
    )
    if run.kills:
        print(
            f"server killed {run.kills} times, {run.figures.unanswered} requests unanswered; "
            f"{run.organiser.drawn} rounds drawn, {run.organiser.closed} closed"
        )
    else:
        print(cores(run.cpu, run.seconds))
    print(f"{len(run.figures.problems)} problems")
    for sentence in run.figures.told():
        print(f"- {sentence}")
