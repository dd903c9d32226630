"""What a phone may do at its table: type its deals, answer the others, and nothing else."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from scoring import Side
from tests.tournament.builders import FACTS, a_code, a_deal, a_match, a_user
from tournament.deals.checks import Changed, OwnWork, settle
from tournament.deals.services import StaleEntry
from tournament.deals.states import DealState
from tournament.deals.tally import match_sheet
from tournament.models import Checking, Entry, Match, Source
from tournament.rounds.services import close_round
from tournament.tables.codes import revoke
from tournament.tables.services import CodeClosed, answer_deal, type_deal

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def two(match) -> Match:
    match.round.tournament.checking = Checking.TWO_SHEETS
    match.round.tournament.save()
    return match


def typed(match, side="A", number=1, base=None, client_key=None, **facts) -> Entry:
    """Type a deal on a side's phone."""
    code = a_code(match, side)
    key = client_key or uuid4()
    return type_deal(code, number, FACTS | facts, client_key=key, base=base)


def state(match, number=1) -> DealState:
    rows = match_sheet(Match.objects.with_teams().get(pk=match.pk)).rows
    return next(row.state for row in rows if row.deal.number == number)


def answered(match, side, entry, *, agrees=True, note=""):
    return answer_deal(a_code(match, side), entry.pk, agrees=agrees, note=note)


def test_a_deal_typed_on_a_phone_is_of_its_side_and_of_nobody(match):
    entry = typed(match)
    assert (entry.source, entry.sheet, entry.author) == (Source.PHONE, "A", None)
    assert match.deals.get().accepted == entry


def test_it_waits_for_the_other_side_and_then_counts(match):
    entry = typed(match)
    assert state(match) == DealState.WAITING
    answered(match, "B", entry)
    assert state(match) == DealState.COUNTED


def test_a_side_does_not_accept_its_own_deal(match):
    entry = typed(match)
    with pytest.raises(OwnWork):
        answered(match, "A", entry)


def test_a_contested_deal_is_in_dispute_until_the_side_agrees(match):
    entry = typed(match)
    answered(match, "B", entry, agrees=False, note="116, pas 126")
    assert state(match) == DealState.CONTESTED
    answered(match, "B", entry)
    assert state(match) == DealState.COUNTED


def test_a_contest_says_what_is_wrong(match):
    entry = typed(match)
    with pytest.raises(ValidationError) as refusal:
        answered(match, "B", entry, agrees=False, note="  ")
    assert "note" in refusal.value.error_dict


def test_a_side_corrects_its_own_deal_and_the_other_answers_anew(match):
    first = typed(match)
    answered(match, "B", first, agrees=False, note="116")
    second = typed(match, base=first.pk, points=116)
    assert state(match) == DealState.WAITING
    with pytest.raises(Changed):
        answered(match, "B", first)
    answered(match, "B", second)
    assert state(match) == DealState.COUNTED


def test_an_accepted_deal_is_no_phone_s_to_change(match):
    entry = typed(match)
    answered(match, "B", entry)
    with pytest.raises(ValidationError, match="table de marque"):
        typed(match, base=entry.pk, points=116)


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_deal_of_the_desk_is_no_phone_s_to_change(match, side):
    entry = a_deal(match)
    with pytest.raises(ValidationError, match="acceptez-la"):
        typed(match, side, base=entry.pk, points=116)
    answered(match, side, entry, agrees=False, note="116")
    assert state(match) == DealState.CONTESTED


def test_the_other_side_s_deal_is_not_one_s_own_to_change(match):
    entry = typed(match, "A")
    with pytest.raises(ValidationError, match="acceptez-la"):
        typed(match, "B", base=entry.pk, points=116)


def test_a_form_sent_twice_is_one_deal(match):
    key = uuid4()
    assert typed(match, client_key=key) == typed(match, client_key=key)
    assert Entry.objects.count() == 1


def test_a_form_sent_again_after_it_was_accepted_is_still_one_deal(match):
    key = uuid4()
    entry = typed(match, client_key=key)
    answered(match, "B", entry)
    assert typed(match, client_key=key) == entry


def test_a_page_gone_back_to_is_told_that_its_deal_was_corrected_since(match):
    key = uuid4()
    first = typed(match, client_key=key)
    corrected = typed(match, base=first.pk, points=130)
    for base in (None, first.pk):
        with pytest.raises(StaleEntry):
            typed(match, client_key=key, base=base)
    assert match.deals.get().accepted == corrected


