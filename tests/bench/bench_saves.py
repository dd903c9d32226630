"""How long a save takes while nothing is printed, and while papers are printed all the time."""

import asyncio
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.load.server import ROOT


def run(part: float = 1) -> None:
    """Measure in a process of its own, on a database of its own."""
    subprocess.run([sys.executable, "-m", "tests.bench.bench_saves", str(part)], check=True)


def main(part: float) -> None:
    """Print both times of a save and their ratio."""
    with _own_database() as folder:
        from tests.bench.saving import measure  # noqa: PLC0415 - needs the settings

        asyncio.run(measure(folder, part))


@contextmanager
def _own_database() -> Iterator[Path]:
    """Load Django on a new database on the project's disk; the server is told of it too."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="saves-", dir=ROOT / "var"))
    os.environ.pop("DEBUG", None)
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{folder / 'saves.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        "SECRET_KEY": secrets.token_urlsafe(50),
    }
    import django  # noqa: PLC0415

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    try:
        call_command("migrate", verbosity=0)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(float(sys.argv[1]))
