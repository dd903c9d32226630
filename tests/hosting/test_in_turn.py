"""Passwords and codes guessed at once are counted one by one, on PostgreSQL too."""

import pytest

GUESSES = """
import time
from threading import Barrier, Thread
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import RequestFactory
from tournament import limits, logins
from tournament.models import WrongCode, WrongLogin

request = RequestFactory().post("/")
kinds = {
    "password": (WrongLogin, logins.MOST_OF_AN_ACCOUNT, lambda: logins.begin(request, "marie")),
    "code": (
        WrongCode,
        limits.MOST_OF_AN_ADDRESS,
        lambda: limits.guessed(request, lambda: time.sleep(0.01)),
    ),
}
wrong, most, guess = kinds["KIND"]
many = most + 15
together, refused = Barrier(many, timeout=60), []

def guesses():
    connection.ensure_connection()
    together.wait()
    try:
        guess()
    except (ValidationError, limits.MustWait):
        refused.append(1)
    finally:
        connection.close()

threads = [Thread(target=guesses) for _each in range(many)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(wrong.objects.count() - most, len(refused) - 15)
"""


@pytest.mark.parametrize("kind", ["password", "code"])
def test_no_more_guesses_pass_at_once_than_one_after_the_other(manage, postgresql, kind):
    manage(postgresql, "migrate", "--verbosity", "0")
    guesses = GUESSES.replace("KIND", kind)
    assert manage(postgresql, "shell", "-v0", "-c", guesses).split() == ["0", "0"]
