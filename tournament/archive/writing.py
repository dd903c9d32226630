"""Write the archive of a contest: the same contest gives the same bytes, but for the moment."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from django.utils import timezone

from tournament.archive.tables import CONTEST, FORMAT, ROWS, SEASONS, USERS, Table
from tournament.archive.values import to_json
from tournament.models import Tournament, User
from tournament.snapshots import snapshot

IN_MEMORY = 8 * 1024 * 1024
"""Bytes of an archive that are held in memory; more goes to a file that is gone once closed."""


def archive_of(tournament: Tournament) -> IO[bytes]:
    """Write a contest's archive to a file of its own, and return it at its beginning.

    The desk goes on meanwhile: it is the contest of one moment.
    """
    made: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the caller closes
    with snapshot():
        for piece in _pieces(Tournament.objects.get(pk=tournament.pk)):
            made.write(piece.encode())
    made.seek(0)
    return made


def write_archive(tournament: Tournament, file: Path) -> str:
    """Write a contest's archive where no file is yet, and return the line that says where.

    Raises ``OSError``.
    """
    with archive_of(tournament) as made, file.open("xb") as written:
        shutil.copyfileobj(made, written)
    return f"{tournament.pk} · {tournament.name} → {file}"


def _pieces(tournament: Tournament) -> Iterator[str]:
    """Yield the archive piece by piece, a row of a table a line."""
    yield f'{{"format": {FORMAT},\n"made_at": {_dumped(to_json(timezone.now()))},\n"tables": {{\n'
    people: set[int] = set()
    yield from _table(CONTEST, _rows(CONTEST, tournament, people))
    yield from _table(SEASONS, _rows(SEASONS, tournament, people))
    for table in ROWS:
        yield from _table(table, _rows(table, tournament, people))
    users = User.objects.filter(pk__in=people).order_by("pk").values_list("pk", "username")
    yield from _table(USERS, users, is_last=True)
    yield "}}\n"


def _table(table: Table, rows: Iterable[Any], *, is_last: bool = False) -> Iterator[str]:
    names = [column.name for column in table.columns]
    yield f'"{table.name}": {{"columns": {_dumped(names)}, "rows": ['
    before = "\n"
    for row in rows:
        yield before + _dumped([to_json(value) for value in row])
        before = ",\n"
    yield "]}\n" if is_last else "]},\n"


def _rows(table: Table, tournament: Tournament, people: set[int]) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table, and note whom they name."""
    columns = table.columns
    whose = [index for index, column in enumerate(columns) if column.related_model is User]
    details = next((index for index, each in enumerate(columns) if each.name == "details"), None)
    for row in table.rows_of(tournament).values_list(*(column.attname for column in columns)):
        people.update(row[index] for index in whose if row[index])
        if details is not None and type(row[details].get("user")) is int:
            people.add(row[details]["user"])
        yield row


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
