"""What only reads is of one moment, and nobody who saves waits for it."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from tests.tournament.builders import a_team, a_tournament
from tests.tournament.journal.played import a_played_contest
from tournament.archive.writing import archive_of
from tournament.journal.verification import verify
from tournament.models import Team, Tournament
from tournament.snapshots import apart, snapshot
from tournament.teams.importing import TeamLine
from tournament.teams.services import register_team

pytestmark = pytest.mark.django_db(transaction=True)


def by_another(act: Callable[[], Any]) -> None:
    """Have an act done on a connection of its own, and wait for it."""

    def done() -> None:
        try:
            act()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as desk:
        desk.submit(done).result(timeout=30)


@contextmanager
def a_busy_desk(contest: Tournament) -> Iterator[list[int]]:
    """Add a team and its act to a contest before each question that is asked."""
    added: list[int] = []

    def one_more() -> None:
        number = 100 + len(added)
        line = TeamLine(line=1, number=number, name=f"Équipe {number}", players=(), fee_paid=None)
        added.append(register_team(contest, line, by=None).number)

    def meanwhile(execute, *asked) -> Any:
        if asked[0].startswith("SELECT"):
            by_another(one_more)
        return execute(*asked)

    with connection.execute_wrapper(meanwhile):
        yield added


def test_all_that_is_asked_is_of_one_moment_and_others_write_meanwhile():
    contest = a_tournament()
    with snapshot():
        assert not Team.objects.exists()
        by_another(lambda: a_team(contest, 1))
        assert not Team.objects.exists()
        with snapshot(), transaction.atomic():
            assert not Team.objects.exists()
    assert Team.objects.exists()
    # What begins afterwards may write, and waits its turn to.
    with transaction.atomic():
        assert Tournament.objects.held(contest.pk)
        a_team(contest, 2)


def test_what_fails_apart_spoils_nothing_else():
    with snapshot():
        with pytest.raises(DatabaseError), apart(), connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")
        assert not Team.objects.exists()


def test_an_archive_written_while_the_desk_goes_on_is_of_one_moment():
    contest = a_played_contest()
    with a_busy_desk(contest) as added, archive_of(contest) as made:
        tables = json.load(made)["tables"]
    assert added
    version = tables["contest"]["columns"].index("version")
    assert tables["contest"]["rows"][0][version] == len(tables["journal"]["rows"])


def test_a_journal_verified_while_the_desk_goes_on_is_whole():
    contest = a_played_contest()
    with a_busy_desk(contest) as added:
        assert verify(contest).faults == ()
    assert added
