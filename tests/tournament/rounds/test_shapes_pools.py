"""Pools, then main draw and consolation: seeds spread, pool mates apart, every place played."""

import json
import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rounds.test_shapes import Contest
from tournament.rounds.draw import Breach, Draw, DrawInputs, Group, draw
from tournament.rounds.shapes.brackets import advance, are_over, places
from tournament.rounds.shapes.pools import make_pools, pool_sizes

SEED = "K7Q4-M2XR"
FOUR_OF_FOUR = [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]


def play(pools: list[list[int]], teams: list[int], best=min) -> tuple[list[Draw], dict[int, int]]:
    """Play the brackets to the end; ``best`` says who of two teams wins."""
    rounds: list[Draw] = []
    groups: tuple[Group, ...] = ()
    while not (groups and are_over(groups)):
        placed = places(groups)
        inputs = DrawInputs(
            teams=[team for team in teams if team not in placed], pools=pools, brackets=groups
        )
        inputs = DrawInputs.from_json(json.loads(json.dumps(inputs.to_json())))
        drawn = draw("brackets", inputs, f"{SEED}{len(rounds)}")
        rounds.append(drawn)
        groups = advance(drawn.brackets, {frozenset(pair): best(pair) for pair in drawn.pairs})
    return rounds, places(groups)


@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (16, 4, [4, 4, 4, 4]),
        (17, 4, [4, 4, 3, 3, 3]),
        (15, 4, [4, 4, 4, 3]),
        (9, 4, [3, 3, 3]),
        (7, 4, [4, 3]),
        (5, 4, [5]),
        (3, 4, [3]),
        (12, 3, [3, 3, 3, 3]),
        (7, 3, [4, 3]),
        (11, 5, [4, 4, 3]),
        (4, 3, [4]),
    ],
)
def test_pools_of_one_less_where_the_number_does_not_divide(count, size, sizes):
    assert pool_sizes(count, size) == sizes


@given(st.integers(3, 200), st.integers(3, 6))
def test_pools_have_three_teams_at_least_and_differ_by_one_at_most(count, size):
    sizes = pool_sizes(count, size)
    assert sum(sizes) == count
    assert min(sizes) >= 3
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= max(size, 5)


def test_seeds_go_through_the_pools_there_and_back():
    inputs = DrawInputs(teams=list(range(1, 17)), seeded=[3, 1, 4, 15, 9, 2, 6, 5])
    pools = make_pools(inputs, random.Random(1))
    assert [pool[:2] for pool in pools] == [[3, 5], [1, 6], [4, 2], [15, 9]]


@settings(deadline=None)
@given(st.integers(6, 60), st.integers(0, 1000), st.data())
def test_one_club_is_spread_over_the_pools(count, seed, data):
    """Without seeds, a club that has no more teams than there are pools meets none of its own."""
    pools = len(pool_sizes(count, 4))
    order = data.draw(st.permutations(range(1, count + 1)))
    clubs, start = [], 0
    while start < count:
        size = data.draw(st.integers(1, pools))
        clubs.append(sorted(order[start : start + size]))
        start += size
    inputs = DrawInputs(
        teams=list(range(1, count + 1)), same_club=[club for club in clubs if len(club) > 1]
    )
    made = make_pools(inputs, random.Random(seed))
    assert sorted(team for pool in made for team in pool) == list(range(1, count + 1))
    assert sorted(map(len, made)) == sorted(pool_sizes(count, 4))
    for pool in made:
        assert not any(set(pair) <= set(club) for club in clubs for pair in combinations(pool, 2))


def test_a_club_too_large_to_spread_is_named():
    drawn = draw("pools", DrawInputs(teams=[1, 2, 3, 4], same_club=[[1, 2]]), SEED)
    assert [each.code for each in drawn.broken] == [Breach.CLUB]


@pytest.mark.parametrize("count", [3, 5, 6, 7, 8, 16, 17, 23])
def test_within_a_pool_everyone_meets_everyone_once(count):
    contest = Contest("pools", count)
    rounds = 0
    while (drawn := contest.next()).tables:
        rounds += 1
        assert drawn.is_clean
    pools = contest.drawn[0].pools
    assert contest.met == Counter(
        frozenset(pair) for pool in pools for pair in combinations(pool, 2)
    )
    assert rounds == max(len(pool) - 1 + len(pool) % 2 for pool in pools)
    assert {drawn.pools for drawn in contest.drawn} == {pools}


