"""From rows of text to teams: which column is what, and what is wrong on which line.

No Django and no database here: the same list always gives the same teams and
the same problems. Words for the codes are in ``words.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from tournament.models.text import NAME_LENGTH, search_key, tidy
from tournament.teams.reading import BadList, ListProblem, Row, read_list

LARGEST_NUMBER = 9999
LARGEST_FEE = Decimal("99999.99")
PLAYERS = 2


class Column(StrEnum):
    """What a column of a list holds."""

    NUMBER = "number"
    TEAM = "name"
    PLAYER_1 = "player_1"
    PLAYER_2 = "player_2"
    FEE = "fee_paid"
    IGNORED = "ignored"


PLAYER_COLUMNS = (Column.PLAYER_1, Column.PLAYER_2)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """One team as a list gives it: its line in the file, 0 when it was typed."""

    line: int
    number: int | None
    name: str
    players: tuple[str, ...]
    fee_paid: Decimal | None

    @property
    def team_name(self) -> str:
        """The name, or the two players' when the team has none of its own."""
        return self.name or name_after(self.players)


@dataclass(frozen=True, slots=True)
class Layout:
    """How to read the rows: whether the first holds titles, and what each column is."""

    has_titles: bool
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What the tournament's teams already hold, each with the team's label."""

    numbers: Mapping[int, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)


def read_teams(raw: bytes) -> list[TeamLine]:
    """Return the teams of a file whose columns explain themselves.

    Raises ``BadList`` with every problem found, each with its line.
    """
    rows = read_list(raw)
    lines, problems = team_lines(rows, find_layout(rows))
    problems += find_clashes(lines, Taken())
    if problems:
        raise BadList(*problems)
    return lines


def name_after(players: Sequence[str]) -> str:
    """Return a team name made of its players' names, cut where they are very long."""
    joined = " – ".join(players)
    if len(joined) <= NAME_LENGTH:
        return joined
    room = (NAME_LENGTH - len(" – ")) // PLAYERS
    return " – ".join(
        player if len(player) <= room else player[: room - 1].rstrip() + "…" for player in players
    )


# Titles, once folded by ``search_key`` and stripped of punctuation. French first.
_WHOSE = r"(?:de l |d |de la |du |des |de )?"
_TEAM = r"(?:equipe|doublette|paire|team|pair)"
_PLAYER = r"(?:joueur|joueuse|equipier|equipiere|partenaire|participant|player|partner|j|p)"
_NAMED = r"(?:(?:nom|prenom|nom et prenom|prenom et nom|name|first name|last name|full name) )?"
TITLES: tuple[tuple[Column, re.Pattern[str]], ...] = tuple(
    (column, re.compile(rf"(?:{pattern})\Z"))
    for column, pattern in (
        (
            Column.NUMBER,
            rf"(?:numero|num|no|n|nr|nb|number|dossard)(?: {_WHOSE}{_TEAM})?"
            rf"|{_TEAM} (?:numero|num|no|n|nr|number)",
        ),
        (Column.TEAM, rf"(?:noms? {_WHOSE}|name of )?{_TEAM}s?|{_TEAM} name|noms?|name"),
        *(
            (
                column,
                rf"{_NAMED}{_WHOSE}{_PLAYER} ?(?:n |no |numero )?{mark}"
                rf"|{_NAMED}{_WHOSE}{ordinal} {_PLAYER}|(?:nom|prenom|name) ?{mark}",
            )
            for column, mark, ordinal in (
                (Column.PLAYER_1, "(?:1|a|un|one)", "(?:1er|1ere|1re|premier|premiere|first|1st)"),
                (
                    Column.PLAYER_2,
                    "(?:2|b|deux|two)",
                    "(?:2e|2eme|2nd|second|seconde|deuxieme)",
                ),
            )
        ),
        (
            Column.FEE,
            r"(?:montant )?(?:payee?s?|reglee?s?)|paiement|reglement|montant|tarif|prix"
            r"|inscription|frais|droits?(?: d inscription)?|(?:amount |fee )?paid|fee|amount",
        ),
    )
)


