"""The journal: numbered, chained, and unalterable."""

from threading import Event, Thread

import pytest
from django.db import DatabaseError, connection, transaction

from tests.tournament.builders import a_tournament, a_user
from tests.tournament.journal.played import take_the_guards_off
from tournament.journal.services import FIRST_DIGEST, first_broken, write
from tournament.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def test_acts_are_numbered_in_order_and_chained():
    tournament = a_tournament()
    acts = [write(tournament, "test.act", by=a_user(), details={"n": n}) for n in range(3)]
    assert [act.number for act in acts] == [1, 2, 3]
    assert acts[0].previous == FIRST_DIGEST
    assert acts[1].previous == acts[0].digest
    assert tournament.version == 3


def test_each_contest_has_its_own_journal():
    one, other = a_tournament(), a_tournament()
    write(one, "test.act", by=None, details={})
    assert write(other, "test.act", by=None, details={}).number == 1


def test_an_untouched_journal_is_whole_as_the_database_gives_it_back():
    tournament = a_tournament()
    for n in (2, 10):
        write(tournament, "test.act", by=a_user(), details={n: "é", 10 * n: None})
    assert first_broken(tournament.journal.all()) is None


def test_the_database_refuses_to_change_or_delete_an_act():
    tournament = a_tournament()
    write(tournament, "test.act", by=None, details={})
    for act in (
        lambda: tournament.journal.update(kind="other"),
        lambda: tournament.journal.all()._raw_delete("default"),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            act()


def test_a_row_altered_in_the_file_is_found_with_its_number():
    tournament = a_tournament()
    for n in range(3):
        write(tournament, "test.act", by=None, details={"n": n})
    take_the_guards_off()
    JournalEntry.objects.filter(tournament=tournament, number=2).update(kind="forged")
    assert first_broken(tournament.journal.all()) == 2


@pytest.mark.django_db(transaction=True)
def test_an_act_that_waits_for_another_is_chained_to_it():
    """Who does not hold the contest first, as a season does not, waits within the write."""
    tournament = a_tournament()
    is_written = Event()

    def season():
        is_written.wait()
        write(Tournament.objects.get(pk=tournament.pk), "test.later", by=None, details={})
        connection.close()

    other = Thread(target=season)
    other.start()
    with transaction.atomic():
        first = write(tournament, "test.first", by=None, details={})
        is_written.set()
        other.join(0.5)
    other.join()
    assert tournament.journal.get(kind="test.later").previous == first.digest
