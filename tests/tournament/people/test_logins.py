"""Signing in: guesses are made to wait, nobody is kept out by somebody else, sessions end."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from tests.tournament.builders import a_user
from tournament import logins, visitors
from tournament.limits import KEPT
from tournament.logins import MOST_IN_ALL, MOST_OF_AN_ACCOUNT, MOST_OF_AN_ADDRESS, WITHIN
from tournament.models import WrongLogin
from tournament.visitors import ABSOLUTE, IDLE, NOTED_EVERY, PrivatePages, SessionStore

pytestmark = pytest.mark.django_db

HALL, ELSEWHERE = "192.168.1.20", "192.168.1.21"


def signs_in(client: Client, name: str, password: str = "", *, address: str = HALL):
    typed = {"username": name, "password": password or name}
    return client.post("/login/", typed, REMOTE_ADDR=address, headers={"accept-language": "fr"})


def fail(client: Client, name: str, times: int, *, address: str = HALL) -> None:
    for _time in range(times):
        assert signs_in(client, name, "faux", address=address).status_code == 200


def at_another_time(monkeypatch, later: timedelta) -> None:
    now = timezone.now() + later
    monkeypatch.setattr(timezone, "now", lambda: now)


def test_a_few_slips_are_forgiven_and_forgotten(client):
    a_user("zoe")
    fail(client, "zoe", MOST_OF_AN_ACCOUNT - 1)
    assert signs_in(client, "zoe").status_code == 302
    assert not WrongLogin.objects.exists()


def test_too_many_are_told_when_to_try_again_and_the_right_password_waits_too(client, monkeypatch):
    a_user("zoe")
    fail(client, "zoe", MOST_OF_AN_ACCOUNT)
    page = signs_in(client, "ZOE ", "zoe")
    assert page.status_code == 429
    assert int(page["Retry-After"]) <= WITHIN.total_seconds()
    (sentence,) = page.context["form"].non_field_errors()
    assert "réessayez" in sentence or "try again at" in sentence
    assert 'value="ZOE' in page.content.decode()
    assert WrongLogin.objects.count() == MOST_OF_AN_ACCOUNT
    at_another_time(monkeypatch, WITHIN + timedelta(seconds=1))
    assert signs_in(client, "zoe").status_code == 302


def test_another_account_and_another_place_are_let_in(client):
    a_user("zoe")
    a_user("lea")
    fail(client, "zoe", MOST_OF_AN_ACCOUNT)
    assert signs_in(client, "lea").status_code == 302
    assert signs_in(Client(), "zoe", address=ELSEWHERE).status_code == 302


def test_thirty_people_behind_one_address_may_each_be_mistaken(client):
    for number in range(30):
        fail(Client(), f"joueur{number}", 3)
    a_user("zoe")
    assert signs_in(client, "zoe").status_code == 302


def test_one_address_guesses_so_many_accounts_and_a_known_browser_is_let_in_all_the_same(client):
    a_user("zoe")
    assert signs_in(client, "zoe").status_code == 302
    client.post("/logout/")
    for number in range(MOST_OF_AN_ADDRESS):
        fail(Client(), f"compte{number}", 1)
    fail_again = signs_in(Client(), "zoe")
    assert fail_again.status_code == 429
    assert signs_in(client, "zoe").status_code == 302


def test_guesses_behind_the_same_router_keep_nobody_from_changing_his_password(client):
    a_user("zoe")
    assert signs_in(client, "zoe").status_code == 302
    assert client.cookies[logins.COOKIE]["path"] == "/"
    fail(Client(), "zoe", MOST_OF_AN_ACCOUNT)
    typed = {"current": "zoe", "password": "carreau-pique-9"}
    answer = client.post("/account/password/", typed, REMOTE_ADDR=HALL)
    assert answer.status_code == 302


def test_ten_thousand_guesses_from_everywhere_write_no_more_than_a_few_hundred_rows(rf):
    refused = 0
    for number in range(MOST_IN_ALL + 50):
        request = rf.post("/login/", REMOTE_ADDR=f"10.0.{number // 200}.{number % 200}")
        try:
            logins.begin(request, f"compte{number}")
        except ValidationError:
            refused += 1
    assert refused == 50
    assert WrongLogin.objects.count() == MOST_IN_ALL


def test_rows_of_long_ago_are_swept_away(client, monkeypatch):
    fail(client, "zoe", 2)
    at_another_time(monkeypatch, KEPT + timedelta(minutes=1))
    fail(client, "lea", 1)
    assert WrongLogin.objects.count() == 1


def test_what_was_typed_as_a_name_is_not_kept(client):
    fail(client, "mon mot de passe", 1)
    (row,) = WrongLogin.objects.values_list("account", flat=True)
    assert "mot" not in row


def test_a_forged_browser_is_known_to_nobody(client):
    a_user("zoe")
    client.cookies[logins.COOKIE] = "zoe:forged"
    fail(client, "zoe", MOST_OF_AN_ACCOUNT)
    assert signs_in(client, "zoe").status_code == 429


@pytest.mark.parametrize("https", [False, True])
def test_cookies_are_sent_by_their_own_site_and_over_https_once_there_is_any(
    client, settings, https
):
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"):
        setattr(settings, name, https)
    a_user("zoe")
    client.get("/login/")
    cookies = signs_in(client, "zoe").cookies
    assert set(cookies) >= {"sessionid", logins.COOKIE}
    for cookie in cookies.values():
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
        assert bool(cookie["secure"]) is https, cookie


def test_a_session_is_a_new_one_once_signed_in(client):
    before = client.session
    before["table_codes"] = ["K7PM2XQD"]
    before.save()
    client.cookies["sessionid"] = before.session_key
    a_user("zoe")
    signs_in(client, "zoe")
    assert client.session.session_key != before.session_key
    assert not Session.objects.filter(pk=before.session_key).exists()


def test_an_account_is_signed_out_when_nothing_was_asked_for_long(client, monkeypatch):
    signed_in(client)
    at_another_time(monkeypatch, IDLE + timedelta(minutes=1))
    assert client.get("/")["Location"].startswith("/login/")


def test_an_account_in_use_is_signed_out_after_the_week_end(client, monkeypatch):
    signed_in(client)
    start = timezone.now()
    step = IDLE - timedelta(hours=1)
    for number in range(1, ABSOLUTE // step + 1):
        monkeypatch.setattr(timezone, "now", lambda number=number: start + number * step)
        assert client.get("/").status_code == 200
    monkeypatch.setattr(timezone, "now", lambda: start + ABSOLUTE + timedelta(minutes=1))
    assert client.get("/")["Location"].startswith("/login/")
    assert not Session.objects.exists()


def test_a_session_is_written_now_and_then_only(client, monkeypatch, django_assert_num_queries):
    signed_in(client)
    key = client.session.session_key
    with django_assert_num_queries(1):
        assert SessionStore(key).load()
    asked = SessionStore(key)
    asked.get("anything")
    assert not asked.modified
    at_another_time(monkeypatch, NOTED_EVERY + timedelta(minutes=1))
    asked = SessionStore(key)
    asked.get("anything")
    assert asked.modified


def test_a_full_disk_fails_no_page_only_because_it_was_asked_for(client, monkeypatch):
    signed_in(client)
    at_another_time(monkeypatch, NOTED_EVERY + timedelta(minutes=1))

    def is_full(*_args: object, **_options: object) -> None:
        raise UpdateError

    monkeypatch.setattr(visitors.db.SessionStore, "save", is_full)
    assert client.get("/").status_code == 200
    changed = SessionStore(client.session.session_key)
    changed["table_codes"] = []
    with pytest.raises(UpdateError):
        changed.save()


def test_sessions_that_are_over_are_swept_away_by_the_next_who_signs_in(client, monkeypatch):
    signed_in(Client())
    at_another_time(monkeypatch, IDLE + timedelta(minutes=1))
    a_user("zoe")
    signs_in(client, "zoe")
    assert Session.objects.count() == 1


def signed_in(client: Client) -> None:
    client.force_login(a_user("zoe"))
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({"Vary": "Cookie, HX-Request"}, "private, no-cache"),
        ({"Vary": "Cookie", "Cache-Control": "no-store"}, "no-store"),
        ({"Vary": "Accept-Language"}, None),
        ({}, None),
    ],
)
def test_what_depends_on_who_asks_is_kept_by_nobody_between(rf, said, kept):
    answer = PrivatePages(lambda _request: HttpResponse(headers=said))(rf.get("/"))
    assert {*answer.get("Cache-Control", "").split(", ")} == {*(kept or "").split(", ")}
