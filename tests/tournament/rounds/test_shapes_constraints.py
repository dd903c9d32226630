"""What the organiser asks for is held in every shape, or named when it cannot be."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.rounds.test_draw import pairings
from tournament.rounds.draw import Breach, Broken, Draw, DrawInputs, draw

SEED = "K7Q4-M2XR"
OF_TEAMS = ["lot", "standings", "round_robin", "mitchell"]
EVERY_SHAPE = [*OF_TEAMS, "individual", "pools"]


def drawn(kind: str, count: int, **columns: object) -> Draw:
    return draw(kind, DrawInputs(teams=list(range(1, count + 1)), **columns), SEED)


def table_of(draw_: Draw, team: int) -> int:
    return next(table.number for table in draw_.tables if team in table.teams)


@pytest.mark.parametrize("kind", EVERY_SHAPE)
def test_a_team_with_a_table_of_its_own_keeps_it_every_round(kind):
    met, partnered, first = [], [], ""
    tables: dict[int, set[int]] = {}
    pools: tuple[tuple[int, ...], ...] = ()
    for number in range(1, 4 if kind == "pools" else 6):
        # The standings change from round to round.
        ranked = random.Random(number).sample(range(1, 17), 16)
        inputs = DrawInputs(
            teams=ranked,
            number=number,
            fixed=[(4, 5)],
            met=met,
            partnered=partnered,
            roster=[list(range(1, 17))],
            first_seed=first,
            pools=pools,
        )
        made = draw(kind, inputs, f"{SEED}{number}")
        first, pools = first or f"{SEED}{number}", made.pools
        assert table_of(made, 4) == 5
        assert not made.broken
        for table in made.tables:
            for team in table.teams:
                tables.setdefault(team, set()).add(table.number)
            met += [(a, b) for a in table.a for b in table.b]
            partnered += [side for side in (table.a, table.b) if len(side) > 1]
    stuck = {team for team, seen in tables.items() if len(seen) == 1}
    # Whoever stays in a movement stays, and a pool stays in its corner of the hall.
    assert stuck == {4} or kind in {"mitchell", "pools"}


@pytest.mark.parametrize("kind", EVERY_SHAPE)
def test_teams_that_must_not_meet_do_not(kind):
    made = drawn(kind, 12, apart=[(1, 2), (5, 6), (1, 9)])
    at_one_table = [set(table.teams) for table in made.tables]
    assert not any({1, 2} <= table or {5, 6} <= table or {1, 9} <= table for table in at_one_table)
    assert not made.broken


@pytest.mark.parametrize("kind", [*EVERY_SHAPE])
def test_teams_of_one_club_do_not_meet_in_the_first_round(kind):
    clubs = [[1, 2, 3, 4], [5, 6, 7]]
    made = drawn(kind, 16, same_club=clubs)
    for table in made.tables:
        for a in table.a:
            assert not any({a, b} <= set(club) for club in clubs for b in table.b)
    assert not made.broken


@pytest.mark.parametrize("kind", OF_TEAMS)
def test_what_cannot_be_held_is_named(kind):
    made = drawn(kind, 2, apart=[(1, 2)])
    if kind == "round_robin":
        # Nobody else is left to meet: both sit out.
        assert made.byes == (1, 2)
        return
    assert made.broken == (Broken(code=Breach.APART, teams=made.pairs[0]),)


def test_teams_of_one_club_that_have_to_meet_are_named():
    made = drawn("lot", 4, same_club=[[1, 2, 3]])
    assert [each.code for each in made.broken] == [Breach.CLUB]


def test_two_teams_that_must_not_meet_matter_more_than_a_rematch():
    made = drawn("standings", 4, apart=[(1, 3), (1, 4)], met=[(1, 2), (3, 4)])
    assert set(map(frozenset, made.pairs)) == {frozenset((1, 2)), frozenset((3, 4))}
    assert not made.broken
    assert len(made.rematches) == 2


@pytest.mark.parametrize("kind", EVERY_SHAPE)
def test_tables_are_numbered_through_the_rooms_without_those_out_of_use(kind):
    made = drawn(kind, 16, rooms=[(1, 3), (21, 40)], tables_out=[2, 22])
    free = [1, 3, 21, 23, 24, 25, 26, 27]
    assert [table.number for table in made.tables] == free[: len(made.tables)]
    assert not made.broken


def test_a_table_beyond_the_rooms_is_named():
    made = drawn("lot", 8, rooms=[(1, 3)])
    assert [table.number for table in made.tables] == [1, 2, 3, 4]
    assert made.broken == (Broken(code=Breach.ROOMS_FULL, table=4),)


def test_a_table_of_ones_own_that_is_out_of_use_is_named():
    made = drawn("lot", 8, fixed=[(3, 2)], tables_out=[2])
    assert made.broken == (Broken(code=Breach.TABLE_OUT, teams=(3,), table=2),)
    assert 2 not in [table.number for table in made.tables]


def test_two_teams_that_want_one_table_get_it_in_turn_of_their_numbers():
    made = drawn("lot", 8, fixed=[(3, 2), (5, 2)], apart=[(3, 5)])
    assert table_of(made, 3) == 2
    assert made.broken == (Broken(code=Breach.FIXED_TABLE, teams=(5,), table=2),)


def test_two_teams_with_tables_of_their_own_meet_only_when_nothing_else_is_left():
    assert not drawn("lot", 4, fixed=[(1, 1), (2, 2)]).broken
    assert drawn("lot", 2, fixed=[(1, 1), (2, 2)]).broken


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 5), st.data())
def test_as_few_hindered_pairs_as_can_be(half, data):
    """Against every pairing there is: first who must not meet, then rematches."""
    teams = list(range(1, 2 * half + 1))
    pairs = [(one, other) for one in teams for other in teams if one < other]
    apart = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    met = data.draw(st.lists(st.sampled_from(pairs), unique=True))

    def cost(couples):
        pairs_ = [tuple(sorted(couple)) for couple in couples]
        return sum(pair in apart for pair in pairs_), sum(pair in met for pair in pairs_)

    made = drawn("standings", len(teams), apart=apart, met=met)
    assert cost(made.pairs) == min(map(cost, pairings(tuple(teams))))
