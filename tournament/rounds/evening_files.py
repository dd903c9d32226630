"""Read a played evening from three files: who came, who sat where, what each table reported.

Only the form is checked here, with the line it is on; whether a deal is possible
is for the engine to say.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from scoring import NamedContract, Side, Stake
from tournament.clubs.checks import MOST_DEALS
from tournament.teams.importing import TeamLine, read_teams
from tournament.teams.reading import BadList
from tournament.teams.words import line_sentence

TEAMS, ROUNDS, DEALS = "teams.csv", "rounds.csv", "deals.csv"
ROUND_COLUMNS = ("round", "table", "team_a", "team_b")
DEAL_COLUMNS = ("round", "table", "deal", "takers", "trump", "points", "sweep", "belote")
BID_COLUMNS = ("contract", "stake")
"""What a deal has only where there are bids."""
DECLARATIONS = "declarations"
"""An optional column of JSON: ``{"A": [{"kind": "tierce", "top": "KH"}]}``."""
MOST_BYTES = 8 * 1024 * 1024
DELIMITERS = (",", ";", "\t")


class BadEvening(Exception):
    """An evening that cannot be taken, in one sentence that names the file and the line."""

    def __init__(self, sentence: str, *, file: str = "", line: int = 0) -> None:
        place = file
        if file and line:
            place = _("%(file)s, line %(line)s") % {"file": file, "line": line}
        words = _("%(place)s: %(sentence)s") % {"place": place, "sentence": sentence}
        super().__init__(words if place else sentence)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A line of the draw: two teams at a table, or one that sits out (no table)."""

    line: int
    round: int
    table: int | None
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealLine:
    """A deal as a table reported it; ``facts`` are the columns of an entry."""

    line: int
    round: int
    table: int
    number: int
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """Everything three files say."""

    teams: tuple[TeamLine, ...]
    tables: tuple[TableLine, ...]
    deals: tuple[DealLine, ...]

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return max(table.round for table in self.tables)

    @property
    def deals_a_match(self) -> int:
        """The highest deal number: how many deals a match has."""
        return max(deal.number for deal in self.deals)


def read_evening(folder: Path, *, is_take: bool) -> Evening:
    """Read a folder's three files; without bids (``is_take``) their columns are ignored.

    Raises ``BadEvening`` at the first thing that cannot be read.
    """
    if not folder.is_dir():
        raise BadEvening(_("There is no folder %(folder)s.") % {"folder": folder})
    try:
        teams = read_teams(_bytes(folder, TEAMS))
    except BadList as bad:
        raise BadEvening(line_sentence(bad.problems[0]), file=TEAMS) from bad
    columns = DEAL_COLUMNS if is_take else (*DEAL_COLUMNS, *BID_COLUMNS)
    evening = Evening(
        teams=tuple(teams),
        tables=tuple(map(_table_line, _records(folder, ROUNDS, ROUND_COLUMNS))),
        deals=tuple(
            _deal_line(record, is_take=is_take) for record in _records(folder, DEALS, columns)
        ),
    )
    _check_tables(evening.tables)
    _check_deals(evening)
    return evening


@dataclass(frozen=True, slots=True)
class _Record:
    """A line of a file, its cells under the names of their columns."""

    file: str
    line: int
    cells: Mapping[str, str]

    def refusal(self, sentence: str) -> BadEvening:
        return BadEvening(sentence, file=self.file, line=self.line)

    def number(self, column: str, *, least: int = 1) -> int:
        """Return the whole number in a cell, or refuse the line."""
        text = self.cells[column]
        if re.fullmatch("[0-9]{1,4}", text) and int(text) >= least:
            return int(text)
        sentence = _("%(column)s is “%(text)s”: a whole number from %(least)s on is expected.")
        raise self.refusal(sentence % {"column": column, "text": text, "least": least})

    def word(self, column: str, words: Collection[str]) -> str:
        """Return the cell, one of some words, or refuse the line."""
        text = self.cells[column]
        if text in words:
            return text
        raise self.refusal(
            _("%(column)s is “%(text)s”: one of %(words)s is expected.")
            % {"column": column, "text": text, "words": ", ".join(words)}
        )


def _bytes(folder: Path, name: str) -> bytes:
    try:
        path = folder / name
        if path.stat().st_size > MOST_BYTES:
            raise BadEvening(_("This file is too large to be an evening."), file=name)
        return path.read_bytes()
    except OSError as error:
        raise BadEvening(_("This file is missing or cannot be read."), file=name) from error


def _records(folder: Path, name: str, columns: Sequence[str]) -> Iterator[_Record]:
    """Yield the lines of a file that are not blank, after checking its columns."""
    rows = _rows(_text(folder, name), name)
    _line, titles = next(rows, (0, []))
    titles = [title.strip().lower() for title in titles]
    missing = [column for column in columns if column not in titles]
    if missing:
        sentence = _("The column %(columns)s is missing.") % {"columns": ", ".join(missing)}
        raise BadEvening(sentence, file=name, line=1)
    if len(set(titles)) < len(titles):
        raise BadEvening(_("A column is there twice."), file=name, line=1)
    for line, cells in rows:
        if len(cells) != len(titles):
            sentence = _("%(expected)s cells are expected, there are %(found)s.")
            raise BadEvening(
                sentence % {"expected": len(titles), "found": len(cells)}, file=name, line=line
            )
        texts = [cell.strip() for cell in cells]
        yield _Record(name, line, dict(zip(titles, texts, strict=True)))


