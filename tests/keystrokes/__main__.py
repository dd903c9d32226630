"""`python -m tests.keystrokes` types the evening of tests/tournament/data on the real server."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack

from tests.load.database import new_database, own_folder
from tests.load.server import Site

CHROMIUM = "/usr/bin/chromium"


def main(arguments: list[str]) -> int:
    """Type every deal, print the figures; 0 when each is recorded as its file has it."""
    parser = argparse.ArgumentParser(prog="python -m tests.keystrokes", description=__doc__)
    parser.add_argument("--rounds", type=int, default=0, help="the first rounds only")
    asked = parser.parse_args(arguments)
    # Playwright keeps an event loop in this thread, where Django refuses to query otherwise.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        new_database(folder, stack, "sqlite")
        site = Site(folder / "server.log")
        site.start()
        try:
            site.wait()
            return _play(f"http://127.0.0.1:{site.port}", asked.rounds)
        finally:
            site.stop()


def _play(url: str, rounds: int) -> int:
    from django.test import Client  # noqa: PLC0415
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    from tests.keystrokes.contest import a_contest, differing, evening  # noqa: PLC0415
    from tests.keystrokes.replay import replay  # noqa: PLC0415

    played = evening()
    tournament, keeper = a_contest(played)
    known = Client()
    known.force_login(keeper)
    numbers = range(1, min(rounds or played.rounds, played.rounds) + 1)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", CHROMIUM), args=["--disable-gpu"]
        )
        context = browser.new_context(locale="fr-FR", timezone_id="Europe/Paris")
        session = {"name": "sessionid", "value": known.cookies["sessionid"].value, "url": url}
        context.add_cookies([session])
        count = replay(context.new_page(), url, tournament, played, numbers)
        browser.close()
    typed = [deal for deal in played.deals if deal.round in numbers]
    count.errors += [
        "round {}, table {}, deal {} is not recorded as in the file".format(*place)
        for place in differing(tournament, typed)
    ]
    print(count.report())
    return int(bool(count.errors) or len(count.deals) != len(typed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
