"""What may be there once only: numbers, team names, players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tournament.teams.columns import PLAYER_COLUMNS, Column
from tournament.teams.reading import ListProblem, fault
from tournament.text import search_key

if TYPE_CHECKING:
    from tournament.teams.lines import TeamLine

NO_NUMBER = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What the tournament's teams already hold, each with the team's label."""

    numbers: Mapping[int, str] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    players: Mapping[str, str] = field(default_factory=dict)
    # Players who came alone, by their key: whoever names them takes them in.
    alone: Mapping[str, int] = field(default_factory=dict)


def find_clashes(lines: Iterable[TeamLine], taken: Taken) -> list[ListProblem]:
    """Find numbers, names and players met twice, in the list or in the tournament."""
    problems: list[ListProblem] = []
    numbers: dict[object, int] = {}
    names: dict[object, int] = {}
    players: dict[object, int] = {}
    for line in lines:
        found: list[ListProblem] = []
        if line.number is not None:
            number = (line.number, line.number)
            found += _met(line, Column.NUMBER, number, taken.numbers, numbers)
        # An entrant who plays for himself is named after himself.
        if (name := line.team_name) and line.size > 1 and not line.alone:
            found += _met(line, Column.TEAM, (search_key(name), name), taken.names, names)
        # One name twice in one team is the row's own problem, and said in better words.
        if line.alone:
            found += _alone_again(line, taken)
        once = {search_key(player): place for place, player in enumerate(line.players)}
        for key, place in once.items():
            column, player = PLAYER_COLUMNS[place], line.players[place]
            found += _met(line, column, (key, player), taken.players, players)
        problems += _as_one(line, found)
    return problems


def numbered(lines: Sequence[TeamLine], taken: Iterable[int]) -> list[int]:
    """Return each line's number; those without one get the next free, in the list's order.

    A player alone has ``NO_NUMBER``.
    """
    used = set(taken)
    free = max(used, default=0) + 1
    used |= {line.number for line in lines if line.number is not None}
    numbers = []
    for line in lines:
        if line.alone:
            numbers.append(NO_NUMBER)
            continue
        number = line.number
        if number is None:
            while free in used:
                free += 1
            number = free
            used.add(number)
        numbers.append(number)
    return numbers


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
        return [fault(line.line, f"{what}_taken", column, text=text, team=taken[key])]
    if key in seen:
        return [fault(line.line, f"{what}_twice", column, text=text, other=seen[key])]
    seen[key] = line.line
    return []


def _alone_again(line: TeamLine, taken: Taken) -> list[ListProblem]:
    return [
        fault(line.line, "alone_taken", PLAYER_COLUMNS[0], text=player)
        for player in line.players
        if search_key(player) in taken.alone
    ]


def _as_one(line: TeamLine, found: list[ListProblem]) -> list[ListProblem]:
    """Say once, not four times, that a whole team is registered: a list given twice."""
    codes = [problem.code for problem in found]
    if line.size == 1 and "player_taken" in codes:
        return [fault(line.line, "entrant_taken", PLAYER_COLUMNS[0], text=line.team_name)]
    if "name_taken" not in codes or codes.count("player_taken") != len(line.players):
        return found
    return [fault(line.line, "team_taken", Column.TEAM, text=line.team_name)]
