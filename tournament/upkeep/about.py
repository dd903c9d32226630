"""What the organiser may want to know of the site itself, when something seems wrong."""

from __future__ import annotations

import platform
import shutil
import tomllib
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import django
from django.conf import settings
from django.db import connection
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Installation, JournalEntry
from tournament.upkeep.copies import backup_folder, database_file, size_of
from tournament.upkeep.ring import Copy, copies_in
from tournament.upkeep.second import SecondState, state_of
from tournament.upkeep.words import contests_as_written

LATE = timedelta(minutes=5)
"""A clock that is behind the last act by more was set back."""
LITTLE = 200 * 1024 * 1024
"""Fewer free bytes than these are little: a few evenings of copies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The site, its database, its copies, its disk, its clock."""

    version: str
    python: str
    django: str
    system: str
    database: str
    file: Path | None
    size: int
    free: int | None
    last_copy: Copy | None
    last_why: str
    copies: int
    second_folder: str
    second: SecondState
    now: datetime
    last_act: datetime | None

    @property
    def is_nearly_full(self) -> bool:
        """Whether the disk has little room left."""
        return self.free is not None and self.free < LITTLE

    @property
    def is_set_back(self) -> bool:
        """Whether the clock says a time before the last act."""
        return self.last_act is not None and self.now < self.last_act - LATE

    @property
    def clock_sentence(self) -> str:
        """Say that the clock was set back, and what to do; nothing where it goes on as it should.

        The order of the acts does not depend on it, nor does any mark.
        """
        if not self.is_set_back:
            return ""
        return _(
            "This computer's clock was set back: the last act is later than now. Set the clock."
            " No mark depends on it, and the acts keep their order."
        )


def about() -> About:
    """Look at everything once."""
    source = database_file()
    folder = backup_folder(source) if source else None
    copies = copies_in(folder) if folder else []
    return About(
        version=version(),
        python=platform.python_version(),
        django=django.get_version(),
        system=f"{platform.system()} {platform.release()}",
        database=database_words(),
        file=source,
        size=database_size(source),
        free=shutil.disk_usage(source.parent).free if source else None,
        last_copy=copies[-1] if copies else None,
        last_why=copies[-1].why(contests_as_written()) if copies else "",
        copies=len(copies),
        second_folder=Installation.here().second_folder,
        second=state_of(folder) if folder else SecondState(),
        now=timezone.now(),
        last_act=JournalEntry.objects.aggregate(last=Max("at"))["last"],
    )


@lru_cache(maxsize=1)
def version() -> str:
    """Return the version of the program, as its project file says."""
    try:
        project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())
        return str(project["project"]["version"])
    except (OSError, LookupError, tomllib.TOMLDecodeError):
        return "?"


def database_words() -> str:
    """Say which database it is, with its version."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT sqlite_version()")
            return f"SQLite {cursor.fetchone()[0]}"
        cursor.execute("SHOW server_version")
        return f"PostgreSQL {cursor.fetchone()[0]}"


def database_size(source: Path | None) -> int:
    """Return how many bytes the database has."""
    if source is not None:
        return size_of(source)
    if connection.vendor == "sqlite":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
