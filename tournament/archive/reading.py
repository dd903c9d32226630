"""Read an archive that anybody may have written: it is refused at the first thing amiss."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.db.models import NOT_PROVIDED, DateTimeField, Field
from django.utils.translation import gettext as _

from scoring import Side
from tournament.archive.tables import FORMAT, OF_MODEL, TABLES, TOGETHER, Table
from tournament.archive.values import NotThat, reader
from tournament.clubs import own_rulebooks
from tournament.clubs.checks import MOST_DEALS
from tournament.journal.origin import POINTED
from tournament.models import Club

MEGABYTE = 1024 * 1024
MOST_BYTES = 48 * MEGABYTE
"""The largest archive that is read: an evening of 500 teams fits twice."""
MOST_ROWS = 150_000
MOST_LISTS = 10 * MOST_ROWS
"""Brackets of any kind: an empty list of two letters takes forty times as many once it is read."""
MOST_PEOPLE = 500
MOST_ERAS = 50

Row = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """What an archive holds: each table's rows by column, the oldest first."""

    made_at: datetime
    rows: Mapping[str, Sequence[Row]] = field(default_factory=dict)

    @property
    def contest(self) -> Row:
        """The contest itself."""
        return self.rows["contest"][0]


def read_archive(content: bytes) -> Archive:
    """Read an archive and check all that can be checked before the database is asked.

    Raises ``ValidationError``, in one sentence.
    """
    if len(content) > MOST_BYTES:
        raise ValidationError(
            _("This archive is larger than %(most)s MB.") % {"most": MOST_BYTES // MEGABYTE}
        )
    if content.count(b"[") + content.count(b"{") > MOST_LISTS:
        _refuse_rows()
    whole = _parsed(content)
    kept = whole["tables"]
    if unknown := [name for name in kept if name not in TABLES]:
        _refuse_unknown(unknown[0])
    if sum(len(_raw_rows(kept, name)) for name in TABLES) > MOST_ROWS:
        _refuse_rows()
    made_at = _made_at(whole["made_at"])
    archive = Archive(
        made_at=made_at,
        rows={name: list(_rows(table, kept)) for name, table in TABLES.items()},
    )
    _check(archive)
    return archive


def _parsed(content: bytes) -> dict[str, Any]:
    """Return the archive as JSON, once it says that it is one."""
    try:
        whole = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=int)
    except (ValueError, RecursionError) as failure:
        raise ValidationError(_NOT_ONE()) from failure
    if not isinstance(whole, dict) or type(whole.get("format")) is not int:
        raise ValidationError(_NOT_ONE())
    if whole["format"] != FORMAT:
        raise ValidationError(
            _("This archive has format %(format)s; this version reads format %(known)s.")
            % {"format": min(max(whole["format"], -1), 10**6), "known": FORMAT}
        )
    if unknown := sorted(set(whole) - {"format", "made_at", "tables"}):
        _refuse_unknown(unknown[0])
    if not isinstance(whole.get("tables"), dict) or "made_at" not in whole:
        raise ValidationError(_NOT_ONE())
    return whole


