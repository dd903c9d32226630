"""One team as a list, or a form, gives it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.teams.columns import PLAYER_COLUMNS, PLAYERS, Column
from tournament.teams.reading import ListProblem, fault
from tournament.text import NAME_LENGTH, search_key


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """One team as a list gives it: its line in the file, 0 when it was typed.

    ``fee_paid`` is what the list says was paid in all. ``size`` is how many
    players a team of the contest has: one where partners change each round. A
    player who came ``alone`` waits for a partner and has neither number nor team.
    """

    line: int
    number: int | None
    name: str
    players: tuple[str, ...]
    fee_paid: Decimal | None
    club: str = ""
    categories: tuple[str, ...] = ()
    seed_rank: int | None = None
    fixed_table: int | None = None
    fee_owed: Decimal | None = None
    size: int = PLAYERS
    alone: bool = False

    @property
    def team_name(self) -> str:
        """The name, or the players' when the team has none of its own."""
        return self.name or name_after(self.players)


def name_after(players: Sequence[str]) -> str:
    """Return a team name made of its players' names, cut where they are very long."""
    joined = " – ".join(players)
    if len(joined) <= NAME_LENGTH:
        return joined
    room = (NAME_LENGTH - len(" – ")) // PLAYERS
    return " – ".join(
        player if len(player) <= room else player[: room - 1].rstrip() + "…" for player in players
    )


def name_problems(line: TeamLine) -> list[ListProblem]:
    """Say what is wrong with a team's names taken alone."""
    named = [
        (Column.TEAM, line.name),
        (Column.CLUB, line.club),
        *zip(PLAYER_COLUMNS, line.players, strict=False),
    ]
    problems = [
        fault(line.line, "name_too_long", column, text=name, maximum=NAME_LENGTH)
        for column, name in named
        if len(name) > NAME_LENGTH
    ]
    return problems + _players_problems(line)


def _players_problems(line: TeamLine) -> list[ListProblem]:
    """Say who is missing from a team, or is in it twice."""
    at, players = line.line, line.players
    if line.size == 1 and (line.alone or len(players) > 1):
        return [fault(at, "plays_alone", Column.PLAYER_1)]
    if line.alone or line.size == 1:
        return [] if players else [fault(at, "no_player", Column.PLAYER_1)]
    if not players:
        return [] if line.name else [fault(at, "no_name", Column.TEAM)]
    if len(players) == 1:
        return [fault(at, "one_player", Column.PLAYER_2, player=players[0])]
    if len({search_key(player) for player in players}) < len(players):
        return [fault(at, "same_player", Column.PLAYER_2, player=players[0])]
    return []
