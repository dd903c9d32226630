"""A page that is read waits for nobody who holds the database."""

import sqlite3
from contextlib import closing

import pytest
from django.db import connection
from django.urls import reverse

from tests.tournament.builders import a_match, a_user
from tournament.models import Presence
from tournament.upkeep.copies import database_file

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows, not a file"),
]


def test_a_sheet_is_shown_while_another_program_holds_the_database(client):
    match = a_match(organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    place = [match.round.tournament_id, 1, match.table]
    sheet, presence = reverse("deals:sheet", args=place), reverse("deals:presence", args=place)
    with closing(sqlite3.connect(database_file(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        # It would be refused by a page, after so many seconds that the test is over.
        assert client.get(sheet).status_code == 200
        assert client.post(presence).status_code in {200, 204}
        other.execute("ROLLBACK")
    assert not Presence.objects.exists()
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
    assert usual >= 5000
    client.get(sheet)
    assert Presence.objects.count() == 1
