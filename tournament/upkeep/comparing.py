"""What a copy lacks of what there is now, and what it holds that is there no more.

Rows are compared, not counts: a copy taken before a mistaken restoring may hold deals that the
database lacks and lack others. Both files are read as they are, the copy whatever its version.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from tournament.upkeep.copies import read_only
from tournament.upkeep.database import tables_in

KINDS = ("rounds", "entries", "rulings", "teams", "acts")

_ROWS = {
    "rounds": "SELECT tournament_id, number || ' ' || drawn_at FROM {}.tournament_round",
    "entries": (
        "SELECT r.tournament_id, e.client_key FROM {0}.tournament_entry e"
        " JOIN {0}.tournament_deal d ON d.id = e.deal_id"
        " JOIN {0}.tournament_match m ON m.id = d.match_id"
        " JOIN {0}.tournament_round r ON r.id = m.round_id"
    ),
    "rulings": "SELECT tournament_id, number || ' ' || created_at FROM {}.tournament_ruling",
    "teams": "SELECT tournament_id, id FROM {}.tournament_team",
    "acts": "SELECT tournament_id, digest FROM {}.tournament_journalentry",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many rounds, entries of deals, rulings, teams and acts."""

    rounds: int = 0
    entries: int = 0
    rulings: int = 0
    teams: int = 0
    acts: int = 0

    def __bool__(self) -> bool:
        """Whether there is any."""
        return any(getattr(self, kind) for kind in KINDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestCompared:
    """A contest in the database and in a copy: what the copy lacks, what it would bring back."""

    name: str
    date: str
    lost: Counts
    back: Counts
    is_here: bool
    is_in_copy: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing differs that is counted."""
        return self.is_here and self.is_in_copy and not self.lost and not self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The contests of both, the newest first, and a digest of what the database holds now."""

    contests: tuple[ContestCompared, ...]
    seen: str

    @property
    def loses(self) -> bool:
        """Whether anything that is here is not in the copy."""
        return any(each.lost or not each.is_in_copy for each in self.contests)

    @property
    def changed(self) -> tuple[ContestCompared, ...]:
        """The contests that differ."""
        return tuple(each for each in self.contests if not each.is_same)


def compare_files(here: Path, copy: Path) -> Compared:
    """Compare the database with a copy. Raises ``sqlite3.Error`` for what is no database."""
    with closing(sqlite3.connect(f"{here.resolve().as_uri()}?mode=ro", uri=True)) as database:
        database.execute("ATTACH ? AS copy", [read_only(copy)])
        database.execute("BEGIN")
        lost = _only_in(database, "main", "copy")
        back = _only_in(database, "copy", "main")
        in_main, in_copy = _contests(database, "main"), _contests(database, "copy")
        seen = _state(database)
    found = [
        ContestCompared(
            name=name,
            date=date,
            lost=_counts(lost, key),
            back=_counts(back, key),
            is_here=key in in_main,
            is_in_copy=key in in_copy,
        )
        for key, (name, date) in (in_copy | in_main).items()
    ]
    found.sort(key=lambda each: (each.date, each.name), reverse=True)
    return Compared(contests=tuple(found), seen=seen)


def state_seen(here: Path) -> str:
    """Return a digest of what a database holds, as ``Compared.seen`` does."""
    with closing(sqlite3.connect(f"{here.resolve().as_uri()}?mode=ro", uri=True)) as database:
        return _state(database)


def _state(database: sqlite3.Connection) -> str:
    if "tournament_tournament" not in tables_in(database):
        return ""
    rows = database.execute("SELECT id, version FROM main.tournament_tournament ORDER BY id")
    return sha256(repr(rows.fetchall()).encode()).hexdigest()[:32]


def _contests(database: sqlite3.Connection, schema: str) -> dict[int, tuple[str, str]]:
    if "tournament_tournament" not in tables_in(database, schema):
        return {}
    rows = database.execute(f"SELECT id, name, date FROM {schema}.tournament_tournament")  # noqa: S608 # nosec B608
    return {key: (str(name), str(date)) for key, name, date in rows}


def _only_in(database: sqlite3.Connection, one: str, other: str) -> dict[tuple[str, int], int]:
    """Count, by kind and contest, the rows of one database that the other lacks."""
    found: dict[tuple[str, int], int] = {}
    for kind, rows in _ROWS.items():
        if not _has(database, one, kind):
            continue
        query = rows.format(one)
        if _has(database, other, kind):
            query = f"{query} EXCEPT {rows.format(other)}"
        for contest, count in database.execute(
            f"SELECT tournament_id, count(*) FROM ({query}) GROUP BY 1"  # noqa: S608 # nosec B608
        ):
            found[kind, contest] = count
    return found


def _has(database: sqlite3.Connection, schema: str, kind: str) -> bool:
    try:
        database.execute(f"{_ROWS[kind].format(schema)} LIMIT 0")
    except sqlite3.OperationalError:
        return False  # of a version that had no such rows yet
    return True


def _counts(found: dict[tuple[str, int], int], contest: int) -> Counts:
    return Counts(**{kind: found.get((kind, contest), 0) for kind in KINDS})
