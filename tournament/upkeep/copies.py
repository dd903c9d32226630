"""Copies of the whole database, taken before what is hard to take back and during play.

Only an SQLite file is copied: a PostgreSQL server has backups of its own, which
whoever runs it keeps (``pg_dump``, or the server's archives).

The copies stand in ``settings.BACKUP_DIR``, or else in a folder ``backups`` beside
the database (``var/backups`` in a hall). Each is a database by itself, of one moment,
whoever writes meanwhile. However slow the disk, a copy is made to its end: the act that it
is of the moment before is recorded already, and only the page that asked for it waits.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.upkeep.ring import LONGEST_REASON, copies_in, thin_out

SPARE = 16 * 1024 * 1024
"""Bytes left free on the disk besides the copy: the database itself must go on."""
PATIENCE = 5.0
"""Seconds after which a database that another program holds is not waited for."""
STALE = 3600.0
"""Seconds after which an unfinished copy is one that a power cut left behind."""

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""What the system says of a disk that has no room left."""
CLOSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
"""What it says of a place that may not be written to."""
GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENODEV, errno.EIO})
"""What it says of a key that was pulled out."""

Done = TypeVar("Done")
Say = Callable[[str], object]
log = logging.getLogger(__name__)


class BackupFailed(Exception):
    """A copy that could not be made, in one sentence."""


class Moment:
    """The database as it is now, to be copied later: it holds nobody who writes up."""

    def __init__(self, source: Path) -> None:
        """Hold on to this moment; where that fails, copying it does."""
        self.source = source
        self.at = timezone.localtime()
        self._held = ExitStack()
        try:
            self._written = last_written(source)
            self._live = self._held.enter_context(
                closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, timeout=PATIENCE))
            )
            self._live.execute("BEGIN")
            # What a transaction sees is settled by its first question.
            self._live.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except (OSError, sqlite3.Error) as failure:
            self._failure: Exception | None = failure
        else:
            self._failure = None

    def close(self) -> None:
        """Let go of it."""
        self._held.close()

    def copied(self, reason: str) -> Path:
        """Copy it into the ring of its database, and return the copy. Raises ``BackupFailed``."""
        folder = backup_folder(self.source)
        name = slugify(reason)[:LONGEST_REASON] or "backup"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_space(self.source, folder)
            part = _claimed(folder)
            done = folder / f"{part.stem}-{self.at:%Y%m%d-%H%M%S}-{name}.sqlite3"
            self.copy_to(part, done)
            thin_out(folder)
        except (OSError, sqlite3.Error) as failure:
            raise BackupFailed(in_words(failure)) from failure
        return done

    def copy_to(self, part: Path, done: Path) -> None:
        """Copy it under a name that says it is not done, and rename it once it is."""
        try:
            if self._failure:
                raise self._failure
            with closing(sqlite3.connect(part)) as copy:
                self._live.backup(copy)
                # One file alone: a copy that is only read leaves no others beside it.
                copy.execute("PRAGMA journal_mode=DELETE")
            flush(part)
            # Whoever asks what was written since asks since this moment.
            os.utime(part, ns=(self._written, self._written))
            part.rename(done)
            flush(done.parent)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def backup(reason: str, *, say: Say = lambda _sentence: None) -> Path | None:
    """Copy the database as it is now and return the copy; others may go on writing.

    Its name holds a number, the time and the ``reason``. What goes wrong is logged
    and told to ``say`` in one sentence, and None is returned: what a backup is made
    for goes on without it. None also where there is no SQLite file.
    """
    source = database_file()
    if source is None:
        return None
    with closing(Moment(source)) as moment:
        return _backup(moment, reason, say)


def after_backup(reason: str, act: Callable[[], Done], *, say: Say) -> Done:
    """Carry an act out and keep the moment before it as ``backup`` does.

    That moment is written down once the act is recorded: no disk delays a draw, and what is
    refused, or was done already by a first click, pushes no copy out of the ring.
    """
    source = database_file()
    if source is None:
        return act()
    with closing(Moment(source)) as moment:
        before = _rows_written()
        done = act()
        if _rows_written() != before:
            _backup(moment, reason, say)
    return done


