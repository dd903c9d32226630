"""Pools and the places played for after them: pure, from rounds already read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.standings.ranking import Row
from tournament.standings.results import MatchResult, RoundResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Teams that met among themselves, by number."""

    name: str
    teams: tuple[int, ...]


def within(pool: Pool, rounds: Iterable[RoundResult]) -> tuple[RoundResult, ...]:
    """Keep of some rounds what a pool played: its matches, and who of it sat out."""
    teams = set(pool.teams)
    return tuple(
        replace(
            round_,
            matches=tuple(match for match in round_.matches if teams >= _all(match)),
            byes=tuple(team for team in round_.byes if team in teams),
        )
        for round_ in rounds
    )


def final_places(
    rounds: Iterable[RoundResult], at_stake: Mapping[int, Mapping[int, tuple[int, int]]]
) -> dict[int, int]:
    """Return the best place each team may still have after its last match for places.

    ``at_stake`` are the first and last place of each table, by round and table. The
    winner goes for the first half of them, the loser for the second; without a
    winner both keep the first.
    """
    places: dict[int, int] = {}
    for round_ in rounds:
        for match in round_.matches:
            stake = at_stake.get(round_.number, {}).get(match.table)
            if stake is None:
                continue
            first, last = stake
            below = first + (last - first + 1) // 2
            for side, teams in enumerate(match.sides):
                has_lost = match.winner is not None and match.winner != side
                places |= dict.fromkeys(teams, below if has_lost else first)
    return places


def by_place(rows: Sequence[Row], places: Mapping[int, int]) -> tuple[Row, ...]:
    """Rank teams by the places they played for, then those without one as they were ranked.

    Teams that did not play it off share their place.
    """
    played = [row for row in rows if row.team in places]
    played.sort(key=lambda row: (places[row.team], row.rank, row.team))
    rest = [row for row in rows if row.team not in places]
    ordered = [(("place", places[row.team]), row) for row in played]
    ordered += [(("rank", row.rank), row) for row in rest]
    ranked: list[Row] = []
    before: object = None
    for position, (value, row) in enumerate(ordered, start=1):
        shared = ranked[-1].rank if ranked and value == before else position
        ranked.append(replace(row, rank=shared))
        before = value
    return tuple(ranked)


def _all(match: MatchResult) -> set[int]:
    return {team for side in match.sides for team in side}
