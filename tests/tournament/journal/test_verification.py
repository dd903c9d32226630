"""Whatever is altered in the file, the verification says so, with the number of the act."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import translation

from scoring import load_rulebook
from tests.tournament.builders import a_tournament, a_user
from tests.tournament.journal.played import (
    a_payment,
    a_played_contest,
    alter,
    anything_goes,
    take_the_guards_off,
)
from tournament.journal import verification
from tournament.journal.chain import digest
from tournament.journal.faults import SENTENCES, UNSAID, sentence
from tournament.journal.guards import GUARDED
from tournament.journal.services import write
from tournament.journal.verification import Noted, last_noted, parse_noted, verify
from tournament.models import Deal, Entry, JournalEntry, Round, Seat, Tournament, freeze

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


# --- What was altered beside the journal -----------------------------------------------------


def the_corrected(tournament: Tournament) -> Deal:
    return Deal.objects.get(accepted__reason="le papier dit 130")


def number_of(tournament: Tournament, kind: str) -> int:
    return tournament.journal.filter(kind=kind).last().number


@pytest.fixture
def contest() -> Tournament:
    return a_played_contest()


@pytest.mark.parametrize(
    "change",
    [
        "points = 99",
        "takers = 'B'",
        "belote_a = 1",
        "stake = 'coinche'",
        "reason = ''",
        "author_id = NULL",
        "sweep = 'takers'",
        "paper_a = 250",
        "created_at = '2020-01-01 00:00:00'",
        """declarations = '{"A": [{"kind": "tierce", "top": "KH"}]}'""",
    ],
)
def test_what_was_typed_and_altered_is_found_with_its_deal(contest, change):
    deal = the_corrected(contest)
    alter(Entry, change, id=deal.accepted_id)
    (fault,) = (each for each in verify(contest).faults if each.code != "unguarded")
    assert (fault.code, fault.number) == ("entry_altered", number_of(contest, "deal.corrected"))
    assert fault.figures == {"round": 1, "table": deal.match.table, "deal": 1}
    with translation.override("en"):
        assert sentence(fault).startswith(f"Round 1, table {deal.match.table}, deal 1: ")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
def test_what_was_typed_and_made_unreadable_is_found(contest):
    with anything_goes():
        alter(Entry, "created_at = 'never'", points=130)
    assert found(contest) == [("entry_altered", number_of(contest, "deal.corrected"))]


def test_a_deal_that_counts_an_earlier_reading_again_is_found(contest):
    deal = the_corrected(contest)
    former = deal.entries.exclude(pk=deal.accepted_id).get()
    Deal.objects.filter(pk=deal.pk).update(accepted=former)
    assert found(contest) == [("deal_moved", number_of(contest, "deal.corrected"))]


def test_a_deal_that_counts_nothing_any_more_is_found(contest):
    Deal.objects.filter(pk=the_corrected(contest).pk).update(accepted=None)
    assert found(contest) == [("deal_moved", number_of(contest, "deal.corrected"))]


def test_an_entry_that_no_act_recorded_is_found(contest):
    deal = the_corrected(contest)
    forged = Entry.objects.get(pk=deal.accepted_id)
    forged.pk, forged.points, forged.client_key = None, 160, "0" * 32
    forged.save(force_insert=True)
    assert found(contest) == [("entry_added", None)]


def test_an_entry_taken_away_is_found(contest):
    deal = the_corrected(contest)
    Deal.objects.filter(pk=deal.pk).update(accepted=None)
    take_the_guards_off()
    Entry.objects.filter(deal=deal).delete()
    codes = [code for code, _number in found(contest)]
    assert codes == ["entry_missing", "entry_missing", "deal_moved"]


def test_another_rulebook_is_found(contest):
    other = freeze(load_rulebook("competition"))
    Tournament.objects.filter(pk=contest.pk).update(rulebook_frozen=other)
    assert found(contest) == [("rulebook_altered", number_of(contest, "round.drawn"))]


@pytest.mark.parametrize("frozen", ["", "{", "[]", "{}"])
def test_a_rulebook_that_cannot_be_read_is_found(contest, frozen):
    Tournament.objects.filter(pk=contest.pk).update(rulebook_frozen=frozen)
    assert ("rulebook_altered", number_of(contest, "round.drawn")) in found(contest)


def test_a_setting_altered_is_found_by_its_name(contest):
    Tournament.objects.filter(pk=contest.pk).update(bye_marks=900)
    (fault,) = verify(contest).faults
    assert (fault.code, fault.number) == ("setting_altered", 4)
    assert fault.figures == {"setting": "bye_marks"}


def test_a_lot_that_nobody_drew_is_found(contest):
    Tournament.objects.filter(pk=contest.pk).update(lot_seed="12345")
    (fault,) = verify(contest).faults
    assert (fault.code, sentence(fault)) == ("lot_altered", str(SENTENCES["lot_added"]))


def test_a_payment_altered_or_gone_is_found(contest):
    number = number_of(contest, "payment.taken")
    payment = a_payment(contest)
    type(payment).objects.update(amount=20)
    assert found(contest) == [("payment_altered", number)]
    type(payment).objects.all().delete()
    assert found(contest) == [("payment_missing", number)]


def test_seats_exchanged_in_the_file_are_found(contest):
    round_ = contest.rounds.get(number=1)
    Seat.objects.filter(round=round_, side="A").update(side="", match=None)
    assert [code for code, _number in found(contest)] == ["seats_altered"]


def test_a_round_opened_again_in_the_file_is_found(contest):
    contest.rounds.filter(number=2).delete()
    contest.rounds.filter(number=1).update(closed_at=None)
    assert [code for code, _number in found(contest)] == ["round_turned", "round_missing"]


def test_a_round_that_no_act_drew_is_found(contest):
    Round.objects.filter(tournament=contest).update(closed_at=contest.created_at)
    Round.objects.create(tournament=contest, number=3, draw_kind="lot")
    assert [code for code, _number in found(contest)] == ["round_turned", "round_added"]


def test_the_guards_taken_off_are_found():
    tournament = a_journal(1)
    take_the_guards_off()
    assert [fault.code for fault in verify(tournament).faults] == ["unguarded"] * len(GUARDED)


# --- While the desk goes on ------------------------------------------------------------------


def test_an_act_made_during_the_verification_is_no_fault(contest, monkeypatch):
    following = verification._follow

    def follow_then_type(tournament):
        heard = following(tournament)
        Tournament.objects.filter(pk=tournament.pk).update(bye_marks=tournament.version)
        write(
            tournament,
            "tournament.settings_changed",
            by=None,
            details={"values": {"bye_marks": [0, tournament.version]}, "changed": ["bye_marks"]},
        )
        monkeypatch.setattr(verification, "_follow", following)
        return heard

    monkeypatch.setattr(verification, "_follow", follow_then_type)
    assert verify(contest).is_whole


def test_every_fault_has_its_words():
    assert {*UNSAID.values(), *UNSAID} <= set(SENTENCES)