def copied(source: Path, reason: str) -> Path:
    """Copy an SQLite file into its ring and return the copy. Raises ``BackupFailed``."""
    with closing(Moment(source)) as moment:
        return moment.copied(reason)


def copied_to(source: Path, target: Path) -> Path:
    """Copy an SQLite file to a place of one's own, a new file or a folder.

    Raises ``BackupFailed``, also where there is a file already: none is written over.
    """
    if target.is_dir():
        target /= f"dix-de-der-{timezone.localtime():%Y%m%d-%H%M%S}.sqlite3"
    if target.exists():
        raise BackupFailed(_("%(file)s is there already") % {"file": target})
    part = target.with_name(f"{target.name}.part")
    try:
        _check_space(source, target.parent)
        part.touch(mode=0o600)
        with closing(Moment(source)) as moment:
            moment.copy_to(part, target)
    except (OSError, sqlite3.Error) as failure:
        raise BackupFailed(in_words(failure)) from failure
    return target


def database_file() -> Path | None:
    """Return the SQLite file the site writes to, None where the database is not a file."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(name).resolve()


def backup_folder(source: Path) -> Path:
    """Return the folder of the copies: its own for each database, so that no ring eats another."""
    return Path(getattr(settings, "BACKUP_DIR", "") or source.parent / "backups")


def log_of(source: Path) -> Path:
    """Return the file where SQLite keeps what is not yet written back into a database's own."""
    return source.with_name(f"{source.name}-wal")


def size_of(source: Path) -> int:
    """Return how many bytes a database has, with what is not yet written back into its file."""
    return sum(path.stat().st_size for path in (source, log_of(source)) if path.exists())


def last_written(source: Path) -> int:
    """Return when anything was last written to a database, in nanoseconds as its files say it."""
    found = [path.stat() for path in (source, log_of(source)) if path.exists()]
    return max((file.st_mtime_ns for file in found if file.st_size), default=0)


def read_only(path: Path) -> str:
    """Return how SQLite is asked to read a file that nobody writes, and leave nothing beside it.

    A file that somebody copied by hand may have its log beside it, which is then read too.
    """
    path = path.resolve()
    return f"{path.as_uri()}?mode=ro" + ("" if log_of(path).exists() else "&immutable=1")


def in_words(failure: Exception) -> str:
    """Say what went wrong while a copy was made, for the middle of a sentence."""
    number = getattr(failure, "errno", None)
    code = getattr(failure, "sqlite_errorcode", 0) & 0xFF
    if number in FULL or code == sqlite3.SQLITE_FULL:
        return _("the disk is full")
    if number in CLOSED:
        return _("the folder %(folder)s cannot be written to") % {
            "folder": getattr(failure, "filename", "")
        }
    return str(failure)


def flush(path: Path) -> None:
    """Have the disk hold what was written, so that it survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _rows_written() -> int:
    connection.ensure_connection()
    return int(connection.connection.total_changes)


def _backup(moment: Moment, reason: str, say: Say) -> Path | None:
    try:
        return moment.copied(reason)
    except BackupFailed as failure:
        log.warning("No backup (%s): %s", reason, failure)
        say(
            _("No backup could be made (%(why)s). The evening goes on: see to the disk.")
            % {"why": failure}
        )
        return None


def _check_space(source: Path, folder: Path) -> None:
    if shutil.disk_usage(folder).free < size_of(source) + SPARE:
        raise BackupFailed(_("the disk is nearly full"))


def _claimed(folder: Path) -> Path:
    """Make the empty file of the next copy, which no other process can then take.

    The number goes on whatever the clock says, so that the oldest is always known.
    """
    for left in folder.glob("*.part"):
        with suppress(FileNotFoundError):
            if time.time() - left.stat().st_mtime > STALE:
                left.unlink()
    number = max((copy.number for copy in copies_in(folder)), default=0)
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
