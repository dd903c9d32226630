"""`python -m tests.load` plays an evening's crowd; `--kills 20` pulls the plug meanwhile."""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.load.cluster import NoPostgres, throw_away_cluster
from tests.load.server import ROOT


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
        folder = stack.enter_context(_own_folder())
        try:
            _set_up(folder, stack, asked.db)
        except NoPostgres as missing:
            print(missing, file=sys.stderr)
            return 2
        from tests.load.crowd import play  # noqa: PLC0415 -- needs the settings

        return play(asked, folder)


@contextmanager
def _own_folder() -> Iterator[Path]:
    """Make a folder on the disk of the project, where a hall's data would be."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="load-", dir=ROOT / "var"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _set_up(folder: Path, stack: ExitStack, database: str) -> None:
    """Point this process and the server at a new database, then load Django."""
    url = f"sqlite:///{folder / 'load.sqlite3'}"
    if database == "postgresql":
        url = stack.enter_context(throw_away_cluster())
    os.environ |= {
        "DATABASE_URL": url,
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
    }
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
