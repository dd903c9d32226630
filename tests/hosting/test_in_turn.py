"""Passwords guessed at once are counted one by one, on PostgreSQL too."""

GUESSES = """
from threading import Barrier, Thread
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import RequestFactory
from tournament.logins import MOST_OF_AN_ACCOUNT, begin
from tournament.models import WrongLogin

many = 4 * MOST_OF_AN_ACCOUNT
together, refused = Barrier(many, timeout=60), []

def guess():
    connection.ensure_connection()
    together.wait()
    try:
        begin(RequestFactory().post("/login/"), "marie")
    except ValidationError:
        refused.append(1)
    finally:
        connection.close()

threads = [Thread(target=guess) for _each in range(many)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(WrongLogin.objects.count() - MOST_OF_AN_ACCOUNT, len(refused) - 3 * MOST_OF_AN_ACCOUNT)
"""


def test_no_more_guesses_pass_at_once_than_one_after_the_other(manage, postgresql):
    manage(postgresql, "migrate", "--verbosity", "0")
    assert manage(postgresql, "shell", "-v0", "-c", GUESSES).split() == ["0", "0"]
