"""`python -m tests.load` plays an evening's crowd; `--kills 20` pulls the plug meanwhile."""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import ExitStack

from tests.load.cluster import NoPostgres
from tests.load.database import new_database, own_folder


def main(arguments: list[str]) -> int:
    """Run what the command line asks for; 0 when nothing went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long the crowd stays")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--servers", type=int, default=1, help="on so many ports, one database")
    parser.add_argument("--kills", type=int, default=0, help="kill a server so many times")
    parser.add_argument("--public", action="store_true", help="only rush to the public standings")
    parser.add_argument("--least", type=int, default=1000, help="so many a second must be shown it")
    parser.add_argument("--people", type=float, default=1, help="a part of the crowd: 0.1")
    parser.add_argument("--haste", type=float, default=1, help="each does it so many times faster")
    parser.add_argument("--each-key", action="store_true", help="marks are shown at each key")
    asked = parser.parse_args(arguments)
    if asked.servers > 1 and asked.db == "sqlite":
        parser.error("several servers need PostgreSQL: an SQLite file is of one server")
    # Whoever ends it leaves no server behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        try:
            new_database(folder, stack, asked.db)
        except NoPostgres as missing:
            print(missing, file=sys.stderr)
            return 2
        from tests.load.crowd import play  # noqa: PLC0415 -- needs the settings

        return play(asked, folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
