"""Ranks: the order of the criteria, and what equal teams get."""

from dataclasses import asdict, replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.models import Criterion
from tournament.standings.ranking import (
    Meeting,
    Record,
    all_met,
    half_up_average,
    head_to_head,
    lot,
    rank,
    strengths_of,
)

BY_MARKS = [Criterion.MARKS]
BY_WINS = [Criterion.WINS, Criterion.MARKS]
PLAIN = [item for item in Criterion if item not in {Criterion.HEAD_TO_HEAD, Criterion.LOT}]

criteria_lists = st.lists(st.sampled_from(list(Criterion)), min_size=1, max_size=9, unique=True)


@st.composite
def contests(draw):
    """Records of teams that met each other at random, few values so that many tie."""
    numbers = draw(st.lists(st.integers(1, 500), unique=True, max_size=12))
    met = {number: [] for number in numbers}
    for one, other in combinations(numbers, 2):
        for _time in range(draw(st.integers(0, 2))):
            result = draw(st.sampled_from([-1, 0, 1]))
            met[one].append(Meeting(other, result))
            met[other].append(Meeting(one, -result))
    small = st.integers(0, 2)
    return [
        Record(
            team=number,
            meetings=tuple(met[number]),
            difference=draw(st.integers(-2, 2)),
            **{
                name: draw(small)
                for name in ("marks", "against", "wins", "points", "best", "byes", "missed")
            },
        )
        for number in numbers
    ]


def test_tied_teams_share_a_rank_and_the_next_rank_skips():
    rows = rank(
        [
            Record(team=15, marks=9170, wins=2),
            Record(team=8, marks=9600, wins=4, difference=4810),
            Record(team=7, marks=9600, wins=2, difference=-460),
            Record(team=2, marks=9700, wins=2),
        ],
        BY_MARKS,
    )
    assert [(row.rank, row.team) for row in rows] == [(1, 2), (2, 7), (2, 8), (4, 15)]


def test_wins_come_before_marks_when_they_rank():
    one, other = Record(team=1, marks=9000, wins=1), Record(team=2, marks=100, wins=2)
    assert [row.team for row in rank([one, other], BY_MARKS)] == [1, 2]
    assert [row.team for row in rank([one, other], BY_WINS)] == [2, 1]


def test_a_row_keeps_the_whole_record():
    record = Record(team=3, marks=980, against=700, difference=280, wins=1, played=2, byes=1)
    (row,) = rank([record], BY_MARKS)
    assert row.rank == 1
    beside = {"rank": 1, "strength": None, "duels": None, "by_lot": False}
    assert asdict(row) == asdict(record) | beside


def test_fewer_marks_against_are_better():
    one, other = Record(team=1, against=900), Record(team=2, against=899)
    assert [row.team for row in rank([one, other], [Criterion.AGAINST])] == [2, 1]


@given(contests(), st.lists(st.sampled_from(PLAIN), min_size=1, unique=True))
def test_a_rank_is_one_more_than_the_number_of_better_teams(records, criteria):
    rows = rank(records, criteria)

    def result(row):
        figures = {"against": -row.against, "best_match": row.best, "strength": row.strength}
        return [figures.get(item.value, getattr(row, item.value, None)) for item in criteria]

    for row in rows:
        assert row.rank == 1 + sum(result(other) > result(row) for other in rows)


@given(contests(), criteria_lists, st.text("ABC23", max_size=3), st.randoms())
def test_the_order_given_changes_nothing(records, criteria, seed, mixer):
    mixed = list(records)
    mixer.shuffle(mixed)
    rows = rank(records, criteria, lot_seed=seed)
    assert rank(mixed, criteria, lot_seed=seed) == rows
    assert [(row.rank, row.team) for row in rows] == sorted((row.rank, row.team) for row in rows)
    assert sorted(row.team for row in rows) == sorted(record.team for record in records)