def _text(folder: Path, name: str) -> str:
    try:
        text = _bytes(folder, name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadEvening(_("This file is not UTF-8 text: save it as CSV UTF-8."), file=name) from (
            error
        )
    if "\0" in text:
        raise BadEvening(_("This file is not text."), file=name)
    return text


def _rows(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Cut a text into rows with the line each is on; the titles say the delimiter."""
    titles = text.split("\n", 1)[0]
    reader = csv.reader(
        text.splitlines(keepends=True), delimiter=max(DELIMITERS, key=titles.count), strict=True
    )
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield reader.line_num, cells
    except csv.Error as error:
        sentence = _("A quotation mark is not closed.")
        raise BadEvening(sentence, file=name, line=reader.line_num) from error


def _table_line(record: _Record) -> TableLine:
    number = record.number("round")
    if record.cells["table"]:
        teams = (record.number("team_a"), record.number("team_b"))
        return TableLine(line=record.line, round=number, table=record.number("table"), teams=teams)
    alone = [column for column in ("team_a", "team_b") if record.cells[column]]
    if len(alone) != 1:
        raise record.refusal(_("Without a table, one team alone sits out."))
    return TableLine(line=record.line, round=number, table=None, teams=(record.number(alone[0]),))


def _deal_line(record: _Record, *, is_take: bool) -> DealLine:
    cells = record.cells
    belotes = cells["belote"].upper()
    if belotes.strip("AB"):
        raise record.refusal(
            _("belote is “%(text)s”: A or B is expected, once for each belote.")
            % {"text": cells["belote"]}
        )
    facts = {
        "takers": record.word("takers", [side.value for side in Side]),
        "contract": NamedContract.TAKE.value if is_take else _contract(record),
        "trump": cells["trump"],
        "stake": Stake.PLAIN.value if is_take else cells["stake"] or Stake.PLAIN.value,
        "points": record.number("points", least=0) if cells["points"] else None,
        "sweep": cells["sweep"],
        "belote_a": belotes.count("A"),
        "belote_b": belotes.count("B"),
        "declarations": _declarations(record),
    }
    return DealLine(
        line=record.line,
        round=record.number("round"),
        table=record.number("table"),
        number=_deal_number(record),
        facts=facts,
    )


def _deal_number(record: _Record) -> int:
    """Return the deal's number: the highest one says how many deals a match has."""
    number = record.number("deal")
    if number > MOST_DEALS:
        raise record.refusal(_("A match has %(most)s deals at most.") % {"most": MOST_DEALS})
    return number


def _contract(record: _Record) -> str:
    if record.cells["contract"].isdecimal():
        return str(record.number("contract"))
    return record.word("contract", [contract.value for contract in NamedContract])


def _declarations(record: _Record) -> dict[str, Any]:
    text = record.cells.get(DECLARATIONS, "")
    try:
        declared = json.loads(text or "{}")
    except (ValueError, RecursionError):
        declared = None
    if not isinstance(declared, dict):
        raise record.refusal(_("The declarations are not readable: JSON is expected."))
    # A side that declares nothing may be there as null.
    return {side: each for side, each in declared.items() if each is not None}


def _check_tables(tables: Sequence[TableLine]) -> None:
    """Refuse rounds that do not follow each other, and a table or a team twice in one."""
    if not tables:
        raise BadEvening(_("There is no round."), file=ROUNDS)
    numbers = sorted({table.round for table in tables})
    if numbers != list(range(1, len(numbers) + 1)):
        raise BadEvening(_("The rounds are not numbered 1, 2, 3…"), file=ROUNDS)
    seen: set[tuple[str, int, int]] = set()
    for table in tables:
        places = [("team", table.round, team) for team in table.teams]
        if table.table is not None:
            places.append(("table", table.round, table.table))
        for place in places:
            if place in seen:
                _kind, round_, number = place
                twice = (
                    _("Team %(number)s is there twice in round %(round)s.")
                    if _kind == "team"
                    else _("Table %(number)s is there twice in round %(round)s.")
                )
                sentence = twice % {"number": number, "round": round_}
                raise BadEvening(sentence, file=ROUNDS, line=table.line)
            seen.add(place)


def _check_deals(evening: Evening) -> None:
    """Refuse deals of a table that was not drawn, and a deal twice."""
    if not evening.deals:
        raise BadEvening(_("There is no deal."), file=DEALS)
    drawn = {(table.round, table.table) for table in evening.tables}
    seen: set[tuple[int, int, int]] = set()
    for deal in evening.deals:
        params = {"deal": deal.number, "table": deal.table, "round": deal.round}
        if (deal.round, deal.table) not in drawn:
            sentence = _("There is no table %(table)s in round %(round)s.") % params
            raise BadEvening(sentence, file=DEALS, line=deal.line)
        key = (deal.round, deal.table, deal.number)
        if key in seen:
            sentence = _("Deal %(deal)s of table %(table)s is there twice in round %(round)s.")
            raise BadEvening(sentence % params, file=DEALS, line=deal.line)
        seen.add(key)
