"""When a match is over, and who won it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contracts import Side
from scoring.errors import Refusal
from scoring.match import Ends, Equal, MatchEnd, tally


def end(**settings):
    usual = {
        "target": 1000,
        "ends": Ends.REACH,
        "deals": None,
        "cut_to_target": False,
        "equal": Equal.TIE,
    }
    return MatchEnd(**{**usual, **settings})


def test_totals_run_deal_after_deal():
    match = tally([(100, 62), (0, 260), (250, 0)], end())
    assert match.running == ((100, 62), (100, 322), (350, 322))
    assert match.totals == (350, 322)
    assert (match.is_finished, match.is_tied, match.winner) == (False, False, None)


def test_no_deal_yet():
    match = tally([], end())
    assert (match.running, match.totals, match.finished_after) == ((), (0, 0), None)


@pytest.mark.parametrize(
    ("ends", "total", "is_finished"),
    [
        (Ends.REACH, 990, False),
        (Ends.REACH, 1000, True),
        (Ends.EXCEED, 1000, False),
        (Ends.EXCEED, 1010, True),
    ],
)
def test_the_target_is_reached_or_exceeded(ends, total, is_finished):
    match = tally([(0, total)], end(ends=ends))
    assert match.is_finished is is_finished
    assert match.winner is (Side.B if is_finished else None)


def test_both_past_the_target_on_one_deal_the_higher_total_wins():
    match = tally([(950, 980), (90, 72)], end())
    assert (match.totals, match.winner, match.finished_after) == ((1040, 1052), Side.B, 2)


@pytest.mark.parametrize("equal", Equal)
def test_both_past_the_target_and_equal_asks_for_one_more_deal(equal):
    dead_heat = [(950, 950), (81, 81)]
    assert not tally(dead_heat, end(equal=equal)).is_finished
    match = tally([*dead_heat, (82, 80)], end(equal=equal))
    assert (match.winner, match.finished_after) == (Side.A, 3)


def test_a_correction_unfinishes_a_match():
    assert tally([(600, 0), (400, 0)], end()).winner is Side.A
    corrected = tally([(600, 0), (390, 0)], end())
    assert (corrected.winner, corrected.finished_after) == (None, None)


def test_deals_after_the_end_are_named_and_do_not_count():
    match = tally([(1000, 0), (0, 500), (0, 600)], end())
    assert (match.totals, match.winner, match.surplus) == ((1000, 0), Side.A, 2)
    assert match.running[-1] == (1000, 1100)


def test_without_a_target_only_the_number_of_deals_ends_a_match():
    two = end(target=None, deals=2)
    assert not tally([(5000, 0)], two).is_finished
    match = tally([(5000, 0), (0, 6000)], two)
    assert (match.winner, match.totals, match.finished_after) == (Side.B, (5000, 6000), 2)


def test_with_a_target_and_a_number_of_deals_the_first_reached_ends_a_match():
    first = end(target=500, deals=2)
    assert tally([(500, 0), (0, 600)], first).finished_after == 1
    assert tally([(100, 0), (0, 200)], first).finished_after == 2


def test_equal_after_the_deals_is_a_tie():
    match = tally([(100, 0), (0, 100)], end(deals=2))
    assert (match.is_finished, match.is_tied, match.winner) == (True, True, None)


def test_equal_after_the_deals_one_more_deal_until_they_differ():
    rule = end(deals=2, equal=Equal.ONE_MORE_DEAL)
    assert not tally([(100, 0), (0, 100)], rule).is_finished
    assert not tally([(100, 0), (0, 100), (81, 81)], rule).is_finished
    match = tally([(100, 0), (0, 100), (81, 81), (0, 90)], rule)
    assert (match.winner, match.finished_after) == (Side.B, 4)


@pytest.mark.parametrize(
    ("marks", "winner"),
    [
        ([(100, 0), (0, 100)], Side.A),
        ([(0, 100), (81, 81), (100, 0)], Side.B),
        ([(0, 100), (100, 0), (81, 81)], Side.B),
        ([(81, 81), (50, 50)], None),
    ],
)
def test_equal_after_the_deals_the_side_that_led_before(marks, winner):
    match = tally(marks, end(deals=len(marks), equal=Equal.LED_BEFORE))
    assert (match.is_finished, match.winner) == (True, winner)


@pytest.mark.parametrize(
    ("equal", "marks", "is_finished", "winner"),
    [
        (Equal.TIE, [(300, 200)], True, Side.A),
        (Equal.TIE, [(200, 200)], True, None),
        (Equal.TIE, [], True, None),
        (Equal.ONE_MORE_DEAL, [(200, 200)], False, None),
        (Equal.ONE_MORE_DEAL, [(200, 200), (0, 90)], True, Side.B),
        (Equal.LED_BEFORE, [(0, 90), (90, 0)], True, Side.B),
    ],
)
def test_time_is_called(equal, marks, is_finished, winner):
    match = tally(marks, end(equal=equal), time_called=True)
    assert (match.is_finished, match.winner) == (is_finished, winner)


def test_time_called_after_the_end_changes_nothing():
    marks = [(1000, 0), (0, 90)]
    assert tally(marks, end(), time_called=True) == tally(marks, end())


@pytest.mark.parametrize(
    ("settings", "totals"),
    [
        ({}, (1320, 940)),
        ({"cut_to_target": True}, (1000, 940)),
        ({"cut_to_target": True, "ends": Ends.EXCEED}, (1000, 940)),
        ({"cut_to_target": True, "deals": 2}, (1000, 940)),
        ({"cut_to_target": True, "target": None, "deals": 2}, (1320, 940)),
    ],
)
def test_marks_beyond_the_target_count_or_are_cut(settings, totals):
    assert tally([(900, 940), (420, 0)], end(**settings)).totals == totals


def test_the_winner_is_found_before_the_cut():
    match = tally([(990, 990), (90, 72)], end(cut_to_target=True))
    assert (match.totals, match.winner) == ((1000, 1000), Side.A)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"target": 0}, "match_target_not_positive"),
        ({"deals": 0}, "match_deals_not_positive"),
    ],
)
def test_an_end_that_cannot_be_is_refused(settings, code):
    with pytest.raises(Refusal) as refusal:
        end(**settings)
    assert refusal.value.code == code


MARKS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=12)
ENDS = st.builds(
    MatchEnd,
    target=st.none() | st.integers(1, 200),
    ends=st.sampled_from(Ends),
    deals=st.none() | st.integers(1, 6),
    cut_to_target=st.booleans(),
    equal=st.sampled_from(Equal),
)


@given(MARKS, ENDS, st.booleans())
def test_swapping_the_sides_swaps_the_match(marks, rule, time_called):
    one = tally(marks, rule, time_called=time_called)
    other = tally([(b, a) for a, b in marks], rule, time_called=time_called)
    assert one.totals == other.totals[::-1]
    assert one.finished_after == other.finished_after
    assert (one.winner, other.winner) in {
        (None, None),
        (Side.A, Side.B),
        (Side.B, Side.A),
    }


@given(MARKS, ENDS)
def test_a_finished_match_stays_as_it_was_at_its_end(marks, rule):
    match = tally(marks, rule)
    if match.finished_after is not None:
        at_its_end = tally(marks[: match.finished_after], rule)
        assert at_its_end.totals == match.totals
        assert at_its_end.winner is match.winner
        assert match.surplus == len(marks) - match.finished_after
        before = tally(marks[: match.finished_after - 1], rule)
        assert not before.is_finished
