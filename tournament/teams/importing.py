"""From rows of text to teams: which column is what, and what is wrong on which line.

No Django and no database here: the same list always gives the same teams and
the same problems. Words for the codes are in ``words.py``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from tournament.teams.clashes import Taken, find_clashes
from tournament.teams.columns import (
    PLAYER_COLUMNS,
    Column,
    Layout,
    find_layout,
    layout_problem,
    read_amount,
    read_categories,
    read_number,
)
from tournament.teams.lines import TeamLine, name_after, name_problems
from tournament.teams.reading import BadList, ListProblem, Row, fault, read_list
from tournament.teams.tickets import Ticket, paired

__all__ = ["BadList", "ListProblem", "TeamLine", "name_after", "read_list", "read_teams"]


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


def team_lines(
    rows: Sequence[Row], layout: Layout, *, individual: bool = False
) -> tuple[list[TeamLine], list[ListProblem]]:
    """Read the rows as teams, with what is wrong in each row itself.

    In an ``individual`` contest each row is a player, who plays for himself.
    """
    if unplaced := layout_problem(layout, individual=individual):
        return [], [unplaced]
    kept = rows[1:] if layout.has_titles else rows
    if not kept:
        return [], [ListProblem(code="only_titles")]
    read = [team_line(row, layout.columns) for row in kept]
    problems = [problem for _line, faults in read for problem in faults]
    lines = [line for line, _faults in read]
    if individual:
        lines = [dataclasses.replace(line, name="", size=1) for line in lines]
    elif layout.has_one_player_a_line:
        partners = [_cells_of(row, layout.columns, Column.PARTNER) for row in kept]
        lines, faults = paired(
            [
                Ticket(line=line, partner=partner)
                for line, partner in zip(lines, partners, strict=True)
            ]
        )
        return lines, problems + faults
    problems += [problem for line in lines for problem in name_problems(line)]
    return lines, sorted(problems, key=lambda problem: problem.line)


def team_line(row: Row, columns: Sequence[Column]) -> tuple[TeamLine, list[ListProblem]]:
    """Read one row; what cannot be read is left out and named in the problems."""
    problems: list[ListProblem] = []
    texts = {column: _cells_of(row, columns, column) for column in Column}

    def read(column: Column, reader: Callable[[str], object], code: str) -> object:
        text = texts[column]
        value = reader(text) if text else None
        if text and value is None:
            problems.append(fault(row.line, code, column, text=text))
        return value

    player = " ".join(filter(None, (texts[Column.FIRST_NAME], texts[Column.PLAYER])))
    players = (player, *(texts[column] for column in PLAYER_COLUMNS))
    line = TeamLine(
        line=row.line,
        number=read(Column.NUMBER, read_number, "number_unreadable"),
        name=texts[Column.TEAM],
        players=tuple(filter(None, players)),
        fee_paid=read(Column.FEE, read_amount, "fee_unreadable"),
        club=texts[Column.CLUB],
        categories=read(Column.CATEGORIES, read_categories, "category_unknown") or (),
        seed_rank=read(Column.SEED, read_number, "seed_unreadable"),
    )
    return line, problems


def _cells_of(row: Row, columns: Sequence[Column], wanted: Column) -> str:
    """Join the row's cells of a kind: a first name and a name make one player."""
    pairs = zip(row.cells, columns, strict=False)
    return " ".join(cell for cell, column in pairs if column is wanted and cell)