def test_a_late_team_joins_the_smallest_pool():
    contest = Contest("pools", 7)
    contest.next()
    contest.comes(8)
    drawn = contest.next()
    assert sorted(map(len, drawn.pools)) == [4, 4]
    assert not drawn.byes
    while contest.next().tables:
        pass
    assert all(
        contest.met[frozenset(pair)] == 1 for pool in drawn.pools for pair in combinations(pool, 2)
    )


def test_four_pools_of_four_play_quarter_semi_and_final_and_every_place():
    rounds, placed = play(FOUR_OF_FOUR, list(range(1, 17)))
    labels = [sorted({table.label for table in drawn.tables}) for drawn in rounds]
    assert labels == [
        ["consolation:9:8", "main:1:8"],
        ["consolation:13:4", "consolation:9:4", "main:1:4", "main:5:4"],
        [
            "consolation:11:2",
            "consolation:13:2",
            "consolation:15:2",
            "consolation:9:2",
            "main:1:2",
            "main:3:2",
            "main:5:2",
            "main:7:2",
        ],
    ]
    assert not any(drawn.byes for drawn in rounds)
    assert placed == {team: team for team in range(1, 17)}
    kept = rounds[2].to_json()
    assert kept["places"][:2] == [[1, 1, 2], [2, 3, 4]]
    assert rounds[0].to_json()["places"][0] == [1, 1, 8]


def test_pool_mates_can_meet_in_the_final_at_the_earliest():
    rounds, _placed = play(FOUR_OF_FOUR, list(range(1, 17)))
    (main,) = [group for group in rounds[0].brackets if group.draw == "main"]
    halves = main.slots[:4], main.slots[4:]
    assert not any(
        set(pair) <= set(half) for pair in [(1, 5), (2, 6), (3, 7), (4, 8)] for half in halves
    )
    assert {main.slots[0], main.slots[4]} == {1, 2}
    assert not rounds[0].met_again


@settings(deadline=None, max_examples=60)
@given(st.integers(3, 60), st.integers(3, 5), st.integers(0, 99))
def test_every_place_is_played_for_whatever_the_number(count, size, seed):
    teams = list(range(1, count + 1))
    pools = make_pools(DrawInputs(teams=teams, pool_size=size), random.Random(seed))
    chance = random.Random(seed)
    rounds, placed = play(pools, chance.sample(teams, count), best=chance.choice)
    assert sorted(placed) == teams
    assert sorted(placed.values()) == teams
    main = sum(min(2, len(pool)) for pool in pools)
    qualified = {team for team, place in placed.items() if place <= main}
    for pool in pools:
        assert len(qualified & set(pool)) == min(2, len(pool))
    for drawn in rounds:
        at_tables = [team for pair in drawn.pairs for team in pair]
        assert len({*at_tables, *drawn.byes}) == len(at_tables) + len(drawn.byes)


def test_the_best_seeds_go_on_without_playing_when_the_bracket_is_not_full():
    pools = [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    rounds, _placed = play(pools, list(range(1, 10)))
    assert {1, 2} <= set(rounds[0].byes)
    # Three thirds play the consolation: its best seed goes on as well.
    assert set(rounds[0].byes) == {1, 2, 7}


def test_whoever_faces_a_team_that_left_goes_on():
    groups = (Group(draw="main", first=1, slots=(1, 4, 2, 3)),)
    drawn = draw("brackets", DrawInputs(teams=[1, 2, 3], brackets=groups), SEED)
    assert drawn.pairs == ((2, 3),)
    assert drawn.byes == (1,)
    after = advance(drawn.brackets, {frozenset((2, 3)): 3}, absent=[4])
    assert after == (
        Group(draw="main", first=1, slots=(1, 3)),
        Group(draw="main", first=3, slots=(4, 2)),
    )


def test_equal_teams_are_told_apart_by_lot():
    pools = [[1, 2, 3, 4]]
    inputs = DrawInputs(teams=[1, 2, 3, 4], ranks=[1, 1, 1, 1], pools=pools)
    finals = {frozenset(draw("brackets", inputs, f"{seed}").pairs[0]) for seed in range(40)}
    assert len(finals) == 6
