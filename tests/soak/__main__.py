"""`python -m tests.soak --minutes 20 --seed 1` plays a season against the real server."""

from __future__ import annotations

import argparse
import random
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

from tests.load.__main__ import _own_folder, _set_up

PAUSE = 0.15
"""Seconds between two things that somebody does, about."""
LOOK_EVERY = 5.0
FLAT = 2.0
"""Megabytes a minute that all processes together may grow by, over the last half."""


def main(arguments: list[str]) -> int:
    """Run what the command line asks for; 0 when everything holds."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = stack.enter_context(_own_folder())
        _set_up(folder, stack, "sqlite")
        return _play(asked, folder)


def _play(asked: argparse.Namespace, folder: Path) -> int:
    # All of these need the settings.
    from django.db import connection  # noqa: PLC0415

    from tests.load.server import sites_on  # noqa: PLC0415
    from tests.soak import cast, checks  # noqa: PLC0415
    from tests.soak.browsers import OverHttp  # noqa: PLC0415
    from tests.soak.people import Season, until  # noqa: PLC0415

    cast.set_stage()
    guard = threading.Lock()

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
                    return OverHttp(site.port, {"sessionid": cast.signed_in(name)} if name else {})
                finally:
                    connection.close()

        people = cast.cast(season, asked.seed, enter)
        start = time.monotonic()
        deadline, counts, samples = start + 60 * asked.minutes, [], []

        def live(person: object) -> None:
            for _step in until(deadline, person, PAUSE):
                counts.append(1)

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
        each: dict[int, list[tuple[float, float]]] = {}
        while any(thread.is_alive() for thread in threads):
            pids = list(site._pids())
            samples.append((time.monotonic() - start, checks.resident(pids)))
            for pid in pids:
                each.setdefault(pid, []).append((time.monotonic() - start, checks.resident([pid])))
            time.sleep(LOOK_EVERY)
        compared = _compare_standings(enter, season)
    season.problems += checks.broken()
    if complaints := site.complaints():
        season.problems.append(f"the server complained:\n{complaints[-6000:]}")
    _report(asked, season, len(counts), samples, compared)
    for held in each.values():
        grows = checks.slope(held[len(held) // 2 :])
        print(f"- one process: {held[0][1]:.0f} MB, then {held[-1][1]:.0f}; {grows:+.2f} a minute")
    growth = checks.slope(samples[len(samples) // 2 :])
    return 1 if season.problems or growth > FLAT else 0


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
    asked: argparse.Namespace, season: object, steps: int, samples: list, compared: int
) -> None:
    from django.urls import get_resolver  # noqa: PLC0415

    from tests.soak import checks  # noqa: PLC0415
    from tests.tournament.test_doors import named_pages  # noqa: PLC0415

    names = set(named_pages(get_resolver()))
    used = {name for name in names if season.used[name] or season.sent[name]}
    third = max(1, len(samples) // 3)
    first = sum(size for _at, size in samples[:third]) / third
    last = sum(size for _at, size in samples[-third:]) / third
    half = checks.slope(samples[len(samples) // 2 :])
    print(f"seed {asked.seed}, {asked.minutes:g} min, 20 people, {steps} things done")
    print(f"pages seen {sum(season.used.values())}, forms taken {sum(season.sent.values())}")
    print(f"{len(used)} of {len(names)} pages used; not: {', '.join(sorted(names - used)) or '–'}")
    print(f"memory: {first:.0f} MB in the first third, {last:.0f} MB in the last;", end=" ")
    print(f"{half:+.2f} MB a minute over the last half, {max(s for _a, s in samples):.0f} at most")
    print(f"standings of {compared} contests computed again")
    print("refused:", ", ".join(f"{name} ×{n}" for name, n in season.refused.most_common(12)))
    print(f"{len(season.problems)} problems")
    for problem in season.problems[:40]:
        print(f"- {problem}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
