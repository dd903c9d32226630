"""Thousands of passwords are tried against the page: none is let in, and few are even looked at."""

import os

import pytest
from django.test import Client

from tests.tournament.builders import a_user
from tournament.logins import MOST_OF_AN_ACCOUNT, MOST_OF_AN_ADDRESS
from tournament.models import WrongLogin

pytestmark = pytest.mark.django_db
ATTEMPTS = int(os.environ.get("LOGINS", "150"))
"""`LOGINS=10000` tries ten thousand."""

REFUSED = {200, 429}


def attempt(browser, name, password):
    return browser.post("/login/", {"username": name, "password": password})


def test_whoever_guesses_passwords_is_made_to_wait_and_nobody_else_is():
    a_user("zoe")
    thief, others = Client(), Client(REMOTE_ADDR="192.168.1.77")
    for number in range(ATTEMPTS):
        name = "zoe" if number % 2 else f"nobody-{number}"
        said = attempt(thief, name, f"guess {number}")
        assert said.status_code in REFUSED
        assert "sessionid" not in thief.cookies
    assert WrongLogin.objects.count() <= MOST_OF_AN_ADDRESS
    # The right password is not let in either, from there: who guesses it learns nothing.
    assert ATTEMPTS < 2 * MOST_OF_AN_ACCOUNT or attempt(thief, "zoe", "zoe").status_code in REFUSED
    assert attempt(others, "zoe", "zoe").status_code == 302
