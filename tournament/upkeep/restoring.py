"""Put a copy of the database back, while the site goes on serving.

1. The copy is looked at: whole, of this site, of no later version.
2. It is copied beside the database and brought up to this version there. What belongs to this
   computer rather than to the evening stays as it is now: who is logged in, where copies go.
3. SQLite's online backup writes it into the database, in one transaction. Once that holds the
   right to write, and before anything changes, the database as it is then is copied: whatever
   was answered « recorded » until that moment is in that copy, and nothing can be recorded
   after it but into the restored database.
4. Each contest that lost acts is told so in its journal.
5. The restored database is copied at once: the last copy, on the key too, is what was restored
   and not what was thrown away.

Readers see the former state to the end of their page, then the restored one; whoever saves
meanwhile waits. A process killed on the way leaves the database as it was before, or restored.
"""

from __future__ import annotations

import logging
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal.services import write
from tournament.models import Tournament, User
from tournament.upkeep.copies import BackupFailed, backup_folder, copied, in_words, read_only
from tournament.upkeep.database import (
    ASIDE,
    Unusable,
    bring_up,
    check_file,
    check_writable,
    has_room_to_restore,
    schema_of,
    tables_in,
    too_new,
)
from tournament.upkeep.faults import RESTORED
from tournament.upkeep.lock import is_served
from tournament.upkeep.ring import BEFORE_RESTORE
from tournament.upkeep.ring import RESTORED as JUST_RESTORED

LONGEST = 20.0
"""Seconds for which others who write are waited for."""
PAGES = 8
"""Written at a first step: fewer than any database of the site has, so that it is not the last."""
OF_THIS_COMPUTER = ("django_session", "tournament_installation")
"""The tables that stay as they are now."""


log = logging.getLogger(__name__)


class NotRestored(Exception):
    """A copy that was not restored, in one sentence; the database is as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """What was done: the copy of what there was before, and how many contests lost acts."""

    before: Path | None
    contests: int


def restore(copy: Path, source: Path, *, by: str | None = None) -> Restored:
    """Put a copy in the database's place, whole or not at all. Raises ``NotRestored``.

    ``by`` is the account name of whoever asked for it, as far as the copy knows it.
    """
    try:
        check_copy(copy)
        check_writable(source)
        return _restored(copy, source, by)
    except Unusable as refusal:
        raise NotRestored(str(refusal)) from refusal
    except BackupFailed as refusal:
        raise NotRestored(
            _("Nothing was restored: what there is now could not be copied first (%(why)s).")
            % {"why": refusal}
        ) from refusal
    except (OSError, sqlite3.Error) as failure:
        raise NotRestored(
            _("Nothing was restored: %(why)s.") % {"why": in_words(failure)}
        ) from failure


def put_aside(source: Path) -> Path:
    """Move away what is no database, for a copy to take its place; return where it is now.

    Its log goes with it: SQLite would write it into whatever came next. Raises ``NotRestored``.
    """
    if is_served(source):
        raise NotRestored(
            _("Nothing was restored: stop the server first, it has %(file)s open.")
            % {"file": source}
        )
    aside = source.with_name(f"{source.name}.{timezone.now():%Y%m%d-%H%M%S}{ASIDE}")
    try:
        source.rename(aside)
        for beside in ("-wal", "-shm"):
            with suppress(FileNotFoundError):
                source.with_name(source.name + beside).rename(aside.with_name(aside.name + beside))
    except OSError as failure:
        raise NotRestored(
            _("Nothing was restored: %(why)s.") % {"why": in_words(failure)}
        ) from failure
    return aside


def check_copy(copy: Path) -> None:
    """Refuse what could not be restored. Raises ``NotRestored``."""
    try:
        check_file(copy)
        is_there = copy.is_file() and copy.stat().st_size
        if not is_there or (schema := schema_of(copy)).is_new:
            raise Unusable(_("%(file)s holds no contest at all.") % {"file": copy})
        if schema.unknown:
            raise Unusable(too_new(copy))
    except Unusable as refusal:
        raise NotRestored(str(refusal)) from refusal
    except (OSError, sqlite3.Error) as failure:
        raise NotRestored(
            _("%(file)s cannot be read: %(why)s.") % {"file": copy, "why": failure}
        ) from failure


def _restored(copy: Path, source: Path, by: str | None) -> Restored:
    if not has_room_to_restore(copy, source.parent):
        raise NotRestored(_("Nothing was restored: the disk is nearly full."))
    with _staged(copy, source) as staged:
        acts = _acts(source)
        before = _swap(staged, source)
    with suppress(OSError):
        (backup_folder(source) / RESTORED).touch()
    told = _tell(acts, by)
    try:
        copied(source, JUST_RESTORED)
    except BackupFailed as failure:
        # It is restored all the same; the next copy of play holds it.
        log.warning("No backup (%s): %s", JUST_RESTORED, failure)
    return Restored(before=before, contests=told)


@contextmanager
def _staged(copy: Path, source: Path) -> Iterator[Path]:
    """Give the copy as it will be put in place: of this version, with what is this computer's."""
    with tempfile.TemporaryDirectory(prefix=".restoring-", dir=source.parent) as folder:
        staged = Path(folder) / "staged.sqlite3"
        with (
            closing(sqlite3.connect(read_only(copy), uri=True)) as given,
            closing(sqlite3.connect(staged)) as made,
        ):
            given.backup(made)
        if schema_of(staged).missing:
            bring_up(staged)
        _keep_what_is_of_this_computer(staged, source)
        yield staged


