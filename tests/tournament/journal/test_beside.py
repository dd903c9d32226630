"""What was altered beside the journal shows by its acts: typed, counted, set, paid, seated."""

from uuid import uuid4

import pytest
from django.db import connection
from django.utils import translation

from scoring import load_rulebook
from tests.tournament.builders import a_call, a_role, a_user
from tests.tournament.journal.played import (
    a_payment,
    a_played_contest,
    alter,
    anything_goes,
    take_the_guards_off,
    typed,
)
from tournament.deals.acts import take_totals
from tournament.deals.checks import answer
from tournament.journal.faults import SENTENCES, UNSAID, sentence
from tournament.journal.verification import Noted, verify
from tournament.models import (
    Confirmation,
    Deal,
    Decision,
    Entry,
    JournalEntry,
    Match,
    MatchTotals,
    RefereeCall,
    RoleKind,
    Round,
    Ruling,
    Seat,
    Tournament,
    freeze,
)
from tournament.referee.calls import settle, take
from tournament.referee.rulings import decide

pytestmark = pytest.mark.django_db


def found(tournament: Tournament, noted: Noted | None = None) -> list[tuple[str, int | None]]:
    """Return what a verification finds, the guards that the tests take off left aside."""
    return [
        (fault.code, fault.number)
        for fault in verify(tournament, noted).faults
        if fault.code != "unguarded"
    ]


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


@pytest.fixture
def judged(contest) -> Tournament:
    """The contest, with an answer, a match taken as its totals, and a ruling."""
    one, other = Match.objects.filter(round__tournament=contest, round__number=2)
    answer(typed(one, 1), agrees=False, by=a_user("lea"), note="130 sur le papier")
    why = "feuille mouillée"
    take_totals(other, (900, 700), base=None, by=a_user("lea"), reason=why, client_key=uuid4())
    a_role(a_user("remi"), contest, RoleKind.REFEREE)
    facts = {"category": "revoke", "facts": "Renonce", "client_key": uuid4()}
    decide(
        Ruling(tournament=contest, match=one, decision=Decision.NOTHING, **facts),
        by=a_user("remi"),
    )
    assert verify(contest).is_whole
    return contest


@pytest.mark.parametrize(
    ("model", "change", "name", "kind"),
    [
        (Confirmation, "agrees = true", "confirmation", "deal.contested"),
        (MatchTotals, "marks_a = 1900", "totals", "totals.taken"),
        (Ruling, "facts = 'Rien'", "ruling", "ruling.made"),
    ],
)
def test_answers_totals_and_rulings_altered_or_gone_are_found(judged, model, change, name, kind):
    row, number = model._default_manager.get(), number_of(judged, kind)
    alter(model, change, id=row.pk)
    assert found(judged) == [(f"{name}_altered", number)]
    Match.objects.update(totals=None)
    model._default_manager.all().delete()
    assert (f"{name}_missing", number) in found(judged)


@pytest.fixture
def called(contest) -> Tournament:
    """The contest, with a call that was taken and settled, and one that waits."""
    one, other = Match.objects.filter(round__tournament=contest, round__number=2)
    a_role(a_user("remi"), contest, RoleKind.REFEREE)
    call = a_call(one, "A", "revoke")
    take(call, by=a_user("remi"))
    settle(call, by=a_user("remi"))
    a_call(other, "B", "conduct")
    assert verify(contest).is_whole
    return contest


@pytest.mark.parametrize(
    "change",
    [
        {"category": "cheating"},
        {"side": "B"},
        {"note": "ils trichent"},
        {"for_nothing": True},
        {"settled_at": None},
        {"taken_at": None, "taken_by": None},
        {"created_at": "2026-01-01T00:00:00Z"},
    ],
)
def test_a_call_altered_beside_its_acts_is_found(called, change):
    settled = RefereeCall.objects.filter(settled_at__isnull=False)
    settled.update(**change)
    assert found(called) == [("call_altered", number_of(called, "call.settled"))]


def test_a_call_taken_away_or_put_in_is_found(called):
    waiting = RefereeCall.objects.get(settled_at=None)
    number = called.journal.filter(kind="referee.called").last().number
    waiting.delete()
    assert found(called) == [("call_missing", number)]
    waiting.pk, waiting.client_key = None, uuid4()
    waiting.save(force_insert=True)
    assert found(called) == [("call_added", None), ("call_missing", number)]


def test_a_call_of_before_the_seals_is_known_by_its_acts(called):
    take_the_guards_off()
    for act in called.journal.filter(kind__contains="call"):
        details = {name: value for name, value in act.details.items() if name != "seals"}
        JournalEntry.objects.filter(pk=act.pk).update(details=details)
    codes = {code for code, _number in found(called)}
    assert not any(code.startswith("call_") for code in codes)


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


def test_every_fault_has_its_words():
    assert {*UNSAID.values(), *UNSAID} <= set(SENTENCES)
