"""What a copy lacks of what there is now, and what it holds that is there no more.

Rows are compared, not counts: a copy taken before a mistaken restoring may hold deals that the
database lacks and lack others. Both files are read as they are, the copy whatever its version.

Of a contest what an act of its journal makes or changes is counted by that act, and the rest by
itself. Outside of the contests whole rows are compared: one that was changed since is lost too.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from django.utils.translation import gettext as _

from tournament.upkeep.copies import read_only
from tournament.upkeep.database import tables_in

_OF_A_CONTEST = {
    "rounds": "SELECT tournament_id, number || ' ' || drawn_at FROM {}.tournament_round",
    "entries": (
        "SELECT r.tournament_id, e.client_key FROM {0}.tournament_entry e"
        " JOIN {0}.tournament_deal d ON d.id = e.deal_id"
        " JOIN {0}.tournament_match m ON m.id = d.match_id"
        " JOIN {0}.tournament_round r ON r.id = m.round_id"
    ),
    "rulings": "SELECT tournament_id, number || ' ' || created_at FROM {}.tournament_ruling",
    "teams": "SELECT tournament_id, id FROM {}.tournament_team",
    "codes": (
        "SELECT r.tournament_id, c.code FROM {0}.tournament_tablecode c"
        " JOIN {0}.tournament_match m ON m.id = c.match_id"
        " JOIN {0}.tournament_round r ON r.id = m.round_id"
    ),
    "papers": "SELECT tournament_id, kind, place, digest FROM {}.tournament_printed",
    "acts": "SELECT tournament_id, digest FROM {}.tournament_journalentry",
}
_OUTSIDE = {
    "accounts": "tournament_user",
    "roles": "tournament_clubrole",
    "invitations": "tournament_invitation",
    "rulebooks": "tournament_clubrulebook",
    "versions": "tournament_rulebookversion",
    "examples": "tournament_rulebookexample",
    "seasons": "tournament_season",
    "pictures": "tournament_picture",
    "clubs": "tournament_club",
}
_NOT_LOOKED_AT = {"last_login", "content"}
"""Columns that nobody misses, or that another one tells the digest of."""
_NO_CONTEST = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A contest, or what is outside of them all: what the copy lacks, what it would bring back.

    How many rows, by kind, of those kinds of which there are any.
    """

    name: str
    date: str
    lost: dict[str, int]
    back: dict[str, int]
    is_here: bool
    is_in_copy: bool

    @property
    def is_same(self) -> bool:
        """Whether nothing differs that is counted."""
        return self.is_here and self.is_in_copy and not self.lost and not self.back


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """The contests of both, the newest first, the rest, and a digest of what there is now."""

    parts: tuple[Part, ...]
    seen: str

    @property
    def loses(self) -> bool:
        """Whether anything that is here is not in the copy."""
        return any(each.lost or not each.is_in_copy for each in self.parts)

    @property
    def changed(self) -> tuple[Part, ...]:
        """Those that differ."""
        return tuple(each for each in self.parts if not each.is_same)


def compare_files(here: Path, copy: Path) -> Compared:
    """Compare the database with a copy. Raises ``sqlite3.Error`` for what is no database."""
    with closing(sqlite3.connect(f"{here.resolve().as_uri()}?mode=ro", uri=True)) as database:
        database.execute("ATTACH ? AS copy", [read_only(copy)])
        database.execute("BEGIN")
        lost = _only_in(database, "main", "copy")
        back = _only_in(database, "copy", "main")
        outside = {_NO_CONTEST: (_("Outside of the contests"), "")}
        in_main = outside | _contests(database, "main")
        in_copy = outside | _contests(database, "copy")
        seen = _state(database)
    found = [
        Part(
            name=name,
            date=date,
            lost=lost.get(key, {}),
            back=back.get(key, {}),
            is_here=key in in_main,
            is_in_copy=key in in_copy,
        )
        for key, (name, date) in (in_copy | in_main).items()
    ]
    found.sort(key=lambda each: (each.date, each.name), reverse=True)
    return Compared(parts=tuple(found), seen=seen)


def state_seen(here: Path) -> str:
    """Return a digest of what a database holds, as ``Compared.seen`` does."""
    with closing(sqlite3.connect(f"{here.resolve().as_uri()}?mode=ro", uri=True)) as database:
        return _state(database)


def _state(database: sqlite3.Connection) -> str:
    if "tournament_tournament" not in tables_in(database):
        return ""
    state = sha256()
    looked_at = ["SELECT id, version FROM main.tournament_tournament"]
    looked_at += [_OF_A_CONTEST[kind].format("main") for kind in ("codes", "papers")]
    looked_at += [rows for _kind, rows, _other in _whole_rows(database, "main", "main")]
    for rows in looked_at:
        for row in sorted(map(repr, database.execute(rows))):
            state.update(row.encode())
    return state.hexdigest()[:32]


def _contests(database: sqlite3.Connection, schema: str) -> dict[int, tuple[str, str]]:
    if "tournament_tournament" not in tables_in(database, schema):
        return {}
    rows = database.execute(f"SELECT id, name, date FROM {schema}.tournament_tournament")  # noqa: S608 # nosec B608
    return {key: (str(name), str(date)) for key, name, date in rows}


def _only_in(database: sqlite3.Connection, one: str, other: str) -> dict[int, dict[str, int]]:
    """Count, by contest and kind, the rows of one database that the other lacks."""
    found: dict[int, dict[str, int]] = {}
    for rows_of in (_rows_of_contests, _whole_rows):
        for kind, rows, there in rows_of(database, one, other):
            query = f"{rows} EXCEPT {there}" if there else rows
            for contest, count in database.execute(
                f"SELECT tournament_id, count(*) FROM ({query}) GROUP BY 1"  # noqa: S608 # nosec B608
            ):
                found.setdefault(contest, {})[kind] = count
    return found


Rows = Iterator[tuple[str, str, str]]
"""A kind, how its rows are asked for in one database, and in the other one if it has any."""


def _rows_of_contests(database: sqlite3.Connection, one: str, other: str) -> Rows:
    for kind, rows in _OF_A_CONTEST.items():
        here, there = (
            rows.format(schema) if _answers(database, rows.format(schema)) else ""
            for schema in (one, other)
        )
        if here:
            yield kind, here, there


def _answers(database: sqlite3.Connection, rows: str) -> bool:
    try:
        database.execute(f"{rows} LIMIT 0")
    except sqlite3.OperationalError:
        return False  # of a version that had no such rows yet
    return True


def _whole_rows(database: sqlite3.Connection, one: str, other: str) -> Rows:
    for kind, table in _OUTSIDE.items():
        columns, known = (_columns(database, schema, table) for schema in (one, other))
        if not columns:
            continue
        # Of a version that had no such column yet: nobody had set it.
        there = [name if name in known else "NULL" for name in columns]
        yield kind, _select(columns, one, table), _select(there, other, table) if known else ""


def _select(columns: list[str], schema: str, table: str) -> str:
    return f"SELECT {_NO_CONTEST} AS tournament_id, {', '.join(columns)} FROM {schema}.{table}"  # noqa: S608 # nosec B608


def _columns(database: sqlite3.Connection, schema: str, table: str) -> list[str]:
    """Return the columns that are compared; none of a version that had no such table yet."""
    rows = database.execute(f"PRAGMA {schema}.table_info({table})")
    return [f'"{name}"' for _place, name, *_rest in rows if name not in _NOT_LOOKED_AT]