def _keep_what_is_of_this_computer(staged: Path, source: Path) -> None:
    with closing(sqlite3.connect(staged, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
        known: set[str] = set()
        if source.exists() and source.stat().st_size:
            database.execute("ATTACH ? AS here", [str(source)])
            known = tables_in(database, "here")
        database.execute("BEGIN")
        for table in OF_THIS_COMPUTER:
            database.execute(f"DELETE FROM main.{table}")  # noqa: S608 # nosec B608
            if table in known:
                columns = _common_columns(database, table)
                database.execute(
                    f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM here.{table}"  # noqa: S608 # nosec B608
                )
        database.execute("COMMIT")


def _common_columns(database: sqlite3.Connection, table: str) -> str:
    here, there = (
        {row[1] for row in database.execute(f"PRAGMA {schema}.table_info({table})")}
        for schema in ("main", "here")
    )
    return ", ".join(f'"{name}"' for name in sorted(here & there))


def _swap(staged: Path, source: Path) -> Path | None:
    """Write the staged copy over the database; return the copy of what was there."""
    deadline = time.monotonic() + LONGEST
    before: list[Path] = []
    is_held = False

    def step(status: int, _left: int, _total: int) -> None:
        nonlocal is_held
        if status in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            if time.monotonic() > deadline:
                raise NotRestored(
                    _("Nothing was restored: another program holds the database. Try again.")
                )
        elif not is_held:
            # From the first step on nobody else writes, and nobody sees what is being written.
            is_held = True
            if there_is_something:
                before.append(copied(source, BEFORE_RESTORE))

    with (
        closing(sqlite3.connect(staged)) as new,
        closing(sqlite3.connect(source, timeout=1)) as live,
    ):
        there_is_something = bool(live.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        live.execute("PRAGMA journal_mode=WAL")
        live.execute("PRAGMA synchronous=FULL")
        new.backup(live, pages=PAGES, progress=step, sleep=0.05)
    return before[0] if before else None


def _acts(source: Path) -> dict[int, tuple[int, str]]:
    """Return the last act of each contest: its number and its digest."""
    if not source.exists() or not source.stat().st_size:
        return {}
    with closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as database:
        try:
            rows = database.execute(
                "SELECT t.id, t.version, j.digest FROM tournament_tournament t"
                " JOIN tournament_journalentry j"
                " ON j.tournament_id = t.id AND j.number = t.version"
            ).fetchall()
        except sqlite3.OperationalError:
            return {}
    return {contest: (number, digest) for contest, number, digest in rows}


@transaction.atomic
def _tell(before: dict[int, tuple[int, str]], by: str | None) -> int:
    """Say in the journal of each contest that lost acts where it ended; return how many did."""
    author = User.objects.filter(username=by).first() if by else None
    told = 0
    for contest in Tournament.objects.order_by("pk"):
        number, digest = before.get(contest.pk, (0, ""))
        if not digest or contest.journal.filter(number=number, digest=digest).exists():
            continue
        held = Tournament.objects.held(contest.pk)
        details = {"ended": number, "digest": digest[:8], "restored": held.version}
        write(held, "copy.restored", by=author, details=details)
        told += 1
    return told
