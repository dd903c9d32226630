"""Ranks: the order of the criteria, and what equal teams get."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.ranking import Criterion, Record, half_up_average, rank

BY_MARKS = [Criterion.MARKS]
BY_WINS = [Criterion.WINS, Criterion.MARKS]

records = st.lists(
    st.builds(
        Record,
        team=st.integers(1, 500),
        marks=st.integers(0, 5),
        wins=st.integers(0, 3),
        difference=st.integers(-5, 5),
    ),
    unique_by=lambda record: record.team,
    max_size=20,
)


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


@given(records, st.sampled_from([BY_MARKS, BY_WINS]))
def test_a_rank_is_one_more_than_the_number_of_better_teams(given_records, criteria):
    def result(record):
        return [getattr(record, criterion) for criterion in criteria]

    for row in rank(given_records, criteria):
        assert row.rank == 1 + sum(result(other) > result(row) for other in given_records)


@given(records, st.randoms(use_true_random=False))
def test_the_order_given_changes_nothing(given_records, mixer):
    mixed = list(given_records)
    mixer.shuffle(mixed)
    rows = rank(given_records, BY_MARKS)
    assert rank(mixed, BY_MARKS) == rows
    assert [(row.rank, row.team) for row in rows] == sorted((row.rank, row.team) for row in rows)


@pytest.mark.parametrize(
    ("total", "count", "average"), [(0, 4, 0), (10, 4, 3), (9, 4, 2), (11, 4, 3), (7, 1, 7)]
)
def test_a_half_goes_up(total, count, average):
    assert half_up_average(total, count) == average
