"""Copies of the whole database, taken before what is hard to take back.

Only an SQLite file is copied: a PostgreSQL server has backups of its own, which
whoever runs it keeps (``pg_dump``, or the server's archives).

The copies stand in ``settings.BACKUP_DIR``, or else in a folder ``backups`` beside
the database (``var/backups`` in a hall). Each is a database by itself: to go back,
stop the site and put the copy in the database's place.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

KEPT = 30
"""So many copies are kept; the oldest goes when one more comes."""
SPARE = 16 * 1024 * 1024
"""Bytes left free on the disk besides the copy: the database itself must go on."""
LONGEST = 10.0
"""Seconds after which a copy is given up: a draw never waits for longer."""
STALE = 3600.0
"""Seconds after which an unfinished copy is one that a power cut left behind."""

Say = Callable[[str], object]
log = logging.getLogger(__name__)


class BackupFailed(Exception):
    """A copy that could not be made, in one sentence."""


def backup(reason: str, *, say: Say = lambda _sentence: None) -> Path | None:
    """Copy the database as it is now and return the copy; others may go on writing.

    Its name holds a number, the time and the ``reason``. What goes wrong is logged
    and told to ``say`` in one sentence, and None is returned: the act that a backup
    precedes goes on without it. None also where there is no SQLite file.
    """
    source = database_file()
    if source is None:
        return None
    try:
        return _copied(source, backup_folder(source), slugify(reason)[:60] or "backup")
    except (BackupFailed, OSError, sqlite3.Error) as failure:
        log.warning("No backup (%s): %s", reason, failure)
        say(
            _("No backup could be made (%(why)s). The evening goes on: see to the disk.")
            % {"why": failure}
        )
        return None


def database_file() -> Path | None:
    """Return the SQLite file the site writes to, None where the database is not a file."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(name).resolve()


def backup_folder(source: Path) -> Path:
    """Return the folder of the copies: its own for each database, so that no ring eats another."""
    return Path(getattr(settings, "BACKUP_DIR", "") or source.parent / "backups")


def backups() -> list[Path]:
    """List the copies there are, the oldest first."""
    source = database_file()
    return _kept(backup_folder(source)) if source else []


def _copied(source: Path, folder: Path, reason: str) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check_space(source, folder)
    part = _claimed(folder)
    try:
        _copy(source, part)
        _flush(part)
        done = folder / f"{part.stem}-{timezone.localtime():%Y%m%d-%H%M%S}-{reason}.sqlite3"
        part.rename(done)
        _flush(folder)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    for old in _kept(folder)[:-KEPT]:
        old.unlink(missing_ok=True)
    return done


def _check_space(source: Path, folder: Path) -> None:
    log_file = source.with_name(f"{source.name}-wal")
    size = sum(path.stat().st_size for path in (source, log_file) if path.exists())
    if shutil.disk_usage(folder).free < size + SPARE:
        raise BackupFailed(_("the disk is nearly full"))


def _claimed(folder: Path) -> Path:
    """Make the empty file of the next copy, which no other process can then take.

    The number goes on whatever the clock says, so that the oldest is always known.
    """
    for left in folder.glob("*.part"):
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
    number = max((int(copy.name.partition("-")[0]) for copy in _kept(folder)), default=0)
    while True:
        number += 1
        part = folder / f"{number:06}.part"
        try:
            part.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            continue
        # Another process may have finished its copy since the folder was read.
        if not any(folder.glob(f"{number:06}-*")):
            return part
        part.unlink()


def _copy(source: Path, part: Path) -> None:
    deadline = time.monotonic() + LONGEST

    def check_time(_status: int, _left: int, _total: int) -> None:
        if time.monotonic() > deadline:
            raise BackupFailed(_("the database was busy for too long"))

    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=LONGEST)) as live,
        closing(sqlite3.connect(part)) as copy,
    ):
        # In one step: all pages are of one moment, and nobody who writes makes it start again.
        live.backup(copy, pages=-1, progress=check_time)


def _flush(path: Path) -> None:
    """Have the disk hold what was written, so that it survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("[0-9]*-*.sqlite3"))