def column_titled(title: str) -> Column:
    """Return what a title announces, in French or English; ``IGNORED`` when unknown."""
    plain = " ".join(re.sub(r"[^a-z0-9]+", " ", search_key(title)).split())
    for column, pattern in TITLES:
        if pattern.match(plain):
            return column
    return Column.IGNORED


def find_layout(rows: Sequence[Row]) -> Layout:
    """Find whether the first row holds titles, and match the columns by name or by place."""
    titled = columns_titled(rows[0])
    # A fee or a number alone proves nothing: « Payé » may be what stands in the first team's cell.
    if {Column.TEAM, *PLAYER_COLUMNS} & set(titled):
        return Layout(has_titles=True, columns=titled)
    return Layout(has_titles=False, columns=columns_placed(rows))


def columns_titled(row: Row) -> tuple[Column, ...]:
    """Match columns by their titles; a second number, team or fee is left out."""
    found: list[Column] = []
    for cell in row.cells:
        column = column_titled(cell)
        again = column in found and column not in PLAYER_COLUMNS
        found.append(Column.IGNORED if again else column)
    return tuple(found)


def columns_placed(rows: Sequence[Row]) -> tuple[Column, ...]:
    """Match columns by their place: number, team, player 1, player 2, fee.

    A first column of figures is the number, a last one of amounts the fee; what
    is between is the team and its players, the players alone, or the team alone.
    """
    width = len(rows[0].cells)
    start = 1 if all(_is_number(row.cells[0]) for row in rows) else 0
    end = width
    if width - start > PLAYERS and all(_is_amount(row.cells[-1]) for row in rows):
        end -= 1
    names = {
        1: (Column.TEAM,),
        2: PLAYER_COLUMNS,
    }.get(end - start, (Column.TEAM, *PLAYER_COLUMNS))
    columns = (Column.NUMBER,) * start + names
    columns += (Column.IGNORED,) * (end - len(columns)) + (Column.FEE,) * (width - end)
    return columns[:width]


def team_lines(rows: Sequence[Row], layout: Layout) -> tuple[list[TeamLine], list[ListProblem]]:
    """Read each row as a team, with what is wrong in the row itself."""
    if unplaced := layout_problem(layout):
        return [], [unplaced]
    lines: list[TeamLine] = []
    problems: list[ListProblem] = []
    for row in rows[1:] if layout.has_titles else rows:
        line, faults = team_line(row, layout.columns)
        lines.append(line)
        problems += faults
    if not lines:
        problems.append(ListProblem(code="only_titles"))
    return lines, problems


def layout_problem(layout: Layout) -> ListProblem | None:
    """Say what is wrong with the choice of columns, if anything is."""
    chosen = set(layout.columns)
    if Column.TEAM not in chosen and not chosen.issuperset(PLAYER_COLUMNS):
        return ListProblem(code="columns_unknown")
    for column in (Column.NUMBER, Column.TEAM, Column.FEE):
        if layout.columns.count(column) > 1:
            return ListProblem(code="column_twice", params={"column": column})
    return None


def team_line(row: Row, columns: Sequence[Column]) -> tuple[TeamLine, list[ListProblem]]:
    """Read one row; what cannot be read is left out and named in the problems."""
    problems: list[ListProblem] = []
    texts = {column: _cells_of(row, columns, column) for column in Column}
    number: int | None = None
    fee: Decimal | None = None
    if text := texts[Column.NUMBER]:
        number = read_number(text)
        if number is None:
            problems.append(_fault(row.line, "number_unreadable", Column.NUMBER, text=text))
    if text := texts[Column.FEE]:
        fee = read_amount(text)
        if fee is None:
            problems.append(_fault(row.line, "fee_unreadable", Column.FEE, text=text))
    line = TeamLine(
        line=row.line,
        number=number,
        name=texts[Column.TEAM],
        players=tuple(texts[column] for column in PLAYER_COLUMNS if texts[column]),
        fee_paid=fee,
    )
    return line, problems + name_problems(line)


