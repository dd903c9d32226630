"""Pools: who is in which, and their rounds; everyone meets everyone within a pool."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from tournament.rounds.shapes.hindrances import Hindrances, best_first
from tournament.rounds.shapes.matching import assign
from tournament.rounds.shapes.round_robin import all_have_met, next_turn, padded
from tournament.rounds.shapes.seating import Meeting, seated
from tournament.rounds.shapes.values import Breach, Broken, Draw, DrawInputs, pool_name

LEAST_IN_POOL = 3
Pools = list[list[int]]


def draw_pools(inputs: DrawInputs, seed: str) -> Draw:
    """Draw the next round of every pool, after making the pools in the first.

    A pool where all have met sits out until the others are done. A late team joins
    the pool with the fewest teams. Who sits out in a pool is chosen as in a round
    robin, by the byes and the ranks of the whole contest: how many do depends on the
    size of the pool, and nobody plays outside it.
    """
    if len(inputs.teams) < LEAST_IN_POOL:
        raise ValueError("pools need three teams")
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    hindrances = Hindrances.of(inputs)
    pools = [list(pool) for pool in inputs.pools] or make_pools(inputs, lot)
    _add_late(pools, inputs)
    ranked = best_first(inputs, lot)
    there = set(inputs.teams)
    meetings: list[Meeting] = []
    byes: list[int] = []
    for index, pool in enumerate(pools, start=1):
        playing = [team for team in pool if team in there]
        if all_have_met(playing, hindrances):
            byes += playing
            continue
        turn = next_turn(padded(pool), inputs, hindrances, ranked)
        byes += turn.byes
        meetings += (
            Meeting(a=(one,), b=(other,), label=f"pool:{pool_name(index)}")
            for one, other in turn.pairs
        )
    drawn = seated(meetings, byes, inputs, hindrances)
    together = [] if inputs.pools else _too_near(pools, hindrances, drawn)
    return replace(
        drawn,
        pools=tuple(map(tuple, pools)),
        broken=(*drawn.broken, *together),
    )


def pools_are_over(pools: Sequence[Sequence[int]], inputs: DrawInputs) -> bool:
    """Whether all have met in every pool, so that brackets come next."""
    hindrances = Hindrances.of(inputs)
    known = {team for pool in pools for team in pool}
    there = set(inputs.teams)
    if not there <= known:
        return False
    return all(all_have_met([team for team in pool if team in there], hindrances) for pool in pools)


def pool_sizes(count: int, size: int) -> list[int]:
    """Share teams out among pools of a size, or one less where that does not divide.

    No pool has fewer than three: too few teams make larger pools, at most of five.
    """
    pools = max(1, min(-(-count // size), count // LEAST_IN_POOL))
    return [count // pools + (index < count % pools) for index in range(pools)]


def make_pools(inputs: DrawInputs, lot: random.Random) -> Pools:
    """Make the pools: seeds as a serpentine through them, the others by lot.

    Teams of one club, and teams that must not meet, come into different pools as
    far as that can be.
    """
    sizes = pool_sizes(len(inputs.teams), inputs.pool_size)
    hindrances = Hindrances.of(inputs)
    playing = set(inputs.teams)
    seeds = [team for team in inputs.seeded if team in playing]
    pools: Pools = [[] for _size in sizes]
    for start in range(0, len(seeds), len(pools)):
        _place_seeds(pools, sizes, seeds[start : start + len(pools)], hindrances)
    for team in _clubs_in_turn(inputs, playing - set(seeds), lot):
        open_pools = [index for index, pool in enumerate(pools) if len(pool) < sizes[index]]
        into = min(
            open_pools,
            key=lambda index: (
                _clashes(team, pools[index], hindrances),
                len(pools[index]) - sizes[index],
                lot.random(),
            ),
        )
        pools[into].append(team)
    _swap_clashes_away(pools, set(seeds), hindrances)
    return pools


def _place_seeds(
    pools: Pools, sizes: Sequence[int], row: Sequence[int], hindrances: Hindrances
) -> None:
    """Place one row of the serpentine: there and back, but for clashes."""
    filled = max(map(len, pools))
    way = range(len(pools)) if filled % 2 == 0 else range(len(pools) - 1, -1, -1)
    columns = [index for index in way if len(pools[index]) < sizes[index]]
    clash = len(pools) ** 3 + 1

    def cost(one: int, place: int) -> int:
        return (place - one) ** 2 + clash * _clashes(row[one], pools[columns[place]], hindrances)

    for team, place in zip(row, assign(len(row), len(columns), cost), strict=True):
        pools[columns[place]].append(team)


def _clubs_in_turn(inputs: DrawInputs, teams: set[int], lot: random.Random) -> list[int]:
    """Order teams by lot, those of one club together, the largest clubs first."""
    clubs = [sorted(set(club) & teams) for club in inputs.same_club]
    alone = teams.difference(*clubs) if clubs else teams
    clubs += [[team] for team in sorted(alone)]
    lot.shuffle(clubs)
    for club in clubs:
        lot.shuffle(club)
    return [team for club in sorted(clubs, key=len, reverse=True) for team in club]


def _swap_clashes_away(pools: Pools, seeds: set[int], hindrances: Hindrances) -> None:
    """Swap teams placed by lot as long as that leaves fewer clashes."""
    places = [(pool, index) for pool in pools for index in range(len(pool))]
    movable = [(pool, index) for pool, index in places if pool[index] not in seeds]
    better = True
    while better:
        better = False
        for (pool, index), (other, place) in combinations(movable, 2):
            if pool is other or not (
                _clashes(pool[index], pool, hindrances) + _clashes(other[place], other, hindrances)
            ):
                continue
            before = _inside(pool, hindrances) + _inside(other, hindrances)
            pool[index], other[place] = other[place], pool[index]
            if _inside(pool, hindrances) + _inside(other, hindrances) < before:
                better = True
            else:
                pool[index], other[place] = other[place], pool[index]


def _clashes(team: int, pool: Sequence[int], hindrances: Hindrances) -> int:
    """Count with whom in a pool a team should not be; who must not meet counts far more."""
    couples = [frozenset((team, other)) for other in pool if other != team]
    club = sum(couple in hindrances.same_club for couple in couples)
    return club + 100 * sum(couple in hindrances.apart for couple in couples)


def _inside(pool: Sequence[int], hindrances: Hindrances) -> int:
    return sum(_clashes(team, pool, hindrances) for team in pool)


def _too_near(pools: Pools, hindrances: Hindrances, drawn: Draw) -> list[Broken]:
    """Name the pairs in one pool that should be apart, but those already named at a table."""
    named = {frozenset(each.teams) for each in drawn.broken}
    found = []
    for pool in pools:
        for pair in combinations(pool, 2):
            couple = frozenset(pair)
            if couple in named:
                continue
            if couple in hindrances.apart:
                found.append(Broken(code=Breach.APART, teams=pair))
            elif couple in hindrances.same_club:
                found.append(Broken(code=Breach.CLUB, teams=pair))
    return found


def _add_late(pools: Pools, inputs: DrawInputs) -> None:
    playing = set(inputs.teams)
    known = {team for pool in pools for team in pool}
    for team in sorted(playing - known):
        min(pools, key=lambda pool: len(playing.intersection(pool))).append(team)
