"""The door of the tables: who is let in, and what the others learn, which is nothing."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring import Side
from tests.tournament.builders import a_code, a_deal, a_match, a_user
from tournament.limits import MOST_OF_AN_ADDRESS
from tournament.models import Match, WrongCode
from tournament.rounds.services import cancel_round, close_round, reopen_round
from tournament.tables.codes import revoke, shown
from tournament.tables.doors import HELD, code_door
from tournament.tables.sheets import phone_sheet

pytestmark = pytest.mark.django_db

UNKNOWN = "QQQQQQQQ"
IN_TURN = 3 if connection.vendor == "postgresql" else 2
"""What begins a transaction, what takes one's turn where that is asked for, and what ends it."""


@pytest.fixture
def match() -> Match:
    return a_match()


def address(code: str, page: str = "table") -> str:
    return reverse(f"tables:{page}", args=[code])


def closed(match: Match) -> None:
    close_round(match.round, by=None, despite_missing=True)


def test_a_code_opens_its_table_without_an_account(client, match):
    page = client.get(address(a_code(match).code))
    assert page.status_code == 200
    assert "Table 1, manche 1" in page.content.decode()
    assert "no-store" in page["Cache-Control"]


def test_a_code_that_is_typed_leads_to_its_table(client, match):
    code = a_code(match).code
    answer = client.post(reverse("tables:enter"), {"code": f" {shown(code).lower()} "})
    assert answer.url == address(code)


def test_a_round_taken_back_while_its_page_is_made_closes_its_tables(match, rf):
    @code_door
    def page(_request, code):
        cancel_round(match.round, by=None)
        return phone_sheet(code)

    request = rf.get("/", headers={"accept": "application/json"})
    code = a_code(match).code
    request.session = {HELD: [code]}
    assert page(request, code).status_code == 410


@pytest.mark.parametrize("typed", ["", "K7PM", "é" * 100, "\x00" * 8])
def test_what_is_no_code_is_said_beside_the_field(client, typed):
    answer = client.post(reverse("tables:enter"), {"code": typed})
    assert answer.status_code == 200
    assert "errorlist" in answer.content.decode()


def said_to_a_stranger(code: str, page: str = "table") -> tuple[int, str]:
    answer = Client().get(address(code, page))
    text = re.sub(r'value="[^"]*"', "", answer.content.decode())
    return answer.status_code, text


@pytest.mark.parametrize("page", ["table", "news", "preview", "answer"])
def test_unknown_expired_and_revoked_codes_look_the_same_to_a_stranger(match, page):
    revoked, expired = a_code(match, "A").code, a_code(match, "B").code
    revoke(match, Side.A, by=a_user())
    closed(match)
    unknown = said_to_a_stranger(UNKNOWN, page)
    assert unknown[0] == 404
    assert 'name="code"' in unknown[1]
    assert said_to_a_stranger(revoked, page) == unknown
    assert said_to_a_stranger(expired, page) == unknown
    assert said_to_a_stranger("nonsense", page) == unknown
    assert WrongCode.objects.count() == 4


def test_a_stranger_learns_nothing_by_the_number_of_questions_to_the_database(
    match, django_assert_num_queries
):
    code = a_code(match).code
    closed(match)
    for wrong in (UNKNOWN, code):
        # Both counts, both again in turn, the code's row, the old rows forgotten, the new one kept.
        with django_assert_num_queries(7 + IN_TURN):
            assert Client().get(address(wrong)).status_code == 404


def test_whoever_is_wrong_too_often_waits_even_with_a_good_code(match):
    stranger = Client()
    for _time in range(MOST_OF_AN_ADDRESS):
        assert stranger.get(address(UNKNOWN)).status_code == 404
    for code in (UNKNOWN, a_code(match).code):
        answer = stranger.get(address(code))
        assert answer.status_code == 429
        assert answer["Retry-After"] == "300"
        assert "attendez" in answer.content.decode()
    # Waiting is not counted, or it would never end.
    assert WrongCode.objects.count() == MOST_OF_AN_ADDRESS


def test_a_phone_already_let_in_is_not_made_to_wait(client, match):
    code = a_code(match).code
    client.get(address(code))
    WrongCode.objects.bulk_create(WrongCode(address="127.0.0.1") for _time in range(50))
    assert client.get(address(code)).status_code == 200
    assert client.get(address(code, "news")).status_code == 200
    assert client.get(address(a_code(match, "B").code)).status_code == 429


def test_a_phone_that_was_let_in_is_told_that_its_table_is_closed(client, match):
    code = a_code(match).code
    client.get(address(code))
    closed(match)
    answer = client.get(address(code))
    assert answer.status_code == 410
    assert "fermée" in answer.content.decode()
    assert not WrongCode.objects.exists()
    reopen_round(match.round, by=None)
    assert client.get(address(code)).status_code == 200


def test_a_script_is_answered_in_its_own_words(client, match):
    headers = {"Accept": "application/json"}
    assert client.get(address(UNKNOWN), headers=headers).json()["outcome"] == "closed"
    code = a_code(match).code
    client.get(address(code))
    revoke(match, Side.A, by=a_user())
    answer = client.post(address(code) + "?deal=1", headers=headers)
    assert (answer.status_code, answer.json()["outcome"]) == (410, "closed")
    WrongCode.objects.bulk_create(WrongCode(address="127.0.0.1") for _time in range(50))
    assert Client().get(address(code), headers=headers).json()["outcome"] == "wait"


def test_both_sides_on_one_phone_change_places_by_a_link(client, match):
    one, other = a_code(match, "A").code, a_code(match, "B").code
    client.get(address(one))
    client.get(address(other))
    assert address(one) in client.get(address(other)).content.decode()
    assert address(one) in client.get(reverse("tables:enter")).content.decode()
    closed(match)
    assert address(one) not in client.get(reverse("tables:enter")).content.decode()


def test_a_code_shows_its_own_table_and_no_other(client, match):
    other = a_match(organiser=a_user("another"))
    a_deal(other, points=101)
    page = client.get(address(a_code(match).code)).content.decode()
    assert "101" not in page
    assert "/tournaments/" not in page
