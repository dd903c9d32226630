"""`python -m tests.soak --minutes 20 --seed 1` plays a season against the real server."""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from tests.load.database import new_database, own_folder

PAUSE = 0.15
"""Seconds between two things that somebody does, about."""
LOOK_EVERY = 5.0


def main(arguments: list[str]) -> int:
    """Run what the command line asks for; 0 when everything holds."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        new_database(folder, stack, "sqlite")
        return _play(asked, folder)


def _play(asked: argparse.Namespace, folder: Path) -> int:
    # All of these need the settings.
    from django.db import connection  # noqa: PLC0415

    from tests.load.server import sites_on  # noqa: PLC0415
    from tests.soak import cast, checks, used  # noqa: PLC0415
    from tests.soak.browsers import OverHttp  # noqa: PLC0415
    from tests.soak.memory import Memory  # noqa: PLC0415
    from tests.soak.people import Season, until  # noqa: PLC0415

    cast.set_stage()
    guard, telephones = threading.Lock(), itertools.count()

    def bookmarks(lot: random.Random) -> list[str]:
        if lot.random() > 0.2:
            return []
        with guard:
            try:
                return cast.bookmarks(lot)
            finally:
                connection.close()

    season = Season(start=bookmarks, archive=cast.an_archive())
    with sites_on(folder, 1) as [site]:

        def enter(name: str) -> OverHttp:
            with guard:
                try:
                    cookies = {"sessionid": cast.signed_in(name)} if name else {}
                    return OverHttp(site.port, cookies, f"127.0.1.{next(telephones) % 250 + 1}")
                finally:
                    connection.close()

        people = cast.cast(season, asked.seed, enter)
        start = time.monotonic()
        deadline, counts, memory = start + 60 * asked.minutes, [], Memory()

        def live(person: object) -> None:
            for _step in until(deadline, person, PAUSE):
                counts.append(time.monotonic() - start)

        def safely(person: object) -> None:
            while time.monotonic() < deadline:
                try:
                    live(person)
                except Exception as failure:
                    season.problems.append(f"{person.kind}, {person.asks}: {failure!r}")
                    person.page = None
                    time.sleep(1)

        threads = [threading.Thread(target=safely, args=[person]) for person in people]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            memory.look(time.monotonic() - start, site._pids())
            time.sleep(LOOK_EVERY)
        compared = _compare_standings(enter, season)
    season.problems += checks.broken()
    if complaints := site.complaints():
        season.problems.insert(0, f"the server complained:\n{complaints[-6000:]}")
    season.problems += memory.growing()
    season.problems += used.missed(season, asked.minutes)
    _report(asked, season, counts, memory, compared)
    return 1 if season.problems else 0


def _compare_standings(enter: object, season: object) -> int:
    """Compare each contest's standings as the server has them with those made from nothing."""
    from django.utils import translation  # noqa: PLC0415

    from tests.soak import checks  # noqa: PLC0415
    from tournament.models import Tournament  # noqa: PLC0415

    browser, count = enter("organiser-1"), 0
    for contest in Tournament.objects.all():
        answer = browser.get(f"/tournaments/{contest.pk}/standings/csv/")
        with translation.override("fr"):
            mine = checks.recomputed(contest)
        if answer.status != 200 or answer.body.decode() != mine:
            season.problems.append(f"the standings of contest {contest.pk} are not those computed")
        count += 1
    return count


def _report(
    asked: argparse.Namespace, season: object, done: list[float], memory: object, compared: int
) -> None:
    from tests.soak import used  # noqa: PLC0415

    names, unused = used.pages(), used.unused(season)
    late = sum(at > 30 * asked.minutes for at in done)
    print(f"seed {asked.seed}, {asked.minutes:g} min, 20 people, {len(done)} things done", end="")
    print(f", {late} of them in the last half")
    print(f"pages seen {sum(season.used.values())}, forms taken {sum(season.sent.values())}")
    count = len(names) - len(unused)
    print(f"{count} of {len(names)} pages used; not: {', '.join(sorted(unused)) or '–'}")
    for line in memory.report():
        print(f"- {line}")
    print(f"standings of {compared} contests computed again")
    print("refused:", ", ".join(f"{name} ×{n}" for name, n in season.refused.most_common(12)))
    print(f"{len(season.problems)} problems")
    for problem in season.problems[:40]:
        print(f"- {problem}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
