"""Whether a file is a database of the site, whole, of a version that this program knows."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tournament.upkeep.copies import SPARE, backup_folder, read_only, size_of
from tournament.upkeep.ring import copies_in

HEADER = b"SQLite format 3\x00"
APP = "tournament"
ASIDE = "-aside"
"""How the name ends of a file that could not be read, once a copy is to take its place."""


class Unusable(Exception):
    """A file that cannot serve as the site's database: one sentence, with what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The migrations that a database has not had, and those of a later version that it has.

    ``is_new`` where it has had none: there is nothing in it yet.
    """

    is_new: bool
    missing: frozenset[str]
    unknown: frozenset[str]


def check_file(path: Path) -> None:
    """Refuse a file that is no database of the site, or not whole. Raises ``Unusable``.

    A file that is not there, or is empty, is a database to be made.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        return
    try:
        with path.open("rb") as file:
            header = file.read(len(HEADER))
    except OSError as failure:
        raise Unusable(
            _("%(file)s cannot be read: %(why)s.") % {"file": path, "why": failure.strerror}
        ) from failure
    if header != HEADER:
        raise Unusable(_foreign(path))
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as database:
            found = [row for (row,) in database.execute("PRAGMA quick_check(1)")]
            is_ours = _is_ours(database)
    except sqlite3.Error as failure:
        if getattr(failure, "sqlite_errorcode", 0) & 0xFF in {
            sqlite3.SQLITE_BUSY,
            sqlite3.SQLITE_CANTOPEN,
            sqlite3.SQLITE_READONLY,
        }:
            # Another program is busy with it, or its folder is closed: nothing says that it is bad.
            return
        raise Unusable(_damaged(path)) from failure
    if found != ["ok"]:
        raise Unusable(_damaged(path))
    if not is_ours:
        raise Unusable(_foreign(path))


def check_not_lost(path: Path) -> None:
    """Refuse to begin anew where copies are, or what was put aside. Raises ``Unusable``.

    A new site would write into the ring of the one that is lost, and push its copies out.
    """
    if not _holds_nothing(path):
        return
    if copies := copies_in(folder := backup_folder(path)):
        kept, last = folder, copies[-1].path
    elif aside := sorted(path.parent.glob(f"{path.name}.*{ASIDE}")):
        # A restoring was killed before the copy had taken its place.
        kept, last = aside[-1], Path("…")
    else:
        return
    raise Unusable(
        _(
            "%(file)s is not there or is empty, but %(kept)s is: nothing was begun anew. Restore"
            " the last copy with “make restore FILE=%(copy)s”, or move %(kept)s away first."
        )
        % {"file": path, "kept": kept, "copy": last}
    )


def check_writable(path: Path) -> None:
    """Refuse a file or a folder that cannot be written to, and a full disk. Raises ``Unusable``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        trial = path.with_name(f"{path.name}.trial")
        trial.write_bytes(b"\0" * 4096)
        trial.unlink()
        if path.exists():
            with path.open("r+b"):
                pass
    except OSError as failure:
        raise Unusable(
            _(
                "The folder %(folder)s cannot be written to (%(why)s): nothing could be recorded."
                " Make room or give the right to write, then start again."
            )
            % {"folder": path.parent, "why": failure.strerror}
        ) from failure


def schema_of(path: Path) -> Schema:
    """Compare the migrations that a database has had with those of this program."""
    with closing(sqlite3.connect(read_only(path), uri=True)) as database:
        if "django_migrations" not in tables_in(database):
            had: set[tuple[str, str]] = set()
        else:
            had = set(database.execute("SELECT app, name FROM django_migrations"))
    here = set(MigrationLoader(None).disk_migrations)
    return Schema(
        is_new=not had,
        missing=frozenset(f"{app}.{name}" for app, name in here - had),
        unknown=frozenset(name for app, name in had - here if app == APP),
    )


def tables_in(database: sqlite3.Connection, schema: str = "main") -> set[str]:
    """Return the names of what a database holds, or one that is attached to it."""
    return {name for (name,) in database.execute(f"SELECT name FROM {schema}.sqlite_master")}  # noqa: S608 # nosec B608


def has_room_to_restore(copy: Path, folder: Path) -> bool:
    """Whether a disk has room for a copy at work, for what replaces it, and for what was there."""
    return shutil.disk_usage(folder).free > 3 * size_of(copy) + SPARE


def bring_up(path: Path) -> None:
    """Bring a file up to this version, in a process whose database it is. Raises ``Unusable``."""
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0", "--without-backup"],
        cwd=settings.BASE_DIR,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{path}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [""])[-1]
        raise Unusable(
            _("Nothing was restored: the copy could not be brought up to this version (%(why)s).")
            % {"why": why}
        )


def too_new(path: Path) -> str:
    """Say that a database is of a later version of the program."""
    return _(
        "%(file)s was written by a later version of the program: install that version, then"
        " start again."
    ) % {"file": path}


def _is_ours(database: sqlite3.Connection) -> bool:
    """Whether a database is the site's, or is to become it: empty, or begun and stopped."""
    tables = tables_in(database)
    if not tables or {"django_migrations", "tournament_tournament"} <= tables:
        return True
    if "django_migrations" not in tables:
        return False
    had = {app for (app,) in database.execute("SELECT app FROM django_migrations")}
    return had <= {app for app, _name in MigrationLoader(None).disk_migrations}


def _holds_nothing(path: Path) -> bool:
    if not path.exists() or not path.stat().st_size:
        return True
    try:
        with closing(sqlite3.connect(read_only(path), uri=True)) as database:
            return not tables_in(database)
    except sqlite3.Error:
        return False  # another program is busy with it: it is there


def _foreign(path: Path) -> str:
    return _(
        "%(file)s is not a database of this site: it was left as it is. Say where the right one"
        " is, or restore a copy with “make restore FILE=…”."
    ) % {"file": path}


def _damaged(path: Path) -> str:
    return _(
        "%(file)s is damaged: it was left as it is. Restore the last copy with"
        " “make restore FILE=…”."
    ) % {"file": path}
