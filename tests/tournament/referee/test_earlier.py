"""The one box on earlier evenings of the club; and the checks by cards, a touch away."""

from __future__ import annotations

import datetime
import html
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import pgettext

from scoring import Fault
from tests.tournament.builders import (
    FACTS,
    a_call,
    a_club,
    a_deal,
    a_match,
    a_role,
    a_user,
)
from tournament.deals.checks import answer
from tournament.deals.services import record_deal
from tournament.models import Checking, Club, Match, RoleKind
from tournament.referee.desk import look_up
from tournament.referee.finding import Hit

pytestmark = pytest.mark.django_db


def an_evening(month: int, *, role: str = RoleKind.REFEREE, **columns) -> Match:
    """An evening of the club: a made deal, a capot, a coinche that failed and is contested."""
    columns = {"name": f"Soirée {month}", "date": datetime.date(2026, month, 1)} | columns
    match = a_match(deals=12, **columns)
    a_role(a_user("rémi"), match.round.tournament, role)
    return match


def played(match: Match) -> Match:
    a_deal(match, 1)
    a_deal(match, 2, contract="capot", points=None, sweep="takers")
    contested = a_deal(match, 3, stake="coinche", points=60)
    answer(contested, agrees=False, by=a_user("camille"), note="ils ont fait 126")
    return match


@pytest.fixture
def tonight() -> Match:
    return an_evening(11)


def elsewhere(match: Match, text: str) -> tuple[Hit, ...]:
    groups = look_up(match.round.tournament, text, sees_all=True, by=a_user("rémi"))
    title = pgettext("found", "Deals of other evenings")
    return next((group.hits for group in groups if group.title == title), ())


@pytest.mark.parametrize(
    ("text", "deals"),
    [
        ("capot", [2]),
        ("120 coinché", [3]),
        ("chute", [3]),
        ("contesté", [3]),
        ("t1 d2", [2]),
        ("table 1", [3, 2, 1]),
        ("corrigé", []),
        ("Équipe 2", []),
        ("générale", []),
        ("1", []),
    ],
)
def test_deals_of_the_clubs_other_evenings_are_found(tonight, text, deals):
    before = played(an_evening(3))
    place = [before.round.tournament_id, 1, 1]
    expected = [reverse("referee:deal", args=[*place, deal]) for deal in deals]
    found = elsewhere(tonight, text)
    assert [hit.url for hit in found] == expected
    assert all("Soirée 3" in hit.soft for hit in found)


def test_the_last_evenings_come_first_and_a_corrected_deal_is_one_with_a_reason(tonight):
    evenings = [played(an_evening(month)) for month in (2, 3, 4, 5)]
    for match in evenings:
        entry = match.deals.get(number=1).accepted_id
        record_deal(
            match,
            1,
            FACTS | {"points": 100},
            by=a_user("rémi"),
            base=entry,
            reason="relu",
            client_key=uuid4(),
        )
    expected = [
        reverse("referee:deal", args=[match.round.tournament_id, 1, 1, 1])
        for match in reversed(evenings)
    ]
    assert [hit.url for hit in elsewhere(tonight, "corrigé")] == expected


def test_a_name_that_played_on_another_evening_is_found(tonight):
    before = played(an_evening(3))
    team = before.team_a
    team.name, team.key = "Les Œufs", "les oeufs"
    team.save()
    assert len(elsewhere(tonight, "œufs capot")) == 1
    assert elsewhere(tonight, "dupont") == ()


def test_only_evenings_at_whose_desk_one_has_a_role_are_looked_at(tonight):
    played(an_evening(2, role=RoleKind.READER))
    other = Club.objects.create(name="Un autre club")
    played(an_evening(3, club=other))
    assert elsewhere(tonight, "capot") == ()
    assert a_club() != other


def test_a_scorekeeper_of_another_evening_reads_no_half_of_two_sheets_there(tonight):
    double = an_evening(3, role=RoleKind.SCOREKEEPER, checking=Checking.TWO_SHEETS)
    said = FACTS | {"contract": "capot", "points": None, "sweep": "takers"}
    for number, sheets in ((1, "A"), (2, "AB")):
        for sheet in sheets:
            typed = {"by": a_user(f"typist {sheet}"), "client_key": uuid4(), "sheet": sheet}
            record_deal(double, number, said, **typed)
    assert [hit.url[-3:] for hit in elsewhere(tonight, "capot")] == ["/2/"]
    a_role(a_user("rémi"), double.round.tournament, RoleKind.REFEREE)
    assert len(elsewhere(tonight, "capot")) == 2


# The checks by cards


@pytest.fixture
def desk(tonight) -> Client:
    a_deal(tonight, 1)
    client = Client()
    client.force_login(a_user("rémi"))
    return client


def read(client: Client, name: str, match: Match, *place: int) -> str:
    address = reverse(f"referee:{name}", args=[match.round.tournament_id, *place])
    return html.unescape(client.get(address).content.decode())


CHECKS = ("card_legal", "card_revoke", "card_call", "card_recount", "card_declarations")


@pytest.mark.parametrize(
    ("page", "place", "query"),
    [
        ("desk", (), ""),
        ("deal", (1, 1, 1), "?round=1&table=1&deal=1"),
        ("call", (1, 1), "?round=1&table=1"),
    ],
)
def test_the_five_checks_are_a_touch_away(desk, tonight, page, place, query):
    shown = read(desk, page, tonight, *place)
    for name in CHECKS:
        address = reverse(f"referee:{name}", args=[tonight.round.tournament_id])
        assert f'href="{address}{query}"' in shown


@pytest.mark.parametrize(
    ("category", "name"),
    [
        (Fault.REVOKE, "card_revoke"),
        (Fault.DOUBTFUL_COUNT, "card_recount"),
        (Fault.OUT_OF_TURN, "card_call"),
        (Fault.WRONG_ANNOUNCEMENT, "card_declarations"),
        (Fault.MISDEAL, "cards"),
        (Fault.CONDUCT, "cards"),
    ],
)
def test_a_call_leads_to_the_check_that_answers_it(desk, tonight, category, name):
    a_call(tonight, "A", category.value)
    address = reverse(f"referee:{name}", args=[tonight.round.tournament_id])
    assert f'href="{address}?round=1&table=1"' in read(desk, "calls", tonight)


def test_the_list_of_checks_keeps_where_the_question_came_up(desk, tonight):
    address = reverse("referee:cards", args=[tonight.round.tournament_id])
    page = html.unescape(desk.get(address + "?round=1&table=1").content.decode())
    assert "/legal/?round=1&table=1" in page
