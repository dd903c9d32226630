"""The public pages: what they show, what an unchanged one costs, when a change is seen."""

from __future__ import annotations

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.builders import a_match, a_team, a_tournament, a_user
from tests.tournament.hall.contest import a_contest, matches, typed
from tournament.hall.doors import PAGES
from tournament.hall.my_team import my_team
from tournament.hall.publishing import Shown, show, switches
from tournament.hall.shelf import Page, Shelf
from tournament.hall.wall import latest_draw
from tournament.models import Tournament
from tournament.rounds.services import close_round
from tournament.teams.services import withdraw

SHOWN = {"shows_draw": True, "shows_standings": True}


@pytest.fixture
def contest(db) -> Tournament:
    return a_contest(**SHOWN)


@pytest.mark.django_db
def test_a_switch_is_turned_once_and_the_journal_says_so():
    tournament, organiser = a_tournament(), a_user("organiser")
    for _click in range(2):
        show(tournament, Shown.DRAW, shown=True, by=organiser)
    tournament.refresh_from_db()
    assert [switch.is_on for switch in switches(tournament)] == [True, False]
    assert [act.kind for act in tournament.journal.all()] == ["draw.shown"]
    show(tournament, Shown.DRAW, shown=False, by=organiser)
    assert tournament.journal.last().kind == "draw.hidden"


def test_the_organiser_turns_each_switch_by_its_button(client, contest):
    client.force_login(a_user("organiser"))
    address = reverse("hall:show", args=[contest.pk])
    client.post(address, {"what": "draw", "shown": "0"})
    contest.refresh_from_db()
    assert (contest.shows_draw, contest.shows_standings) == (False, True)
    for nonsense in ({}, {"what": "names", "shown": "1"}, {"what": "draw", "shown": "x"}):
        assert client.post(address, nonsense).status_code == 302
    contest.refresh_from_db()
    assert (contest.shows_draw, contest.shows_standings) == (False, True)


def test_everybody_finds_their_own_name_in_the_draw(client, contest):
    draw = latest_draw(contest)
    names = [place.team.name for place in draw.places]
    assert names == sorted(team.name for team in contest.teams.all())
    page = client.get(reverse("public:draw_by_name", args=[contest.pk])).content.decode()
    assert all(name in page for name in names)
    assert "Joueur 1.1" in page


def test_a_team_reads_its_next_table_who_is_opposite_and_its_results(client, contest):
    match = matches(contest.rounds.get(number=2))[2]
    url = reverse("public:team", args=[contest.pk, match.team_a.number])
    page = client.get(url).content.decode()
    assert "Table 3" in page
    assert match.team_b.name in page
    mine = my_team(contest, match.team_a.number)
    assert mine.place.opponents == (match.team_b,)
    assert [line.part.round for line in mine.record.rounds] == [1]


@pytest.mark.django_db
def test_a_team_that_sits_out_is_told_so(client):
    round_ = a_match(**SHOWN).round
    team = a_team(round_.tournament, 3)
    round_.seats.create(team=team)
    page = client.get(reverse("public:team", args=[round_.tournament_id, 3])).content.decode()
    assert "Exempte à cette manche." in page
    assert "Table " not in page


def test_who_left_before_the_draw_is_on_no_page(client, contest):
    late = a_team(contest, 9, "Tardifs")
    withdraw(late, by=a_user("organiser"))
    assert client.get(reverse("public:team", args=[contest.pk, 9])).status_code == 404
    for name in ("draw_by_name", "standings", "teams"):
        page = client.get(reverse(f"public:{name}", args=[contest.pk])).content.decode()
        assert "Zélés 1" in page
        assert "Tardifs" not in page


def test_no_number_of_a_round_or_a_team_is_too_absurd(client, contest):
    for name in ("results", "team"):
        for number in (0, 2**31, 10**25):
            url = reverse(f"public:{name}", args=[contest.pk, number])
            assert client.get(url).status_code == 404


def test_a_public_page_sets_no_cookie_and_only_reads(client, contest):
    url = reverse("public:standings", args=[contest.pk])
    answer = client.get(url)
    assert not answer.cookies
    assert "Cookie" not in answer["Vary"]
    assert set(answer["Cache-Control"].split(", ")) == {"public", "no-cache"}
    assert client.post(url).status_code == 405
    assert client.head(url).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_an_unchanged_page_costs_one_query_and_a_change_is_seen_at_once(client):
    PAGES.forget()
    contest = a_contest(**SHOWN)
    urls = [
        reverse(f"public:{name}", args=[contest.pk])
        for name in ("standings", "draw_by_name", "last_results", "teams", "charts", "rules")
    ]
    tags = {url: client.get(url)["ETag"] for url in urls}
    for url, tag in tags.items():
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(url, headers={"If-None-Match": tag})
        assert (answer.status_code, answer.content) == (304, b"")
        assert len(queries) == 1, url
    # A deal of the round in play changes nothing that is shown.
    second = contest.rounds.get(number=2)
    rest = matches(second)[1:]
    typed(rest[0], points=130)
    standings = urls[0]
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(standings, headers={"If-None-Match": tags[standings]})
    assert answer.status_code == 304
    # Only what happened is looked at: no page is made anew for it.
    assert len(queries) <= 3
    for match in rest[1:]:
        typed(match, points=140)
    close_round(second, by=a_user("organiser"))
    after = client.get(standings, headers={"If-None-Match": tags[standings]})
    assert after.status_code == 200
    assert "Classement après la manche 2" in after.content.decode()
    # In another language it is another page.
    english = client.get(
        standings, headers={"If-None-Match": after["ETag"], "Accept-Language": "en"}
    )
    assert english.status_code == 200
    assert "Standings after round 2" in english.content.decode()


def test_the_shelf_of_pages_is_bounded_and_keeps_what_was_asked_for_last():
    shelf, made = Shelf(most=25), []

    def page(name: str, state: str = "1") -> Page:
        def make() -> Page:
            made.append(name)
            return Page.of(HttpResponse(b"0123456789"))

        return shelf.page(name, (state, "fr"), make)

    for name in ("a", "b", "a", "c", "a", "b"):
        page(name)
    # The third page put the second out: the first had been asked for since.
    assert made == ["a", "b", "c", "b"]
    page("b", state="2")
    assert made[-1] == "b"
    shelf.page("b", None, lambda: made.append("none") or Page.of(HttpResponse()))
    assert made[-1] == "none"
