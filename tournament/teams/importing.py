"""From rows of text to teams: which column is what, and what is wrong on which line.

No Django and no database here: the same list always gives the same teams and
the same problems. Words for the codes are in ``words.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.teams.clashes import Taken, find_clashes
from tournament.teams.columns import (
    PLAYER_COLUMNS,
    PLAYERS,
    Column,
    Layout,
    find_layout,
    layout_problem,
    read_amount,
    read_number,
)
from tournament.teams.reading import BadList, ListProblem, Row, fault, read_list
from tournament.text import NAME_LENGTH, search_key

__all__ = ["BadList", "ListProblem", "TeamLine", "read_list", "read_teams"]


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


def team_line(row: Row, columns: Sequence[Column]) -> tuple[TeamLine, list[ListProblem]]:
    """Read one row; what cannot be read is left out and named in the problems."""
    problems: list[ListProblem] = []
    texts = {column: _cells_of(row, columns, column) for column in Column}
    number: int | None = None
    fee: Decimal | None = None
    if text := texts[Column.NUMBER]:
        number = read_number(text)
        if number is None:
            problems.append(fault(row.line, "number_unreadable", Column.NUMBER, text=text))
    if text := texts[Column.FEE]:
        fee = read_amount(text)
        if fee is None:
            problems.append(fault(row.line, "fee_unreadable", Column.FEE, text=text))
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
            fault(line.line, "name_too_long", Column.TEAM, text=line.name, maximum=NAME_LENGTH)
        )
    for column, player in zip(PLAYER_COLUMNS, line.players, strict=False):
        if len(player) > NAME_LENGTH:
            problems.append(
                fault(line.line, "name_too_long", column, text=player, maximum=NAME_LENGTH)
            )
    if len(line.players) == 1:
        problems.append(fault(line.line, "one_player", Column.PLAYER_2, player=line.players[0]))
    elif not line.players and not line.name:
        problems.append(fault(line.line, "no_name", Column.TEAM))
    if line.players and len({search_key(player) for player in line.players}) < len(line.players):
        problems.append(fault(line.line, "same_player", Column.PLAYER_2, player=line.players[0]))
    return problems


def _cells_of(row: Row, columns: Sequence[Column], wanted: Column) -> str:
    """Join the row's cells of a kind: a first name and a name make one player."""
    pairs = zip(row.cells, columns, strict=False)
    return " ".join(cell for cell, column in pairs if column is wanted and cell)
