"""Pools and the places played for after them: pure, from rounds already read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring import Side
from tournament.standings.ranking import Row
from tournament.standings.results import MatchResult, Numbers, RoundResult


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Teams that met among themselves, by number."""

    name: str
    teams: Numbers


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Teams that play among themselves for the places from ``first`` on, in one round."""

    first: int
    teams: frozenset[int]


def final_places(round_: RoundResult, groups: Iterable[Group]) -> dict[int, int]:
    """Return the best place each team may still have after a round of matches for places.

    The winners of a group's matches, and who of it sat out, go for its better
    places, the losers for those after them. Without a winner neither has lost.
    """
    places: dict[int, int] = {}
    for group in groups:
        matches = [match for match in round_.counted if group.teams >= _all(match)]
        places |= dict.fromkeys(group.teams, group.first)
        below = group.first + len(group.teams) - len(matches)
        places |= dict.fromkeys((team for match in matches for team in _losers(match)), below)
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


def _losers(match: MatchResult) -> Numbers:
    if match.winner is None:
        return ()
    return match.sides[1] if match.winner is Side.A else match.sides[0]
