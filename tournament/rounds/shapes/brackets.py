"""Main draw and consolation after the pools: every place is played for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from tournament.rounds.shapes.hindrances import Hindrances, best_first
from tournament.rounds.shapes.matching import assign
from tournament.rounds.shapes.seating import Meeting, seated
from tournament.rounds.shapes.values import (
    BYES_IN_EVERY_SHAPE,
    Draw,
    DrawInputs,
    Group,
    Pair,
)

MAIN, CONSOLATION = "main", "consolation"
BOTH = 2
"""Two neighbours of a bracket meet when both are there."""
QUALIFIED = 2
"""How many teams of each pool go to the main draw; the others play the consolation."""


def draw_brackets(inputs: DrawInputs, seed: str) -> Draw:
    """Draw the next round of the main draw and the consolation.

    The first time the teams are seeded from the pools. A team whose opponent is
    not there goes on without playing; where a bracket has places nobody has, those
    who sat out least do. It is a step forward: of equals the best seed takes it, not
    the lowest ranked.
    """
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    groups = tuple(inputs.brackets) or seed_brackets(inputs, lot)
    hindrances = Hindrances.of(inputs)
    playing = set(inputs.teams)
    meetings: list[Meeting] = []
    byes: list[int] = []
    for group in sorted(groups, key=lambda group: group.first):
        if len(group.slots) == 1:
            continue
        label = f"{group.draw}:{group.first}:{len(group.slots)}"
        for pair in _pairs(group):
            there = [team for team in pair if team in playing]
            if len(there) == BOTH:
                meetings.append(Meeting(a=(there[0],), b=(there[1],), label=label))
            else:
                byes += there
    drawn = seated(meetings, byes, inputs, hindrances)
    # Who was in one pool may well meet again later on: shown, not to be accepted.
    return replace(drawn, rematches=(), met_again=drawn.rematches, brackets=groups)


def seed_brackets(inputs: DrawInputs, lot: random.Random) -> tuple[Group, ...]:
    """Seed the two draws from the pools' standings, pool mates as far apart as can be.

    Teams equal in the standings are told apart by lot.
    """
    order = best_first(inputs, lot)
    rank = {team: index for index, team in enumerate(order)}
    pools = [sorted((team for team in pool if team in rank), key=rank.get) for pool in inputs.pools]
    tiers = [
        sorted((pool[place] for pool in pools if place < len(pool)), key=rank.get)
        for place in range(max(map(len, pools), default=0))
    ]
    known = {team for pool in pools for team in pool}
    late = [team for team in order if team not in known]
    main, others = tiers[:QUALIFIED], [*tiers[QUALIFIED:], *([late] if late else [])]
    hindrances = Hindrances.of(inputs)
    if inputs.rules >= BYES_IN_EVERY_SHAPE:
        byes = Counter(inputs.had_bye)
        main, others = _byes_first(main, byes), _byes_first(others, byes)
    groups = [Group(draw=MAIN, first=1, slots=_bracket(main, pools, hindrances))]
    if any(others):
        first = 1 + sum(map(len, main))
        slots = _bracket(others, pools, hindrances)
        groups.append(Group(draw=CONSOLATION, first=first, slots=slots))
    return tuple(group for group in groups if group.slots)


def advance(
    groups: Sequence[Group],
    winners: Mapping[frozenset[int], int],
    absent: Sequence[int] = (),
    byes: Mapping[int, int] = MappingProxyType({}),
) -> tuple[Group, ...]:
    """Part every group into the winners, who play for its better half, and the losers.

    ``winners`` names who won each match, by its two teams. ``absent`` are the teams
    whose opponents went on without playing, ``byes`` how often each team sat out.
    """
    parted: list[Group] = []
    for group in groups:
        if len(group.slots) == 1:
            parted.append(group)
            continue
        won: list[int | None] = []
        lost: list[int] = []
        for pair in _pairs(group):
            if len(pair) < BOTH:
                won.append(pair[0] if pair else None)
                continue
            winner = winners.get(frozenset(pair)) or next(
                (team for team in pair if team not in absent), pair[0]
            )
            won.append(winner)
            lost += [team for team in pair if team != winner]
        parted.append(replace(group, slots=_without_gaps(won, byes)))
        if lost:
            first = group.first + sum(team is not None for team in won)
            parted.append(Group(draw=group.draw, first=first, slots=_without_gaps(lost, byes)))
    return tuple(sorted(parted, key=lambda group: group.first))


def pairs_to_decide(groups: Sequence[Group]) -> list[Pair]:
    """List the two teams of every match the groups had to play."""
    return [
        (pair[0], pair[1])
        for group in groups
        if len(group.slots) > 1
        for pair in _pairs(group)
        if len(pair) == BOTH
    ]


def places(groups: Sequence[Group]) -> dict[int, int]:
    """Tell the place of every team that has played for all it could."""
    return {group.slots[0]: group.first for group in groups if len(group.slots) == 1}


def are_over(groups: Sequence[Group]) -> bool:
    """Whether every place has been played for."""
    return bool(groups) and all(len(group.slots) == 1 for group in groups)


def _pairs(group: Group) -> list[tuple[int, ...]]:
    slots = group.slots
    neighbours = zip(slots[::2], slots[1::2], strict=True)
    return [tuple(team for team in pair if team is not None) for pair in neighbours]


def _without_gaps(slots: Sequence[int | None], byes: Mapping[int, int]) -> tuple[int | None, ...]:
    """Keep a full bracket as it is; make the smallest one of what is left otherwise."""
    teams = [team for team in slots if team is not None]
    size = _size(len(teams))
    if size == len(teams) == len(slots):
        return tuple(slots)
    (first, rest) = _byes_first([teams], byes)
    ordered = [*first, *rest]
    return tuple(ordered[seed] if seed < len(ordered) else None for seed in _seeding(size))


def _byes_first(tiers: Sequence[Sequence[int]], byes: Mapping[int, int]) -> list[list[int]]:
    """Put first those who go on without playing, who sat out least; then the tiers as they were.

    The first seeds face the places that nobody has.
    """
    teams = [team for tier in tiers for team in tier]
    free = _size(len(teams)) - len(teams)
    going_on = sorted(teams, key=lambda team: byes.get(team, 0))[:free]
    going_on.sort(key=teams.index)
    return [going_on, *([team for team in tier if team not in going_on] for tier in tiers)]


def _size(count: int) -> int:
    return 1 << max(0, count - 1).bit_length()


def _seeding(size: int) -> list[int]:
    """Say which seed, from 0, has each place, so that the best meet last."""
    order = [0]
    while len(order) < size:
        double = 2 * len(order) - 1
        order = [seed for one in order for seed in (one, double - one)]
    return order


def _bracket(
    tiers: Sequence[Sequence[int]], pools: Sequence[Sequence[int]], hindrances: Hindrances
) -> tuple[int | None, ...]:
    """Place tier after tier at the seeds' places, pool mates as late to meet as can be."""
    count = sum(map(len, tiers))
    if not count:
        return ()
    size = _size(count)
    place_of = {seed: place for place, seed in enumerate(_seeding(size))}
    pool_of = {team: index for index, pool in enumerate(pools) for team in pool}
    slots: list[int | None] = [None] * size
    start = 0
    for tier in tiers:
        seats = [place_of[seed] for seed in range(start, start + len(tier))]
        start += len(tier)

        def cost(one: int, seat: int, tier: Sequence[int] = tier, seats: list[int] = seats) -> int:
            team, place = tier[one], seats[seat]
            near = sum(
                _soon(place, taken, size) * _apart(team, other, pool_of, hindrances)
                for taken, other in enumerate(slots)
                if other is not None
            )
            return near * size**3 + (one - seat) ** 2

        for team, seat in zip(tier, assign(len(tier), len(seats), cost), strict=True):
            slots[seats[seat]] = team
    return tuple(slots)


def _soon(place: int, other: int, size: int) -> int:
    """Weigh how soon two places meet: four times as much for each round earlier."""
    rounds_left = size.bit_length() - (place ^ other).bit_length()
    return 4**rounds_left - 4 if rounds_left else 0


def _apart(team: int, other: int, pool_of: Mapping[int, int], hindrances: Hindrances) -> int:
    """Weigh how much two teams should meet late: pool mates, far more who must not meet."""
    if frozenset((team, other)) in hindrances.apart:
        return 100
    return int(pool_of.get(team, -1) == pool_of.get(other, -2))
