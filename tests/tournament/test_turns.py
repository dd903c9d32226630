"""Requests of a process take turns; none waits long for one that takes long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.http import HttpRequest, HttpResponse

from tournament.turns import InTurn, Turn, Turns

PATIENCE = 60
"""Seconds after which a test gives up: it fails then."""
FOR_EVER = 3600


@pytest.fixture
def hands():
    with ThreadPoolExecutor(4) as pool:
        yield pool


def in_line(turns: Turns, people: int) -> None:
    """Wait until so many wait for their turn."""
    pause = Event()
    while len(turns._line) < people:
        pause.wait(0.001)


def test_the_first_has_its_turn_at_once():
    turns = Turns(lasts=FOR_EVER)
    for _request in range(3):
        turns.give_back(turns.take())


def test_the_next_begins_when_the_one_before_is_over(hands):
    turns = Turns(lasts=FOR_EVER)
    mine = turns.take()
    next_one = hands.submit(turns.take)
    in_line(turns, 1)
    assert not next_one.done()
    turns.give_back(mine)
    assert next_one.result(PATIENCE)


def test_who_came_first_is_first(hands):
    turns = Turns(lasts=FOR_EVER)
    mine = turns.take()
    waiting = []
    for people in range(1, 4):
        waiting.append(hands.submit(turns.take))
        in_line(turns, people)
    turns.give_back(mine)
    for position, request in enumerate(waiting):
        turn = request.result(PATIENCE)
        assert not any(later.done() for later in waiting[position + 1 :])
        turns.give_back(turn)


def test_nobody_waits_for_a_turn_that_lasts_too_long(hands):
    turns = Turns(lasts=0.001)
    turns.take()
    people = [hands.submit(turns.take) for _each in range(3)]
    assert all(each.result(PATIENCE) for each in people)


def test_a_turn_that_was_over_does_not_end_anothers(hands):
    turns = Turns(lasts=0)
    slow = turns.take()
    turns._lasts = FOR_EVER
    hands.submit(turns.take).result(PATIENCE)
    turns.give_back(slow)
    next_one = hands.submit(turns.take)
    in_line(turns, 1)
    assert not next_one.done()
    turns._now.over_at = 0
    turns.give_back(turns._now)
    assert next_one.result(PATIENCE)


def test_who_wakes_up_after_his_turn_is_over_goes_on(monkeypatch):
    turns, usual = Turns(lasts=0.01), Turn.wait
    first = turns.take()

    def wakes_up_late(_mine, _seconds):
        # Called at the end of his wait; before he looks, his turn is over and another's too.
        monkeypatch.setattr(Turn, "wait", usual)
        turns.give_back(first)
        Event().wait(0.02)
        turns.give_back(turns.take())
        return False

    monkeypatch.setattr(Turn, "wait", wakes_up_late)
    turns.give_back(turns.take())
    turns.give_back(turns.take())


def test_a_page_that_fails_gives_its_turn_back():
    def fail(_request: HttpRequest) -> HttpResponse:
        raise LookupError

    answered = InTurn(fail)
    for _request in range(3):
        with pytest.raises(LookupError):
            answered(HttpRequest())
    assert answered._turns._now is None
    assert not answered._turns._line


def test_a_page_is_computed_in_turn(hands):
    computed, may_end = Event(), Event()
    together = []

    def page(request: HttpRequest) -> HttpResponse:
        together.append(request)
        computed.set()
        assert may_end.wait(PATIENCE)
        together.remove(request)
        return HttpResponse(str(len(together)))

    answered = InTurn(page)
    answered._turns._lasts = FOR_EVER
    asked = [hands.submit(answered, HttpRequest()) for _each in range(4)]
    assert computed.wait(PATIENCE)
    may_end.set()
    assert {request.result(PATIENCE).content for request in asked} == {b"0"}