@given(contests(), criteria_lists, st.text("ABC23", max_size=3))
def test_every_rank_is_its_place_or_that_of_the_team_before(records, criteria, seed):
    rows = rank(records, criteria, lot_seed=seed)
    for place, row in enumerate(rows, start=1):
        assert row.rank == place or row.rank == rows[place - 2].rank


def test_the_strength_is_of_what_ranks_before_it_never_after():
    strong, weak = Record(team=1, marks=9, wins=0), Record(team=2, marks=1, wins=1)
    one = Record(team=3, meetings=(Meeting(1, 1),))
    criteria = [Criterion.DIFFERENCE, Criterion.STRENGTH, Criterion.WINS]
    assert strengths_of([strong, weak, one], criteria)[3] == 9
    assert strengths_of([strong, weak, one], [Criterion.WINS, Criterion.STRENGTH])[3] == 0


@given(contests(), criteria_lists, st.text("ABC23", max_size=3))
def test_a_further_criterion_only_parts_the_tied(records, criteria, seed):
    before = {row.team: row.rank for row in rank(records, criteria[:-1], lot_seed=seed)}
    after = {row.team: row.rank for row in rank(records, criteria, lot_seed=seed)}
    if not criteria[:-1]:
        return
    for one, other in combinations(after, 2):
        if before[one] < before[other]:
            assert after[one] < after[other]


@given(contests(), st.text("ABC23", min_size=1, max_size=4))
def test_a_drawn_lot_leaves_nobody_tied_and_a_lot_without_a_seed_parts_nobody(records, seed):
    drawn = rank(records, [Criterion.MARKS, Criterion.LOT], lot_seed=seed)
    assert [row.rank for row in drawn] == list(range(1, len(records) + 1))
    undrawn = rank(records, [Criterion.MARKS, Criterion.LOT])
    assert [row.rank for row in undrawn] == [row.rank for row in rank(records, BY_MARKS)]
    tied = {row.rank for row in undrawn if [other.rank for other in undrawn].count(row.rank) > 1}
    assert {row.team for row in drawn if row.by_lot} == {
        row.team for row in undrawn if row.rank in tied
    }


@given(st.sets(st.integers(1, 500), min_size=2), st.text("ABC23", min_size=1))
def test_the_same_seed_gives_the_same_order_whoever_else_is_tied(teams, seed):
    ranked = [
        row.team for row in rank([Record(team=t) for t in teams], [Criterion.LOT], lot_seed=seed)
    ]
    assert ranked == sorted(teams, key=lambda team: lot(seed, team), reverse=True)
    fewer = [Record(team=team) for team in ranked[1:]]
    assert [row.team for row in rank(fewer, [Criterion.LOT], lot_seed=seed)] == ranked[1:]


def test_seeds_give_different_orders():
    teams = [Record(team=team) for team in range(1, 21)]
    orders = {
        tuple(row.team for row in rank(teams, [Criterion.LOT], lot_seed=seed)) for seed in "ABCDEF"
    }
    assert len(orders) == 6


def test_the_winner_of_their_match_comes_first_of_two_tied_teams():
    one = Record(team=1, marks=500, meetings=(Meeting(2, -1),))
    other = Record(team=2, marks=500, meetings=(Meeting(1, 1),))
    rows = rank([one, other], [Criterion.MARKS, Criterion.HEAD_TO_HEAD])
    assert [(row.rank, row.team, row.duels) for row in rows] == [(1, 2, 1), (2, 1, -1)]


def test_all_their_meetings_count():
    one = Record(team=1, meetings=(Meeting(2, 1), Meeting(2, -1)))
    other = Record(team=2, meetings=(Meeting(1, -1), Meeting(1, 1)))
    assert [row.rank for row in rank([one, other], [Criterion.HEAD_TO_HEAD])] == [1, 1]


def test_where_two_of_the_tied_never_met_the_next_criterion_decides():
    one = Record(team=1, best=10, meetings=(Meeting(2, 1),))
    other = Record(team=2, best=20, meetings=(Meeting(1, -1), Meeting(3, 1)))
    third = Record(team=3, best=30, meetings=(Meeting(2, -1),))
    rows = rank([one, other, third], [Criterion.HEAD_TO_HEAD, Criterion.BEST_MATCH])
    assert [row.team for row in rows] == [3, 2, 1]
    assert {row.duels for row in rows} == {None}


