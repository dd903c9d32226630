"""Codes: unguessable, read forgivingly, one a side, good for one round."""

from concurrent.futures import ThreadPoolExecutor
from math import log2

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from scoring import Side
from tests.tournament.builders import a_code, a_match, a_round, a_tournament, a_user
from tournament.models import Match, TableCode
from tournament.rounds.removal import remove_round, restore_round
from tournament.rounds.services import cancel_round, close_round, reopen_round
from tournament.tables import codes
from tournament.tables.codes import (
    ALPHABET,
    LENGTH,
    codes_of,
    find_code,
    is_open,
    new_code,
    read_code,
    renew,
    revoke,
    shown,
)

pytestmark = pytest.mark.django_db


def a_phone_round(tables=2, **columns):
    return a_round(a_tournament(phones=True, **columns), tables)


def test_a_code_has_39_bits():
    assert len(set(ALPHABET)) == len(ALPHABET)
    assert LENGTH * log2(len(ALPHABET)) >= 39


def test_a_thousand_codes_are_a_thousand():
    made = {new_code() for _each in range(1000)}
    assert len(made) == 1000
    assert all(read_code(code) == code for code in made)


@pytest.mark.parametrize(
    "typed",
    [
        "K7PM2XQD",
        "k7pm-2xqd",
        " K7PM 2XQD ",
        "k7pm–2xqd",
        "K7PM.2XQD",
        "Ｋ７ＰＭ２ＸＱＤ",
        "k7pmzxqd",
        "http://192.168.1.20:8000/t/K7PM2XQD/",
        "192.168.1.20:8000/t/k7pm-2xqd",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed):
    assert read_code(typed) == "K7PM2XQD"


@pytest.mark.parametrize(
    ("typed", "read"), [("OILZSU77", "01125V77"), ("oil0-0lio", "0110011" + "0")]
)
def test_look_alikes_are_forgiven(typed, read):
    assert read_code(typed) == read


@pytest.mark.parametrize(
    "typed", ["", "K7PM", "K7PM2XQDD", "K7PM2XQ\x00", "ÉÉÉÉÉÉÉÉ", "♥" * 8, "/"]
)
def test_what_cannot_be_a_code_is_none(typed):
    assert read_code(typed) == ""
    assert find_code(read_code(typed)) is None


def test_a_code_is_shown_in_two_halves():
    assert shown("K7PM2XQD") == "K7PM-2XQD"
    assert read_code(shown("K7PM2XQD")) == "K7PM2XQD"


def test_a_round_s_codes_are_made_once_one_a_side():
    round_ = a_phone_round(tables=3)
    first = codes_of(round_)
    assert len({code.code for code in first.values()}) == 6
    assert set(first) == {(match.pk, side) for match in round_.matches.all() for side in "AB"}
    assert codes_of(round_) == first


def test_a_round_of_150_tables_gets_its_codes_in_a_few_queries(django_assert_max_num_queries):
    round_ = a_phone_round(tables=1)
    Match.objects.bulk_create(Match(round=round_, table=table) for table in range(2, 151))
    with django_assert_max_num_queries(14):
        assert len(codes_of(round_)) == 300


def test_a_table_added_later_gets_its_codes():
    round_ = a_phone_round(tables=1)
    codes_of(round_)
    Match.objects.create(round=round_, table=2)
    assert len(codes_of(round_)) == 4


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_ask_at_once_get_the_same_codes():
    round_ = a_phone_round(tables=8)

    def ask(_desk):
        try:
            return {key: code.code for key, code in codes_of(round_).items()}
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as desks:
        found = list(desks.map(ask, range(4)))
    assert all(each == found[0] for each in found)
    assert TableCode.objects.count() == 16


def test_no_code_is_made_where_phones_are_not_allowed():
    assert codes_of(a_round(a_tournament())) == {}


def test_a_code_opens_while_its_round_is_played():
    match = a_match()
    code = a_code(match)
    assert is_open(find_code(code.code))
    match.round.tournament.phones = False
    match.round.tournament.save()
    assert not is_open(find_code(code.code))


def test_a_code_expires_with_its_round_and_comes_back_with_it():
    match = a_match()
    code = a_code(match).code
    close_round(match.round, by=None, despite_missing=True)
    assert not is_open(find_code(code))
    assert codes_of(find_code(code).match.round)
    reopen_round(match.round, by=None)
    assert is_open(find_code(code))


def test_a_code_is_gone_with_a_draw_that_is_taken_back():
    match = a_match()
    code = a_code(match).code
    cancel_round(match.round, by=None)
    assert find_code(code) is None


def test_a_code_sleeps_while_its_round_is_removed():
    match = a_match()
    code = a_code(match).code
    remove_round(match.round, typed_name="Manche 1", by=None)
    assert not is_open(find_code(code))
    assert codes_of(find_code(code).match.round)
    restore_round(find_code(code).match.round, by=None)
    assert is_open(find_code(code))


def test_a_renewed_code_takes_the_place_of_the_one_before():
    match = a_match()
    old = a_code(match)
    new = renew(match, Side.A, replaces=old.pk, by=a_user())
    assert not is_open(find_code(old.code))
    assert is_open(find_code(new.code))
    assert codes_of(match.round)[match.pk, "A"] == new
    act = match.round.tournament.journal.last()
    assert (act.kind, act.details) == ("code.renewed", {"round": 1, "table": 1, "side": "A"})


def test_a_second_click_renews_once():
    match = a_match()
    old = a_code(match)
    first = renew(match, Side.A, replaces=old.pk, by=a_user())
    assert renew(match, Side.A, replaces=old.pk, by=a_user()) == first
    assert TableCode.objects.filter(side="A").count() == 2


def test_a_revoked_code_stays_revoked_until_it_is_renewed():
    match = a_match()
    code = a_code(match)
    revoke(match, Side.A, by=a_user())
    revoke(match, Side.A, by=a_user())
    assert not is_open(find_code(code.code))
    assert codes_of(match.round)[match.pk, "A"].revoked_at
    assert [act.kind for act in match.round.tournament.journal.all()] == ["code.revoked"]
    renewed = renew(match, Side.A, replaces=code.pk, by=a_user())
    assert is_open(find_code(renewed.code))


def test_a_closed_round_gets_no_new_code():
    match = a_match()
    code = a_code(match)
    match.round.closed_at = timezone.now()
    match.round.save()
    with pytest.raises(ValidationError):
        renew(match, Side.A, replaces=code.pk, by=a_user())


def test_a_code_that_was_drawn_already_is_drawn_again(monkeypatch):
    match = a_match()
    drawn = iter(["AAAAAAAA", "AAAAAAAA", "BBBBBBBB", "CCCCCCCC"])
    monkeypatch.setattr(codes, "new_code", lambda: next(drawn))
    assert {a_code(match, side).code for side in "AB"} == {"AAAAAAAA", "BBBBBBBB"}
