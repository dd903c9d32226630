"""Closing a round: what is missing and what is not settled is listed, and accepted explicitly."""

import html
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.tournament.builders import FACTS, a_deal, a_round, a_tournament, a_user
from tournament.deals.checks import answer
from tournament.deals.services import record_deal
from tournament.deals.states import TableState
from tournament.models import Checking, EndKind, Match, Round
from tournament.rounds.clock import ClockAct, turn_clock
from tournament.rounds.services import cancel_round, close_round, loose_ends

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    return client


def a_round_of(tables: int, **columns: object) -> Round:
    return a_round(a_tournament(**({"deals": 2} | columns)), tables)


def matches(round_: Round) -> list[Match]:
    return list(round_.matches.with_teams().select_related("round__tournament"))


def address(round_: Round) -> str:
    return f"/tournaments/{round_.tournament_id}/rounds/{round_.number}/close/"


def text(response: object) -> str:
    return html.unescape(response.content.decode())


def an_unsettled_round() -> Round:
    """Table 1 waits, the sheets of table 2 differ, table 3 is in dispute, table 4 is settled."""
    round_ = a_round_of(4, checking=Checking.CONFIRMED, deals=1)
    round_.matches.filter(table=2).update(checking=Checking.TWO_SHEETS)
    waiting, differing, disputed, settled = matches(round_)
    a_deal(waiting)
    for sheet, points in (("A", 126), ("B", 136)):
        facts = FACTS | {"points": points}
        record_deal(differing, 1, facts, by=a_user(sheet), client_key=uuid4(), sheet=sheet)
    answer(a_deal(disputed), agrees=False, by=a_user("other"), note="140 et non 120")
    answer(a_deal(settled), agrees=True, by=a_user("other"))
    return round_


def test_what_is_not_settled_is_listed_with_its_links(desk):
    round_ = an_unsettled_round()
    page = desk.get(address(round_))
    states = [(each.match.table, each.doubt.state) for each in page.context["loose"]]
    assert states == [
        (1, TableState.WAITING),
        (2, TableState.DIFFERS),
        (3, TableState.DISPUTE),
    ]
    for state in (TableState.WAITING, TableState.DIFFERS, TableState.DISPUTE):
        assert f'class="tag is-{state}"' in text(page)
    for table in (1, 2, 3):
        assert f'/desk/1/{table}/"' in text(page) or f"/{table}/" in text(page)
    assert "Nothing is missing" not in text(page)


def test_closing_in_spite_of_it_wants_the_tick_and_the_journal_keeps_the_list(desk):
    round_ = an_unsettled_round()
    refused = desk.post(address(round_))
    assert refused.status_code == 200
    assert "Deals are missing or not settled" in text(refused)
    assert not Round.objects.get().is_closed
    assert desk.post(address(round_), {"despite_missing": "on"}).status_code == 302
    details = round_.tournament.journal.get(kind="round.closed").details
    assert details == {
        "round": 1,
        "missing": [],
        "unsettled": [[1, "waiting", [1]], [2, "differs", [1]], [3, "dispute", [1]]],
    }


def test_a_table_may_miss_deals_and_wait_for_others():
    round_ = a_round_of(1, checking=Checking.CONFIRMED)
    a_deal(matches(round_)[0])
    (loose,) = loose_ends(round_)
    assert (loose.doubt.missing, loose.doubt.state, loose.doubt.deals) == (
        (2,),
        TableState.WAITING,
        (1,),
    )
    close_round(round_, by=None, despite_missing=True)
    details = round_.tournament.journal.get(kind="round.closed").details
    assert details["missing"] == [[1, [2]]]
    assert details["unsettled"] == [[1, "waiting", [1]]]


def test_once_time_is_called_a_table_that_brought_nothing_is_missing_and_no_tie(desk):
    clock = {"end_kind": EndKind.CLOCK, "deals": None, "minutes": 45}
    round_ = a_round_of(2, **clock)
    a_deal(matches(round_)[0])
    turn_clock(round_, ClockAct.CALL, by=None)
    round_ = Round.objects.select_related("tournament").get()
    (loose,) = loose_ends(round_)
    assert (loose.match.table, loose.doubt.is_untyped) == (2, True)
    page = desk.get(address(round_))
    assert "Nothing was brought" in text(page)
    close_round(round_, by=None, despite_missing=True)
    shown = text(desk.get(f"/tournaments/{round_.tournament_id}/standings/"))
    assert "table 2 has brought nothing" in shown
    third = round_.tournament.teams.get(number=3)
    own = text(desk.get(f"/tournaments/{round_.tournament_id}/standings/teams/{third.pk}/"))
    assert "no deal" in own
    assert "tied" not in own


def test_a_whole_and_settled_round_wants_no_tick(desk):
    round_ = a_round_of(1, deals=1)
    a_deal(matches(round_)[0])
    assert "Nothing is missing, and everything is settled." in text(desk.get(address(round_)))
    assert desk.post(address(round_)).status_code == 302
    details = round_.tournament.journal.get(kind="round.closed").details
    assert details == {"round": 1, "missing": []}


def test_the_page_says_how_long_one_may_complain(desk):
    round_ = a_round_of(1, reclaim_minutes=15)
    assert "one may complain for 15 minutes" in text(desk.get(address(round_)))


def test_a_round_cancelled_meanwhile_is_refused_in_one_sentence(desk):
    """The other desk cancels it once this one's page has read it."""
    round_, cancelled = a_round_of(1), []

    def meanwhile(execute, sql, *asked):
        read = execute(sql, *asked)
        if sql.startswith('SELECT "tournament_round"') and not cancelled:
            cancelled.append(round_.number)
            cancel_round(round_, by=None)
        return read

    with connection.execute_wrapper(meanwhile):
        page = desk.post(address(round_))
    assert cancelled
    assert "This round was cancelled meanwhile." in text(page)
    assert "Nothing is missing" not in text(page)
    assert "Close the round" not in text(page).split("</h1>")[1]


def test_a_closed_round_is_closed_already(desk):
    round_ = a_round_of(1)
    Round.objects.update(closed_at=timezone.now())
    assert "This round is closed already." in text(desk.get(address(round_)))
