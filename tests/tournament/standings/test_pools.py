"""Pools by themselves, and the places played for after them."""

from hypothesis import given
from hypothesis import strategies as st

from scoring import Side
from tournament.models import Criterion
from tournament.standings.pools import Group, Pool, by_place, final_places, within
from tournament.standings.ranking import Record, rank
from tournament.standings.results import MatchResult, RoundResult


def a_match(table, a, b, winner=Side.A):
    return MatchResult(table=table, sides=((a,), (b,)), totals=(500, 300), winner=winner)


def test_a_pool_keeps_its_own_matches_and_byes():
    rounds = [RoundResult(number=1, matches=(a_match(1, 1, 2), a_match(2, 3, 4)), byes=(5, 6))]
    (own,) = within(Pool(name="A", teams=(1, 2, 5)), rounds)
    assert [match.table for match in own.matches] == [1]
    assert own.byes == (5,)


def test_winners_play_for_the_better_places_and_losers_for_the_others():
    semis = RoundResult(number=4, matches=(a_match(1, 1, 4), a_match(2, 2, 3, winner=Side.B)))
    places = final_places(semis, [Group(first=1, teams=frozenset({1, 2, 3, 4}))])
    assert places == {1: 1, 3: 1, 2: 3, 4: 3}


def test_the_final_and_the_match_for_the_third_place_leave_nobody_tied():
    last = RoundResult(number=5, matches=(a_match(1, 1, 3, winner=Side.B), a_match(2, 2, 4)))
    groups = [Group(first=1, teams=frozenset({1, 3})), Group(first=3, teams=frozenset({2, 4}))]
    assert final_places(last, groups) == {3: 1, 1: 2, 2: 3, 4: 4}


def test_who_sits_out_a_round_of_the_bracket_goes_on_with_the_winners():
    first = RoundResult(number=4, matches=(a_match(1, 2, 3),), byes=(1,))
    assert final_places(first, [Group(first=1, teams=frozenset({1, 2, 3}))]) == {1: 1, 2: 1, 3: 3}


def test_a_match_that_nobody_won_takes_no_place_away():
    tied = RoundResult(number=5, matches=(a_match(1, 1, 2, winner=None),))
    assert final_places(tied, [Group(first=1, teams=frozenset({1, 2}))]) == {1: 1, 2: 1}


def test_a_place_already_won_is_kept():
    assert final_places(RoundResult(number=6, matches=()), [Group(first=3, teams={7})]) == {7: 3}


def test_places_come_before_criteria_and_the_others_follow_as_ranked():
    marks = {1: 100, 2: 900, 3: 500, 4: 500, 5: 5000}
    rows = rank(
        [Record(team=team, marks=given) for team, given in marks.items()], [Criterion.MARKS]
    )
    ranked = by_place(rows, {1: 1, 2: 2, 3: 3, 4: 3})
    assert [(row.rank, row.team) for row in ranked] == [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5)]


@given(st.dictionaries(st.integers(1, 60), st.integers(1, 9)), st.integers(0, 9))
def test_shared_places_skip_the_next_ones(places, others):
    records = [Record(team=team) for team in [*places, *range(100, 100 + others)]]
    rows = by_place(rank(records, [Criterion.MARKS]), places)
    for position, row in enumerate(rows, start=1):
        assert row.rank == position or row.rank == rows[position - 2].rank
    assert sorted(row.team for row in rows) == sorted(record.team for record in records)
