"""How one match's sheet is checked, where that is not as in the rest of the contest."""

import html

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from tests.tournament.builders import a_deal, a_round, a_tournament, a_user
from tournament.models import Checking, Match, Round
from tournament.rounds.checking import check_as
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    return a_round(a_tournament(deals=2), 2)


@pytest.fixture
def desk(client: Client, round_: Round) -> Client:
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    return client


def match_at(round_: Round, table: int) -> Match:
    return (
        Match.objects.with_teams()
        .select_related("round__tournament")
        .get(round=round_, table=table)
    )


def address(round_: Round) -> str:
    return f"/tournaments/{round_.tournament_id}/rounds/1/checking/"


def test_the_final_asks_for_two_sheets_and_the_journal_says_who_wanted_it(round_):
    final = match_at(round_, 1)
    check_as(final, Checking.TWO_SHEETS, by=a_user("organiser"))
    assert match_at(round_, 1).checked_as(round_.tournament) is Checking.TWO_SHEETS
    assert match_at(round_, 2).checked_as(round_.tournament) is Checking.ONCE
    entry = round_.tournament.journal.last()
    assert (entry.kind, entry.by) == ("match.checking_set", a_user("organiser"))
    assert entry.details == {"round": 1, "table": 1, "from": "", "to": "two_sheets"}


def test_it_goes_back_to_the_contest_s_own_way_and_twice_is_once(round_):
    for _click in range(2):
        check_as(match_at(round_, 1), Checking.TWO_SHEETS, by=None)
    for _click in range(2):
        check_as(match_at(round_, 1), "", by=None)
    assert match_at(round_, 1).checking == ""
    assert round_.tournament.journal.filter(kind="match.checking_set").count() == 2


def test_once_a_deal_is_typed_it_stays_as_it_began(round_):
    match = match_at(round_, 1)
    a_deal(match)
    with pytest.raises(ValidationError):
        check_as(match, Checking.TWO_SHEETS, by=None)
    assert match_at(round_, 1).checking == ""
    # What changes nothing is not refused: a click that was sent late.
    check_as(match, "", by=None)


def test_a_closed_round_stays_as_it_is(round_):
    close_round(round_, by=None, despite_missing=True)
    with pytest.raises(ValidationError):
        check_as(match_at(round_, 1), Checking.CONFIRMED, by=None)


def test_a_round_taken_away_meanwhile_is_said(round_):
    match = match_at(round_, 1)
    round_.delete()
    with pytest.raises(ValidationError):
        check_as(match, Checking.CONFIRMED, by=None)


def test_the_page_offers_the_tables_that_have_not_begun_and_the_round_shows_which_differ(
    desk, round_
):
    a_deal(match_at(round_, 2))
    form = desk.get(address(round_)).context["form"]
    assert [value for value, _label in form.fields["table"].choices] == [1]
    sent = desk.post(address(round_), {"table": "1", "checking": "two_sheets"})
    assert sent["Location"] == f"/tournaments/{round_.tournament_id}/rounds/1/"
    page = html.unescape(desk.get(sent["Location"]).content.decode())
    assert "Checked on both sheets" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"table": "2", "checking": "thrice"},
        {"table": "77", "checking": "once"},
        {"table": "x", "checking": "\x00"},
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_lost(desk, round_, wrong):
    page = desk.post(address(round_), wrong)
    assert page.status_code == 200
    assert page.context["form"].errors
    assert not Match.objects.exclude(checking="").exists()


def test_where_every_table_has_begun_the_page_says_so(desk, round_):
    for table in (1, 2):
        a_deal(match_at(round_, table))
    assert "Every table has begun" in desk.get(address(round_)).content.decode()