def test_a_ring_of_victories_parts_nobody():
    ring = [
        Record(team=1, meetings=(Meeting(2, 1), Meeting(3, -1))),
        Record(team=2, meetings=(Meeting(1, -1), Meeting(3, 1))),
        Record(team=3, meetings=(Meeting(1, 1), Meeting(2, -1))),
    ]
    assert [row.rank for row in rank(ring, [Criterion.HEAD_TO_HEAD])] == [1, 1, 1]


def test_those_whom_their_meetings_leave_tied_are_asked_about_among_themselves():
    # 1 and 2 have one victory more than defeats, 3 and 4 one less; 2 beat 1, 3 beat 4.
    results = {(1, 2): -1, (1, 3): 1, (1, 4): 1, (2, 3): 1, (2, 4): -1, (3, 4): 1}
    results |= {(other, one): -result for (one, other), result in results.items()}
    four = [
        Record(
            team=team,
            meetings=tuple(Meeting(b, result) for (a, b), result in results.items() if a == team),
        )
        for team in (1, 2, 3, 4)
    ]
    rows = rank(four, [Criterion.HEAD_TO_HEAD])
    assert [(row.rank, row.team) for row in rows] == [(1, 2), (2, 1), (3, 3), (4, 4)]


@given(contests())
def test_what_head_to_head_gives_one_it_takes_from_another(records):
    assert sum(head_to_head(record, records) for record in records) == 0
    if not all_met(records):
        assert {head_to_head(record, records) for record in records} <= {0}


def test_the_strength_of_the_opponents_is_what_they_made():
    first = Record(team=1, wins=2, byes=1, missed=1, meetings=(Meeting(2, 1), Meeting(3, 1)))
    other = Record(team=2, wins=1, meetings=(Meeting(1, -1), Meeting(1, -1)))
    gone = Record(team=3, wins=3, meetings=(Meeting(1, -1), Meeting(9, 1)))
    strengths = strengths_of([first, other, gone], [Criterion.WINS, Criterion.STRENGTH])
    # 1: 1 + 3 made by those it met, 2 of its own for the round it sat out, nothing for the missed.
    # 2: the same opponent twice. 3: somebody who is not ranked adds nothing.
    assert strengths == {1: 6, 2: 4, 3: 2}


@pytest.mark.parametrize(
    ("criteria", "strength"),
    [
        ([Criterion.STRENGTH], 100),
        ([Criterion.MARKS, Criterion.WINS, Criterion.STRENGTH], 100),
        ([Criterion.WINS, Criterion.STRENGTH, Criterion.MARKS], 3),
        ([Criterion.DIFFERENCE, Criterion.POINTS, Criterion.STRENGTH], 7),
    ],
)
def test_strength_counts_whichever_of_marks_wins_and_points_ranks_first(criteria, strength):
    one = Record(team=1, meetings=(Meeting(2, 0),))
    other = Record(team=2, marks=100, wins=3, points=7)
    assert strengths_of([one, other], criteria)[1] == strength


@given(contests(), criteria_lists)
def test_a_better_first_figure_never_costs_a_place(records, criteria):
    if not records or criteria[0] is not Criterion.MARKS:
        return
    better = [replace(records[0], marks=records[0].marks + 5), *records[1:]]
    team = records[0].team
    before = {row.team: row.rank for row in rank(records, criteria)}[team]
    assert {row.team: row.rank for row in rank(better, criteria)}[team] <= before


@pytest.mark.parametrize(
    ("total", "count", "average"), [(0, 4, 0), (10, 4, 3), (9, 4, 2), (11, 4, 3), (7, 1, 7)]
)
def test_a_half_goes_up(total, count, average):
    assert half_up_average(total, count) == average
