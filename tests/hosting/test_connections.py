"""A connection to PostgreSQL that rests is not asked whether it lives, and is replaced if not."""

LOOK = """
import psycopg
from django.db import connection

def pid():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]

def next_request():
    # What Django does as a request comes in.
    connection.close_if_unusable_or_obsolete()

first = pid()
with psycopg.connect(URL, autocommit=True) as other:
    assert connection.is_usable()
    asked = "SELECT query FROM pg_stat_activity WHERE pid = %s"
    assert other.execute(asked, [first]).fetchone() == ("SELECT pg_backend_pid()",)
    next_request()
    assert pid() == first
    assert other.execute("SELECT pg_terminate_backend(%s, 10000)", [first]).fetchone() == (True,)
next_request()
assert pid() != first
print("replaced")
"""


def test_a_connection_that_the_server_closed_is_opened_anew(manage, postgresql):
    script = LOOK.replace("URL", repr(postgresql))
    assert manage(postgresql, "shell", "-v0", "-c", script).split() == ["replaced"]
