"""What takes long to read is read before a contest is held, and only acted on while it is."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.builders import a_deal, a_match
from tournament.journal.beforehand import seen_first
from tournament.models import Entry, Tournament

pytestmark = pytest.mark.django_db


def entries(_now: Tournament) -> int:
    return Entry.objects.count()


def told(held: Tournament, seen: object) -> tuple[int, object]:
    return held.version, seen


def test_one_looks_once_and_before_the_contest_is_held():
    match = a_match()
    a_deal(match)
    with CaptureQueriesContext(connection) as asked:
        version, seen = seen_first(match.round.tournament_id, entries, told)
    said = [query["sql"] for query in asked.captured_queries]
    looked = next(index for index, sql in enumerate(said) if '"tournament_entry"' in sql)
    assert (version, seen) == (1, 1)
    assert looked < next(index for index, sql in enumerate(said) if sql.startswith("SAVEPOINT"))
    assert sum('"tournament_entry"' in sql for sql in said) == 1


def test_where_something_was_done_meanwhile_one_looks_again():
    match = a_match()
    to_do = [1]

    def look(now: Tournament) -> int:
        found = entries(now)
        if to_do:
            a_deal(match, to_do.pop())
        return found

    assert seen_first(match.round.tournament_id, look, told) == (1, 1)


def test_what_is_refused_at_once_holds_nobody():
    def look(_now: Tournament) -> None:
        raise ValidationError("no")

    key = a_match().round.tournament_id
    with CaptureQueriesContext(connection) as asked, pytest.raises(ValidationError):
        seen_first(key, look, told)
    assert [query["sql"].split()[0] for query in asked.captured_queries] == ["SELECT"]
