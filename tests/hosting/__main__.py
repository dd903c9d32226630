"""`python -m tests.hosting [pytest's own arguments]`: the tests, on a PostgreSQL of their own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from types import FrameType

from tests.load.cluster import NoPostgres, throw_away_cluster

ASKED_TO_STOP = ("SIGINT", "SIGTERM", "SIGHUP")
"""Ctrl-C, `kill`, and a terminal that is closed; Windows has no third."""


class Interrupted(Exception):
    """Somebody stopped the run."""


def main(arguments: list[str]) -> int:
    """Start a server, run pytest on it, and leave nothing of either, also where one is stopped."""
    for name in ASKED_TO_STOP:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _interrupt)
    try:
        # What it is told is thrown away with it: no test pulls its plug.
        with throw_away_cluster(is_safe=False) as url:
            return _pytest(arguments, os.environ | {"DATABASE_URL": url})
    except NoPostgres as missing:
        print(missing, file=sys.stderr)  # noqa: T201 - said to whoever started it
        return 2
    except Interrupted:
        return 130


def _pytest(arguments: list[str], environment: dict[str, str]) -> int:
    """Run pytest; whoever stops this stops it, and it is waited for: it has a browser to close."""
    # In a group of its own, Ctrl-C reaches it from here alone, once.
    command = [sys.executable, "-m", "pytest", *arguments]
    with subprocess.Popen(command, env=environment, process_group=0) as running:
        try:
            return running.wait()
        except Interrupted:
            # tests/conftest.py has it end as Ctrl-C would, which a background job ignores.
            running.terminate()
            running.wait()
            raise


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    # Asked again, it ends no sooner.
    for name in ASKED_TO_STOP:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    raise Interrupted


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
