"""The clock of a round: the server's, kept in the database, never below nothing."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from scoring import Side
from tests.tournament.builders import a_deal, a_round, a_tournament, a_user
from tournament.deals.tally import match_sheets
from tournament.models import EndKind, Round, Tournament
from tournament.rounds.clock import ClockAct, ClockState, clock_of, close_in_time, turn_clock
from tournament.rounds.services import missing_deals

NOON = datetime.datetime(2026, 11, 30, 12, tzinfo=datetime.UTC)


@pytest.fixture
def round_(db) -> Round:
    """A round of two tables and 45 minutes."""
    return a_round(a_tournament(end_kind=EndKind.CLOCK, deals=None, minutes=45), 2)


def turn(round_: Round, act: ClockAct) -> Round:
    return turn_clock(round_, act, by=a_user("keeper"))


def started(round_: Round, minutes_ago: float) -> Round:
    """Start the clock as if some minutes ago."""
    turn(round_, ClockAct.START)
    Round.objects.filter(pk=round_.pk).update(
        clock_from=timezone.now() - datetime.timedelta(minutes=minutes_ago)
    )
    round_.refresh_from_db()
    return round_


def kinds(round_: Round) -> list[str]:
    return [line.kind for line in round_.tournament.journal.all()]


def test_a_clock_waits_runs_pauses_and_goes_on(round_):
    assert (clock_of(round_).state, clock_of(round_).face) == (ClockState.READY, "45:00")
    round_ = started(round_, 10)
    assert clock_of(round_).state == ClockState.RUNNING
    assert 34 * 60 < clock_of(round_).left <= 35 * 60
    round_ = turn(round_, ClockAct.PAUSE)
    assert clock_of(round_).state == ClockState.PAUSED
    paused = clock_of(round_).left
    later = timezone.now() + datetime.timedelta(hours=3)
    assert clock_of(round_, later).left == paused
    round_ = turn(round_, ClockAct.START)
    assert clock_of(round_).left <= paused
    assert kinds(round_) == ["clock.started", "clock.paused", "clock.resumed"]


def test_what_is_done_already_changes_nothing(round_):
    for act in (ClockAct.START, ClockAct.PAUSE, ClockAct.CALL, ClockAct.UNCALL):
        for _click in range(2):
            round_ = turn(started(round_, 1) if act == ClockAct.PAUSE else round_, act)
            first = (round_.clock_from, round_.clock_spent, round_.time_called_at)
            round_ = turn(round_, act)
            assert (round_.clock_from, round_.clock_spent, round_.time_called_at) == first


def test_the_clock_is_in_the_database_and_survives_a_restart(round_):
    started(round_, 20)
    again = Round.objects.select_related("tournament").get(pk=round_.pk)
    assert 24 * 60 < clock_of(again).left <= 25 * 60


def test_minutes_that_have_run_out_are_said_and_nobody_is_stopped(round_):
    round_ = started(round_, 46)
    assert (clock_of(round_).state, clock_of(round_).face) == (ClockState.OUT, "00:00")
    assert not round_.is_called


def test_time_is_called_by_hand_and_taken_back(round_):
    round_ = turn(started(round_, 5), ClockAct.CALL)
    assert clock_of(round_).state == ClockState.CALLED
    assert round_.is_called
    # A call cannot be undone by starting a clock that has stopped.
    assert not turn(round_, ClockAct.START).clock_from
    round_ = turn(round_, ClockAct.UNCALL)
    assert clock_of(round_).state == ClockState.PAUSED
    assert kinds(round_) == ["clock.started", "time.called", "time.uncalled"]


def test_once_time_is_called_every_match_is_over_but_for_a_sheet_not_brought(db):
    tournament = a_tournament(end_kind=EndKind.FIRST, deals=12, target=1000, minutes=45)
    round_ = a_round(tournament, 2)
    first, _second = round_.matches.with_teams().select_related("round__tournament")
    a_deal(first)
    assert len(missing_deals(round_)) == 2
    round_ = turn(round_, ClockAct.CALL)
    one, other = match_sheets(round_)
    assert (one.is_complete, one.tally.totals, one.tally.winner) == (True, (250, 40), Side.A)
    assert (other.is_complete, other.tally.is_finished) == (False, False)
    assert [each.match.table for each in missing_deals(round_)] == [2]
    # The desk may still type what was being played.
    a_deal(first, 2)
    assert match_sheets(Round.objects.get(pk=round_.pk))[0].tally.totals == (500, 80)
    assert len(missing_deals(turn(round_, ClockAct.UNCALL))) == 2


def test_a_round_without_minutes_has_no_clock(db):
    round_ = a_round(a_tournament())
    assert clock_of(round_) is None
    with pytest.raises(ValidationError):
        turn(round_, ClockAct.START)


def test_a_closed_round_s_clock_has_stopped(round_):
    close_in_time(started(round_, 5), by=None, despite_missing=True)
    with pytest.raises(ValidationError):
        turn(round_, ClockAct.START)


def test_closing_calls_time_once_the_minutes_are_out(round_):
    for match in round_.matches.with_teams().select_related("round__tournament"):
        a_deal(match)
    with pytest.raises(ValidationError):
        close_in_time(started(round_, 10), by=None)
    assert not Round.objects.get(pk=round_.pk).time_called_at
    Round.objects.filter(pk=round_.pk).update(clock_from=NOON - datetime.timedelta(days=900))
    closed = close_in_time(round_, by=None)
    assert closed.is_closed
    assert Round.objects.get(pk=round_.pk).time_called_at
    assert kinds(round_)[-2:] == ["time.called", "round.closed"]


def test_a_closing_that_is_refused_calls_no_time(db):
    tournament = a_tournament(end_kind=EndKind.FIRST, deals=12, minutes=45)
    round_ = started(a_round(tournament), 50)
    match = round_.matches.with_teams().select_related("round__tournament").get()
    a_deal(match, 2)
    with pytest.raises(ValidationError):
        close_in_time(round_, by=None)
    assert not Round.objects.get(pk=round_.pk).time_called_at


@given(
    minutes=st.integers(1, 600),
    spent=st.integers(0, 40_000),
    since=st.integers(-1_000_000, 1_000_000),
)
def test_the_time_left_is_never_negative_and_never_more_than_the_round_has(minutes, spent, since):
    """Whatever the server's clock does: set back an hour, a night, or far ahead."""
    tournament = Tournament(minutes=minutes, end_kind=EndKind.CLOCK)
    round_ = Round(tournament=tournament, clock_spent=spent, clock_from=NOON)
    clock = clock_of(round_, NOON + datetime.timedelta(seconds=since))
    assert 0 <= clock.left <= clock.total == minutes * 60
    if since <= 0:
        assert clock.left == max(0, clock.total - spent)
