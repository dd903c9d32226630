"""What the server does beside its pages: a copy every few minutes of play, one at the end.

It runs once for a server, in the process that starts the web workers, so that no page waits
for it and two workers do not make two copies. It asks SQLite whether anything was written
since (``data_version``), which costs nothing while nobody plays.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tournament.upkeep.copies import BackupFailed, backup_folder, copied, last_written
from tournament.upkeep.ring import END, PLAY, copies_in
from tournament.upkeep.second import follow, state_of

LOOKS_EVERY = 5.0
"""Seconds between two looks at whether a copy is due."""
MINUTES = 10
"""Between two copies, where the database does not say."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the organiser set: minutes between copies, and the second folder."""

    minutes: int = MINUTES
    second: str = ""


class Watch:
    """Looks after one SQLite file from when the server starts until it stops."""

    def __init__(self, source: Path) -> None:
        """Look after this file."""
        self.source = source
        self.folder = backup_folder(source)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="backups", daemon=True)
        self._database: sqlite3.Connection | None = None
        self._copied_at = time.monotonic()
        self._newest = self._newest_copy()
        # The data version that the last copy holds; None before the first look, 0 for none.
        self._version: int | None = None

    def start(self) -> None:
        """Begin to look, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """End, with a last copy if anything was written since the one before."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        else:
            self.finish()

    def look(self, now: float) -> None:
        """Make a copy if one is due at this moment, in seconds of a clock that is never set."""
        asked = self._asked()
        self._note_version()
        if (newest := self._newest_copy()) != self._newest:
            # One was made before a draw: the next is due some minutes after it.
            self._newest, self._copied_at = newest, now
        if now - self._copied_at >= asked.minutes * 60 and self._was_written():
            self._copy(PLAY, now)
        self._follow(asked.second)

    def finish(self) -> None:
        """Make the last copy of the evening, unless nothing was written since the one before."""
        if self._was_written():
            self._copy(END, time.monotonic())
        self._follow(self._asked().second)
        if self._database is not None:
            self._database.close()
            self._database = None

    def _run(self) -> None:
        while not self._over.wait(LOOKS_EVERY):
            self._safely(lambda: self.look(time.monotonic()))
        self._safely(self.finish)

    def _safely(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:
            # Whatever happens to a copy, the server goes on and the next look tries again.
            log.exception("The copies could not be seen to")

    def _copy(self, reason: str, now: float) -> None:
        version = self._data_version()
        # Whether it fails or not, the next try is some minutes away: one line a try in the log.
        self._copied_at = now
        try:
            self._newest = copied(self.source, reason).name
            self._version = version
        except BackupFailed as failure:
            log.warning("No backup (%s): %s", reason, failure)

    def _follow(self, second: str) -> None:
        before = state_of(self.folder)
        now = follow(self.folder, second)
        if now.failed and now.failed != before.failed:
            log.warning("%s", now.sentence)

    def _was_written(self) -> bool:
        self._note_version()
        version = self._data_version()
        return version is not None and version != self._version

    def _note_version(self) -> None:
        if self._version is None:
            self._version = 0 if self._changed_since_newest() else self._data_version()

    def _changed_since_newest(self) -> bool:
        """Whether the file is newer than its last copy, for when nobody looked meanwhile."""
        copies = copies_in(self.folder)
        if not copies:
            return True
        with suppress(OSError):
            return last_written(self.source) > copies[-1].path.stat().st_mtime_ns
        return True

    def _newest_copy(self) -> str:
        copies = copies_in(self.folder)
        return copies[-1].path.name if copies else ""

    def _data_version(self) -> int | None:
        try:
            return int(self._opened().execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None

    def _asked(self) -> _Asked:
        try:
            row = self._opened().execute(
                "SELECT backup_minutes, second_folder FROM tournament_installation"
            )
            found = row.fetchone()
        except sqlite3.Error:
            found = None
        return _Asked(int(found[0]), str(found[1])) if found else _Asked()

    def _opened(self) -> sqlite3.Connection:
        # One connection for all looks: a data version says nothing to another one.
        if self._database is None:
            self._database = sqlite3.connect(
                f"{self.source.as_uri()}?mode=ro", uri=True, check_same_thread=False
            )
        return self._database