def _NOT_ONE() -> str:  # noqa: N802 - a sentence
    return _("This file is not the archive of a contest, or it is damaged.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _made_at(text: Any) -> datetime:  # noqa: ANN401 - what JSON holds
    try:
        return reader(DateTimeField())(text)
    except NotThat as failure:
        raise ValidationError(_NOT_ONE()) from failure


def _refuse_unknown(name: str) -> NoReturn:
    # Half a pair of surrogates cannot be shown.
    name = name.encode(errors="replace").decode()
    raise ValidationError(
        _("This archive holds what this version does not know: “%(name)s”.") % {"name": name[:40]}
    )


def _refuse_rows() -> NoReturn:
    raise ValidationError(_("This archive holds more than %(most)s rows.") % {"most": MOST_ROWS})


def _refuse_row(table: Table, number: int, name: str) -> NoReturn:
    raise ValidationError(
        _("Row %(row)s of “%(table)s” is not as it should be: see “%(column)s”.")
        % {"row": number, "table": table.name, "column": name}
    )


def _raw_rows(kept: Mapping[str, Any], name: str) -> list[Any]:
    match kept.get(name):
        case {"columns": list(), "rows": list() as rows} as part if len(part) == 2:  # noqa: PLR2004
            return rows
    raise ValidationError(_("The table “%(table)s” of this archive is missing.") % {"table": name})


def _rows(table: Table, kept: Mapping[str, Any]) -> Iterator[Row]:
    """Yield the rows of a table, each column read; one that it does not have has its default."""
    names = kept[table.name]["columns"]
    columns = {column.name: column for column in table.columns}
    for name in names:
        if not isinstance(name, str) or name not in columns:
            _refuse_unknown(f"{table.name}.{name}")
    if len(set(names)) != len(names):
        raise ValidationError(_NOT_ONE())
    readers = [reader(columns[name], table.shapes.get(name)) for name in names]
    missing = [column for name, column in columns.items() if name not in names]
    for column in missing:
        _check_default(table, column)
    seen: set[int] = set()
    for number, values in enumerate(kept[table.name]["rows"], start=1):
        if not isinstance(values, list) or len(values) != len(names):
            _refuse_row(table, number, "id")
        row = {column.name: column.get_default() for column in missing}
        for name, read, value in zip(names, readers, values, strict=True):
            try:
                row[name] = read(value)
            except NotThat:
                _refuse_row(table, number, name)
        if row["id"] in seen or row["id"] < max(seen, default=0):
            _refuse_row(table, number, "id")
        seen = {row["id"]}
        yield row


def _check_default(table: Table, column: Field) -> None:
    has_one = column.default is not NOT_PROVIDED or column.null or column.blank
    if column.primary_key or not has_one:
        raise ValidationError(
            _("The table “%(table)s” of this archive lacks its column “%(column)s”.")
            % {"table": table.name, "column": column.name}
        )


def _check(archive: Archive) -> None:
    if len(archive.rows["contest"]) != 1 or len(archive.rows["users"]) > MOST_PEOPLE:
        raise ValidationError(_NOT_ONE())
    by_id = {name: {row["id"]: row for row in rows} for name, rows in archive.rows.items()}
    for name, table in TABLES.items():
        _check_references(table, archive.rows[name], by_id)
    for name, pointing, ours, theirs in TOGETHER:
        table = TABLES[name]
        target = OF_MODEL[table.model._meta.get_field(pointing).related_model].name
        for number, row in enumerate(archive.rows[name], start=1):
            pointed = row[pointing] and by_id[target][row[pointing]]
            if pointed and pointed[ours] != row[theirs]:
                _refuse_row(table, number, pointing)
    _check_contest(archive.contest)
    _check_people(archive.rows["users"])
    _check_rulings(archive.rows["rulings"], by_id)
    _check_journal(archive)


def _check_references(table: Table, rows: Sequence[Row], by_id: Mapping[str, Mapping]) -> None:
    """Refuse a row that names one which is not there; of its own table, one that is not older."""
    for column in table.columns:
        if not column.is_relation or column.related_model is Club:
            continue
        target = by_id[OF_MODEL[column.related_model].name]
        is_own = column.related_model is table.model
        for number, row in enumerate(rows, start=1):
            key = row[column.name]
            if key is not None and (key not in target or (is_own and key >= row["id"])):
                _refuse_row(table, number, column.name)


def _check_contest(contest: Row) -> None:
    # A rulebook's name may become a file's: of those that ship, or of none any more.
    if not re.fullmatch(r"[a-z0-9-]{1,60}", contest["rulebook_name"]):
        _refuse_row(TABLES["contest"], 1, "rulebook_name")
    own = contest["rulebook_own"]
    if own and not own_rulebooks.is_sound(own, contest["rulebook_name"]):
        _refuse_row(TABLES["contest"], 1, "rulebook_own")
    if (contest["deals"] or 0) > MOST_DEALS:
        _refuse_row(TABLES["contest"], 1, "deals")
    eras = contest["origin"] or []
    last = 0
    for era in eras:
        runs = [run for runs in era["ids"].values() for run in runs]
        is_sound = all(len(run) == 3 and min(run) > 0 for run in runs)  # noqa: PLR2004
        if not last < era["acts"] <= contest["version"] or not is_sound:
            _refuse_row(TABLES["contest"], 1, "origin")
        last = era["acts"]
    total = sum(run[2] for era in eras for runs in era["ids"].values() for run in runs)
    if len(eras) > MOST_ERAS or total > MOST_ERAS * MOST_ROWS:
        _refuse_row(TABLES["contest"], 1, "origin")


def _check_people(users: Sequence[Row]) -> None:
    seen: set[str] = set()
    for number, row in enumerate(users, start=1):
        if row["username"] in seen:
            _refuse_row(TABLES["users"], number, "username")
        seen.add(row["username"])


def _check_rulings(rulings: Sequence[Row], by_id: Mapping[str, Mapping[int, Row]]) -> None:
    """What a ruling moved, it moves back: in this contest and nowhere else."""
    rows = {"deal": "deals", "match": "matches"}
    for number, row in enumerate(rulings, start=1):
        for change in row["changes"]:
            match change:
                case [("deal" | "match") as kind, int() as key, str() as name, *at] if (
                    name in POINTED and (name == "totals") == (kind == "match")
                ):
                    target = by_id["totals" if name == "totals" else "entries"]
                    is_sound = (
                        len(at) == len(Side)
                        and key in by_id[rows[kind]]
                        and all(each is None or each in target for each in at)
                    )
                case _:
                    is_sound = False
            if not is_sound:
                _refuse_row(TABLES["rulings"], number, "changes")


def _check_journal(archive: Archive) -> None:
    table, acts = TABLES["journal"], archive.rows["journal"]
    last = 0
    for number, act in enumerate(acts, start=1):
        if act["number"] <= last or not isinstance(act["details"], dict):
            _refuse_row(table, number, "number")
        last = act["number"]
    # What was done here comes after what was restored: the count goes on from there.
    if last > archive.contest["version"]:
        _refuse_row(TABLES["contest"], 1, "version")