def test_other_facts_under_the_same_key_get_round_no_rule(match):
    key = uuid4()
    entry = typed(match, client_key=key)
    answered(match, "B", entry)
    with pytest.raises(ValidationError):
        typed(match, client_key=key, base=entry.pk, points=116)


def test_the_key_of_another_deal_records_nothing(match):
    key = uuid4()
    typed(match, client_key=key)
    with pytest.raises(ValidationError):
        typed(match, number=2, client_key=key)


def test_the_key_of_another_table_records_nothing(match):
    other = a_match(organiser=a_user("another"))
    key = uuid4()
    typed(other, client_key=key)
    with pytest.raises(ValidationError):
        typed(match, client_key=key)
    assert not match.deals.exists()


def test_two_phones_of_one_side_that_type_the_same_make_one_deal(match):
    assert typed(match) == typed(match)
    with pytest.raises(StaleEntry):
        typed(match, points=116)


def test_a_deal_that_the_other_side_typed_meanwhile_is_shown_not_replaced(match):
    entry = typed(match, "A")
    with pytest.raises(StaleEntry) as stale:
        typed(match, "B", points=116)
    assert stale.value.other == entry


@pytest.mark.django_db(transaction=True)
def test_two_phones_at_the_same_time_make_one_deal():
    match = a_match()
    codes = [a_code(match, side) for side in "AB"]

    def send(code):
        try:
            return type_deal(
                code, 1, FACTS | {"points": 126 if code.side == "A" else 116}, client_key=uuid4()
            )
        except StaleEntry as stale:
            return stale
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as phones:
        answers = list(phones.map(send, codes))
    assert sorted(type(answer).__name__ for answer in answers) == ["Entry", "StaleEntry"]
    assert Entry.objects.count() == 1


def test_another_table_s_code_touches_nothing_here(match):
    other = a_match(organiser=a_user("another"))
    entry = typed(match)
    with pytest.raises(Changed):
        answer_deal(a_code(other, "B"), entry.pk, agrees=True)
    assert not entry.confirmations.exists()


def test_another_table_of_the_round_touches_nothing_here(match):
    entry = typed(match)
    neighbour = Match.objects.create(round=match.round, table=9)
    with pytest.raises(Changed):
        answer_deal(a_code(neighbour, "B"), entry.pk, agrees=True)


def test_a_revoked_code_records_and_answers_nothing(match):
    code, other = a_code(match, "A"), a_code(match, "B")
    entry = typed(match)
    revoke(match, Side.A, by=a_user())
    revoke(match, Side.B, by=a_user())
    with pytest.raises(CodeClosed):
        type_deal(code, 2, FACTS, client_key=uuid4())
    with pytest.raises(CodeClosed):
        answer_deal(other, entry.pk, agrees=True)


def test_a_closed_round_takes_nothing_more(match):
    code = a_code(match)
    close_round(match.round, by=None, despite_missing=True)
    with pytest.raises(CodeClosed):
        type_deal(code, 1, FACTS, client_key=uuid4())


def test_two_sheets_each_side_types_its_own(two):
    one, other = typed(two, "A"), typed(two, "B")
    deal = two.deals.get()
    assert (deal.reading_a, deal.reading_b, deal.accepted) == (one, other, one)
    assert state(two) == DealState.COUNTED


def test_two_sheets_that_differ_are_corrected_by_their_side_until_they_agree(two):
    one = typed(two, "A")
    typed(two, "B", points=116)
    assert state(two) == DealState.DIFFERS
    typed(two, "A", base=one.pk, points=116)
    assert state(two) == DealState.COUNTED


def test_two_sheets_that_agree_are_no_phone_s_to_change(two):
    one = typed(two, "A")
    typed(two, "B")
    with pytest.raises(ValidationError, match="table de marque"):
        typed(two, "A", base=one.pk, points=116)


def test_two_sheets_once_decided_are_no_phone_s_to_change(two):
    one = typed(two, "A")
    other = typed(two, "B", points=116)
    deal = two.deals.get()
    settle(deal, other, base=deal.accepted_id, by=a_user(), client_key=uuid4())
    with pytest.raises(ValidationError, match="table de marque"):
        typed(two, "A", base=one.pk, points=110)


def test_two_sheets_are_not_accepted_but_typed(two):
    entry = typed(two, "A")
    with pytest.raises(ValidationError, match="tapez la vôtre"):
        answered(two, "B", entry)