def name_problems(line: TeamLine) -> list[ListProblem]:
    """Say what is wrong with a team's names taken alone."""
    problems = []
    if len(line.name) > NAME_LENGTH:
        problems.append(
            _fault(line.line, "name_too_long", Column.TEAM, text=line.name, maximum=NAME_LENGTH)
        )
    for column, player in zip(PLAYER_COLUMNS, line.players, strict=False):
        if len(player) > NAME_LENGTH:
            problems.append(
                _fault(line.line, "name_too_long", column, text=player, maximum=NAME_LENGTH)
            )
    if len(line.players) == 1:
        problems.append(_fault(line.line, "one_player", Column.PLAYER_2, player=line.players[0]))
    elif not line.players and not line.name:
        problems.append(_fault(line.line, "no_name", Column.TEAM))
    if line.players and len({search_key(player) for player in line.players}) < len(line.players):
        problems.append(_fault(line.line, "same_player", Column.PLAYER_2, player=line.players[0]))
    return problems


def find_clashes(lines: Iterable[TeamLine], taken: Taken) -> list[ListProblem]:
    """Find numbers, names and players met twice, in the list or in the tournament."""
    problems: list[ListProblem] = []
    numbers: dict[object, int] = {}
    names: dict[object, int] = {}
    players: dict[object, int] = {}
    for line in lines:
        if line.number is not None:
            problems += _met(
                line, Column.NUMBER, (line.number, line.number), taken.numbers, numbers
            )
        if name := line.team_name:
            problems += _met(line, Column.TEAM, (search_key(name), name), taken.names, names)
        # One name twice in one team is the row's own problem, and said in better words.
        once = {search_key(player): place for place, player in enumerate(line.players)}
        for key, place in once.items():
            column, player = PLAYER_COLUMNS[place], line.players[place]
            problems += _met(line, column, (key, player), taken.players, players)
    return problems


def numbered(lines: Sequence[TeamLine], taken: Iterable[int]) -> list[int]:
    """Return each line's number; those without one get the next free, in the list's order."""
    used = set(taken)
    free = max(used, default=0) + 1
    used |= {line.number for line in lines if line.number is not None}
    numbers = []
    for line in lines:
        number = line.number
        if number is None:
            while free in used:
                free += 1
            number = free
            used.add(number)
        numbers.append(number)
    return numbers


def read_number(text: str) -> int | None:
    """Read a team's number, 1 to 9999; None when it is not one."""
    found = re.fullmatch(r"(?:n[°º.]? ?|# ?)?([0-9]{1,6})(?:[.,]0+)?", text.strip().lower())
    number = int(found[1]) if found else 0
    return number if 1 <= number <= LARGEST_NUMBER else None


def read_amount(text: str) -> Decimal | None:
    """Read an amount in euros (« 20 € », « 12,50 », « 1 000.00 »); None when it is not one."""
    bare = re.sub(r"(?i)€|eur(?:os?)?", "", tidy(text))
    bare = re.sub(r"(?<=[0-9]) (?=[0-9]{3}(?:\D|\Z))", "", bare).strip().replace(",", ".")
    if not re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,2}0*)?", bare):
        return None
    try:
        amount = Decimal(bare).quantize(Decimal("0.01"))
    except InvalidOperation:
        return None
    return amount if amount <= LARGEST_FEE else None


def _is_number(cell: str) -> bool:
    return read_number(cell) is not None


def _is_amount(cell: str) -> bool:
    return not cell or read_amount(cell) is not None


def _cells_of(row: Row, columns: Sequence[Column], wanted: Column) -> str:
    """Join the row's cells of a kind: a first name and a name make one player."""
    pairs = zip(row.cells, columns, strict=False)
    return " ".join(cell for cell, column in pairs if column is wanted and cell)


def _fault(line: int, code: str, column: Column, **params: object) -> ListProblem:
    return ListProblem(code=code, line=line, field=column.value, params=params)


def _met(
    line: TeamLine,
    column: Column,
    key_and_text: tuple[object, object],
    taken: Mapping[Any, str],
    seen: dict[object, int],
) -> list[ListProblem]:
    """Refuse what another team holds, or an earlier line; else remember this line."""
    key, text = key_and_text
    what = {Column.NUMBER: "number", Column.TEAM: "name"}.get(column, "player")
    if key in taken:
        return [_fault(line.line, f"{what}_taken", column, text=text, team=taken[key])]
    if key in seen:
        return [_fault(line.line, f"{what}_twice", column, text=text, other=seen[key])]
    seen[key] = line.line
    return []
