"""The referee is called from a table's phone, in two touches."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring import Side
from tests.tournament.builders import FACTS, a_call, a_code, a_match, a_role, a_user
from tournament.models import Match, RefereeCall, RoleKind
from tournament.referee.calls import take
from tournament.rounds.services import close_round
from tournament.tables.codes import revoke
from tournament.tables.services import answer_deal, type_deal
from tournament.tables.sheets import key_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = a_match()
    a_role(a_user("rémi"), match.round.tournament, RoleKind.REFEREE)
    return match


def address(match: Match, page: str = "table", side: str = "A") -> str:
    return reverse(f"tables:{page}", args=[a_code(match, side).code])


def press(client, match: Match, side: str = "A", **sent: object):
    said = {"category": "revoke", "client_key": str(uuid4())} | sent
    return client.post(address(match, "call", side), said)


def test_a_side_calls_and_both_phones_say_since_when(client, match):
    assert 'name="category" value="revoke"' in client.get(address(match)).content.decode()
    assert press(client, match).url == address(match)
    press(client, match, "B", category="conduct")
    call = RefereeCall.objects.get()
    assert (call.side, call.category, call.by) == ("A", "revoke", None)
    for side in "AB":
        page = client.get(address(match, side=side)).content.decode()
        assert "is-called" in page
        assert 'name="category"' not in page


@pytest.mark.parametrize(
    "sent", [{"category": ""}, {"category": "x"}, {"client_key": "x"}, {"category": "x" * 999}]
)
def test_what_is_no_call_calls_nobody(client, match, sent):
    assert press(client, match, **sent).status_code == 302
    assert not RefereeCall.objects.exists()


def test_the_phones_hear_that_he_is_coming(client, match):
    code = a_code(match)
    quiet = key_of(code)
    call = a_call(match, "B")
    called = key_of(code)
    take(call, by=a_user("rémi"))
    assert len({quiet, called, key_of(code)}) == 3
    news = client.get(address(match, "news"), {"seen": called}).content.decode()
    assert "is-called" in news
    assert "call/withdraw/" not in news


def test_either_side_takes_the_call_back_until_he_comes(client, match):
    a_call(match, "A")
    client.post(address(match, "withdraw_call", "B"))
    assert RefereeCall.objects.get().settled_at
    assert client.post(address(match, "withdraw_call", "B")).status_code == 302
    call = a_call(match, "A")
    take(call, by=a_user("rémi"))
    client.post(address(match, "withdraw_call", "A"))
    assert RefereeCall.objects.get(pk=call.pk).settled_at is None


def test_a_contested_deal_calls_for_a_doubtful_count(match):
    entry = type_deal(a_code(match, "A"), 1, FACTS, client_key=uuid4())
    answer_deal(a_code(match, "B"), entry.pk, agrees=False, note="116, pas 126")
    call = RefereeCall.objects.get()
    assert (call.side, call.category, call.note) == ("B", "doubtful_count", "116, pas 126")


def test_an_accepted_deal_calls_nobody(match):
    entry = type_deal(a_code(match, "A"), 1, FACTS, client_key=uuid4())
    answer_deal(a_code(match, "B"), entry.pk, agrees=True)
    assert not RefereeCall.objects.exists()


def test_a_closed_or_revoked_code_calls_nobody(client, match):
    wanted, other = address(match, "call"), address(match, "call", "B")
    revoke(match, Side.A, by=a_user())
    sent = {"category": "revoke", "client_key": str(uuid4())}
    assert client.post(wanted, sent).status_code == 404
    close_round(match.round, by=a_user("organiser"), despite_missing=True)
    assert client.post(other, sent).status_code == 404
    assert not RefereeCall.objects.exists()
