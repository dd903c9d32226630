"""What a round brings each team: a match, a round sat out, one missed."""

from hypothesis import given
from hypothesis import strategies as st

from scoring import Side
from tournament.models import ByeKind
from tournament.standings.results import (
    Entrant,
    Gift,
    MatchResult,
    PartKind,
    RoundResult,
    Terms,
    parts_of,
    record,
)


def a_match(table, a, b, totals=(500, 300), winner=Side.A):
    sides = tuple(side if isinstance(side, tuple) else (side,) for side in (a, b))
    return MatchResult(table=table, sides=sides, totals=totals, winner=winner)


PLAIN = Terms()


def played(rounds, numbers, terms=PLAIN, gone=()):
    entrants = [Entrant(number=number, left=number in gone) for number in numbers]
    parts = parts_of(rounds, entrants, terms)
    return {team: record(team, its_parts) for team, its_parts in parts.items()}


def test_a_match_gives_both_sides_their_marks_and_points():
    found = played([RoundResult(number=1, matches=(a_match(1, 4, 7),))], [4, 7])
    assert (found[4].marks, found[4].against, found[4].difference) == (500, 300, 200)
    assert (found[4].wins, found[4].losses, found[4].points) == (1, 0, 2)
    assert (found[7].wins, found[7].losses, found[7].points) == (0, 1, 0)
    assert found[7].best == 300


def test_a_tied_match_is_a_win_for_neither_and_gives_the_points_of_a_tie():
    tied = a_match(1, 4, 7, totals=(400, 400), winner=None)
    found = played([RoundResult(number=1, matches=(tied,))], [4, 7], Terms(win=3, tie=2, loss=1))
    assert [(found[team].wins, found[team].ties, found[team].points) for team in (4, 7)] == [
        (0, 1, 2),
        (0, 1, 2),
    ]


def test_a_match_without_a_deal_gives_the_points_of_an_absence():
    empty = a_match(1, 4, 7, totals=None, winner=None)
    found = played([RoundResult(number=1, matches=(empty,))], [4, 7], Terms(loss=1, absent=0))
    assert [(found[team].played, found[team].ties, found[team].points) for team in (4, 7)] == [
        (1, 0, 0),
        (1, 0, 0),
    ]


def test_partners_each_get_the_marks_of_their_side_and_meet_both_opponents():
    found = played([RoundResult(number=1, matches=(a_match(1, (1, 2), (3, 4)),))], [1, 2, 3, 4])
    assert [found[player].marks for player in (1, 2, 3, 4)] == [500, 500, 300, 300]
    assert {meeting.opponent for meeting in found[1].meetings} == {3, 4}


def test_sitting_out_is_a_win_only_where_set_and_never_in_the_difference():
    rounds = [RoundResult(number=1, matches=(a_match(1, 1, 2),), byes=(3,))]
    bye = Gift(marks=700)
    plain = played(rounds, [3], Terms(bye=bye, loss=1))[3]
    assert (plain.marks, plain.difference, plain.wins, plain.points) == (700, 0, 0, 1)
    won = played(rounds, [3], Terms(bye=bye, bye_wins=True))[3]
    assert (won.marks, won.difference, won.wins, won.points) == (700, 0, 1, 2)


def test_a_late_team_gets_what_is_set_for_the_rounds_before_it_came():
    rounds = [
        RoundResult(number=1, matches=(a_match(1, 1, 2),)),
        RoundResult(number=2, matches=(a_match(1, 1, 3),)),
    ]
    average = Terms(missed=Gift(kind=ByeKind.AVERAGE), absent=1)
    late = played(rounds, [1, 2, 3], average)[3]
    # Round 1 marked 500 and 300: 400 on average; in round 2 it was beaten with 300.
    assert (late.marks, late.missed, late.played, late.points) == (700, 1, 1, 1)


def test_half_a_table_needs_the_number_of_deals():
    rounds = [RoundResult(number=1, matches=(a_match(1, 1, 2),), byes=(3,))]
    half = Gift(kind=ByeKind.HALF_TABLE)
    assert played(rounds, [3, 4], Terms(bye=half, missed=half, deals=12))[3].marks == 972
    assert played(rounds, [3, 4], Terms(bye=half, missed=half, deals=12))[4].marks == 972
    assert played(rounds, [3], Terms(bye=half))[3].marks == 0


def test_a_team_that_left_gets_nothing_more_and_one_that_came_back_gets_what_is_set():
    rounds = [
        RoundResult(number=1, matches=(a_match(1, 1, 2),)),
        RoundResult(number=2, matches=(a_match(1, 2, 3),)),
        RoundResult(number=3, matches=(a_match(1, 2, 3),)),
        RoundResult(number=4, matches=(a_match(1, 1, 2),)),
    ]
    terms = Terms(missed=Gift(marks=100))
    back = played(rounds, [1], terms)[1]
    assert (back.marks, back.missed) == (1200, 2)
    gone = played(rounds[:3], [1], terms, gone=[1])[1]
    assert (gone.marks, gone.missed) == (500, 0)
    again = played(rounds, [1], terms, gone=[1])[1]
    assert (again.marks, again.missed) == (1200, 2)


def test_in_a_round_of_brackets_who_has_no_seat_misses_nothing():
    rounds = [RoundResult(number=1, matches=(a_match(1, 1, 2),), knockout=True)]
    out = played(rounds, [5], Terms(missed=Gift(marks=100)))[5]
    assert (out.marks, out.missed) == (0, 0)


results = st.builds(
    lambda totals: MatchResult(
        table=1,
        sides=((1,), (2,)),
        totals=totals,
        winner=None if totals[0] == totals[1] else Side.A if totals[0] > totals[1] else Side.B,
    ),
    st.tuples(st.integers(0, 2000), st.integers(0, 2000)),
)


@given(
    st.lists(st.tuples(results, st.sampled_from(["here", "bye", "away"])), max_size=8),
    st.integers(0, 500),
    st.integers(0, 500),
)
def test_whoever_comes_and_goes_the_sums_hold(seasons, bye, missed):
    rounds = [
        RoundResult(number=n, matches=(match,), byes=(3,) if where == "bye" else ())
        for n, (match, where) in enumerate(seasons, start=1)
    ]
    found = played(rounds, [1, 2, 3], Terms(bye=Gift(marks=bye), missed=Gift(marks=missed)))
    assert found[1].difference == -found[2].difference
    assert found[1].wins == found[2].losses
    assert sum(found[team].ties for team in (1, 2)) % 2 == 0
    third = found[3]
    assert third.byes + third.missed == len(rounds)
    assert third.marks == bye * third.byes + missed * third.missed
    assert third.difference == third.against == 0
    left = played(rounds, [3], Terms(missed=Gift(marks=missed)), gone=[3])[3]
    assert left.marks <= missed * len(rounds)


def test_the_parts_of_a_team_are_its_rounds_in_order():
    rounds = [
        RoundResult(number=1, matches=(a_match(1, 1, 2),), byes=(3,)),
        RoundResult(number=2, matches=(a_match(4, 3, 1, winner=Side.B),)),
    ]
    parts = parts_of(rounds, [Entrant(number=3)], Terms())[3]
    assert [(part.round, part.kind, part.table) for part in parts] == [
        (1, PartKind.BYE, None),
        (2, PartKind.PLAYED, 4),
    ]
    assert parts[1].opponents == (1,)
    assert record(3, parts).losses == 1
