"""Whatever is altered in the file, the verification says so, with the number of the act."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.tournament.builders import a_tournament, a_user
from tests.tournament.journal.played import (
    a_played_contest,
    alter,
    anything_goes,
    take_the_guards_off,
)
from tournament.journal.chain import digest
from tournament.journal.guards import GUARDED
from tournament.journal.services import write
from tournament.journal.verification import Noted, last_noted, parse_noted, verify
from tournament.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def a_journal(acts: int = 6) -> Tournament:
    """Return a contest with so many acts that say nothing of any table."""
    tournament = a_tournament()
    for number in range(1, acts + 1):
        write(tournament, "test.act", by=a_user(), details={"n": number})
    return tournament


def found(tournament: Tournament, noted: Noted | None = None) -> list[tuple[str, int | None]]:
    """Return what a verification finds, the guards that the tests take off left aside."""
    return [
        (fault.code, fault.number)
        for fault in verify(tournament, noted).faults
        if fault.code != "unguarded"
    ]


def rewritten(act: JournalEntry, **columns: object) -> None:
    """Alter an act and make its digest fit, as who knows how it is made would."""
    for name, value in columns.items():
        setattr(act, name, value)
    JournalEntry.objects.filter(pk=act.pk).update(**columns, digest=digest(act))


def test_a_journal_that_nobody_touched_is_whole():
    tournament = a_journal()
    verified = verify(tournament)
    assert verified.is_whole
    assert (verified.acts, verified.last.number) == (6, 6)


def test_a_contest_played_through_the_services_is_as_its_acts_say():
    assert verify(a_played_contest()).faults == ()


def test_an_empty_journal_is_whole():
    assert verify(a_tournament()).is_whole


# --- The chain -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'forged'",
        "at = '2020-01-01 00:00:00'",
        "by_id = NULL",
        """details = '{"n": 4}'""",
        "previous = digest",
        "digest = previous",
    ],
)
def test_a_row_altered_is_found_with_its_number(change):
    tournament = a_journal()
    alter(JournalEntry, change, number=3)
    assert found(tournament)[0] == ("act_altered", 3)


def test_a_row_altered_with_its_digest_is_found_by_the_next():
    tournament = a_journal()
    take_the_guards_off()
    rewritten(tournament.journal.get(number=3), kind="forged")
    assert found(tournament) == [("act_rewritten", 3)]


def test_the_first_row_altered_with_its_digest_is_found():
    tournament = a_journal()
    take_the_guards_off()
    rewritten(tournament.journal.get(number=1), kind="forged")
    assert found(tournament) == [("act_rewritten", 1)]


def test_a_row_given_to_another_contest_is_missing_here_and_too_much_there():
    tournament, other = a_journal(), a_tournament()
    take_the_guards_off()
    tournament.journal.filter(number=3).update(tournament=other)
    assert found(tournament)[0] == ("act_missing", 3)
    assert found(other)[0] == ("acts_missing", 1)


@pytest.mark.parametrize(
    ("gone", "expected"),
    [
        ([3], ("act_missing", 3)),
        ([2, 3, 4], ("acts_missing", 2)),
        ([1], ("act_missing", 1)),
        ([6], ("act_missing", 6)),
        ([5, 6], ("acts_missing", 5)),
        ([1, 2, 3, 4, 5, 6], ("acts_missing", 1)),
    ],
)
def test_rows_deleted_are_found_also_at_the_end(gone, expected):
    tournament = a_journal()
    take_the_guards_off()
    tournament.journal.filter(number__in=gone).delete()
    assert found(tournament) == [expected]


def renumbered(tournament: Tournament, old: int, new: int) -> None:
    tournament.journal.filter(number=old).update(number=new)


def test_a_row_deleted_and_the_others_renumbered_is_found_at_its_place():
    tournament = a_journal()
    take_the_guards_off()
    tournament.journal.filter(number=3).delete()
    for number in (4, 5, 6):
        renumbered(tournament, number, number - 1)
    assert found(tournament)[0] == ("act_altered", 3)


def test_two_rows_swapped_are_found_at_the_first():
    tournament = a_journal()
    take_the_guards_off()
    for old, new in ((3, 99), (4, 3), (99, 4)):
        renumbered(tournament, old, new)
    assert found(tournament)[0] == ("act_altered", 3)


def forged(tournament: Tournament, after: int) -> None:
    """Put an act after another one, its digest as it should be."""
    before = tournament.journal.get(number=after)
    act = JournalEntry(
        tournament=tournament,
        number=after + 1,
        kind="test.forged",
        at=before.at,
        previous=before.digest,
    )
    act.digest = digest(act)
    act.save(force_insert=True)


def test_a_row_inserted_is_found_at_its_place():
    tournament = a_journal()
    take_the_guards_off()
    for number in (6, 5, 4, 3):
        renumbered(tournament, number, number + 1)
    forged(tournament, after=2)
    Tournament.objects.update(version=7)
    assert found(tournament)[0] == ("act_inserted", 3)


def test_a_row_added_at_the_end_is_found():
    tournament = a_journal()
    forged(tournament, after=6)
    assert found(tournament) == [("act_beyond", 7)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
@pytest.mark.parametrize(
    "change",
    [
        "details = '{'",
        "details = 'null'",
        "at = 'yesterday'",
        "at = '2026-13-45'",
        "digest = x'ff'",
        "by_id = 'nobody'",
    ],
)
def test_a_row_made_unreadable_is_found_with_its_number(change):
    tournament = a_journal()
    with anything_goes():
        alter(JournalEntry, change, number=3)
    code, number = found(tournament)[0]
    assert (code in {"act_unreadable", "act_altered"}, number) == (True, 3)
    alter(JournalEntry, "by_id = NULL", number=3)  # the test's own end checks foreign keys


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
@pytest.mark.parametrize("number", ["0", "'three'", "1000000000", "-1"])
def test_a_row_whose_number_is_none_leaves_its_place_empty(number):
    tournament = a_journal()
    with anything_goes():
        alter(JournalEntry, f"number = {number}", number=3)
    assert ("act_missing", 3) in found(tournament)


# --- What was noted outside ------------------------------------------------------------------


def test_what_was_noted_is_still_there():
    tournament = a_journal()
    noted = last_noted(tournament)
    write(tournament, "test.act", by=None, details={})
    assert verify(tournament, parse_noted(f"{noted.number} {noted.digest}")).is_whole


def test_who_rewrites_the_whole_chain_is_found_by_what_was_noted():
    tournament = a_journal()
    noted = parse_noted("n° {0.number} · {0.digest}".format(last_noted(tournament)))
    take_the_guards_off()
    previous = tournament.journal.get(number=2).digest
    for act in tournament.journal.filter(number__gte=3):
        rewritten(act, kind="forged", previous=previous)
        previous = digest(act)
    assert found(tournament) == []
    assert found(tournament, noted) == [("noted_differs", 6)]


@pytest.mark.parametrize(
    "text", ["", "412", "a3f9-c21b", "412 xyz", "412 a3", "9" * 40, "1 " + "a" * 90]
)
def test_what_cannot_have_been_noted_is_refused(text):
    with pytest.raises(ValidationError):
        parse_noted(text)


@pytest.mark.parametrize(
    "text", ["412 a3f9-c21b", "412:a3f9c21b", "n° 412 · A3F9-C21B", " 412, a3f9c21b "]
)
def test_what_was_noted_is_read_however_it_is_written(text):
    assert parse_noted(text) == Noted(number=412, digest="a3f9c21b")


# --- The guards -----------------------------------------------------------------------------


def test_the_guards_taken_off_are_found():
    tournament = a_journal(1)
    take_the_guards_off()
    assert [fault.code for fault in verify(tournament).faults] == ["unguarded"] * len(GUARDED)
