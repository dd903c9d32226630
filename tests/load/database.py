"""A database of its own for a tool that fills the real server with people."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.load.cluster import throw_away_cluster
from tests.load.server import ROOT


@contextmanager
def own_folder() -> Iterator[Path]:
    """Make a folder on the disk of the project, where a hall's data would be."""
    (ROOT / "var").mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="load-", dir=ROOT / "var"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(folder: Path, stack: ExitStack, database: str) -> None:
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
