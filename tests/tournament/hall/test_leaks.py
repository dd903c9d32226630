"""What is not shown leaks nowhere: every address, in the four states of the switches."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_display, a_role, a_user
from tests.tournament.hall.contest import TEAMS, a_contest, a_published_ruling, pairs, totals
from tests.tournament.test_doors import DOORS, arguments, identifiers
from tournament.hall.publishing import Shown, show
from tournament.models import Match, Panel, RoleKind, Tournament

pytestmark = pytest.mark.django_db

PUBLIC = [name for name in DOORS if name.startswith("public:")]
STATES = list(product((False, True), repeat=2))
"""The draw, then the standings."""
NAME = re.compile(r"Zélés \d|Z\\u00e9l\\u00e9s \d|Joueur \d")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


@pytest.fixture
def contest() -> Tournament:
    tournament = a_contest()
    a_published_ruling(tournament, 1)
    a_published_ruling(tournament, 2)
    a_display(tournament)
    return tournament


def switch(tournament: Tournament, *, draw: bool, standings: bool) -> None:
    show(tournament, Shown.DRAW, shown=draw, by=None)
    show(tournament, Shown.STANDINGS, shown=standings, by=None)


def said(answer) -> str:
    """Return all that an answer says: what is read, and what stands beside it."""
    head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
    return f"{head}\n{answer.content.decode(errors='replace')}"


def addresses(tournament: Tournament) -> dict[str, str]:
    """Return the public addresses, and those of every team, round and screen."""
    key = tournament.pk
    rounds = {f"results {n}": reverse("public:results", args=[key, n]) for n in (1, 2)}
    teams = {f"team {n}": reverse("public:team", args=[key, n]) for n in range(1, TEAMS + 1)}
    plain = {
        name: reverse(name, args=[key]) for name in PUBLIC if name[7:] not in {"results", "team"}
    }
    return plain | rounds | teams


def screens(tournament: Tournament) -> dict[str, str]:
    code = tournament.displays.get().code
    return {name: reverse(name, args=[code]) for name in ("screens:screen", "screens:news")}


def read(client: Client, found: dict[str, str]) -> dict[str, str]:
    return {name: said(client.get(url)) for name, url in found.items()}


@pytest.mark.parametrize(("draw", "standings"), STATES)
def test_no_address_tells_what_is_not_shown(client, contest, draw, standings):
    switch(contest, draw=draw, standings=standings)
    found = read(client, addresses(contest) | screens(contest))
    told_by_name = [name for name, text in found.items() if NAME.search(text)]
    if not (draw or standings):
        assert told_by_name == []
        assert {client.get(url).status_code for url in addresses(contest).values()} == {404}
    everything = "\n".join(text for name, text in found.items() if not name.startswith("screens:"))
    closed, playing = totals(contest, 1), totals(contest, 2)
    assert closed
    assert playing
    assert not closed & playing
    # Never a mark of the round in play; those of closed rounds with the results alone.
    assert not [total for total in playing if total in everything]
    assert bool([total for total in closed if total in everything]) is standings
    assert ("Expliqué 1." in everything) is standings
    assert "Expliqué 2." not in everything
    # A screen shows no more, but the finished tables where the results are shown.
    on_screens = found["screens:screen"] + found["screens:news"]
    assert (">Zélés" in on_screens) is (draw or standings)
    assert ('data-panel="draw"' in on_screens) is draw
    assert ('data-panel="standings"' in on_screens) is standings
    assert ('data-panel="results"' in on_screens) is standings
    if not standings:
        assert not [total for total in closed | playing if total in on_screens]


def test_the_results_alone_do_not_tell_who_meets_whom_now(client, contest):
    switch(contest, draw=False, standings=True)
    meeting = pairs(contest, 2)
    for team in contest.teams.all():
        page = said(client.get(reverse("public:team", args=[contest.pk, team.number])))
        (pair,) = [pair for pair in meeting if team.name in pair]
        (opponent,) = pair - {team.name}
        assert opponent not in page
    assert client.get(reverse("public:draw", args=[contest.pk])).status_code == 404


def test_the_draw_alone_tells_no_rank_and_no_result(client, contest):
    switch(contest, draw=True, standings=False)
    for name in ("standings", "last_results", "rulings", "charts"):
        assert client.get(reverse(f"public:{name}", args=[contest.pk])).status_code == 404
    page = said(client.get(reverse("public:team", args=[contest.pk, 1])))
    assert "Rang" not in page
    assert "Table " in page


def test_what_is_kept_answers_as_what_does_not_exist(client, contest):
    for url in addresses(contest).values():
        kept = client.get(url)
        nowhere = client.get(url.replace(f"/{contest.pk}/", "/987654/", 1))
        answers = [
            (
                answer.status_code,
                {name: value for name, value in answer.headers.items() if name != "Set-Cookie"},
                TOKEN.sub("", answer.content.decode()),
            )
            for answer in (kept, nowhere)
        ]
        assert answers[0] == answers[1], url
        assert "no-store" in kept["Cache-Control"]


def test_no_other_address_tells_a_stranger_anything(client, contest):
    """Papers, files, tables of figures: whatever their door, nobody without an account reads."""
    match = Match.objects.with_teams().select_related("round__tournament")
    known = identifiers(match.filter(round__tournament=contest, round__number=2).first())
    for name in DOORS:
        if name.startswith(("public:", "screens:", "tables:")):
            continue
        answer = client.get(reverse(name, kwargs=arguments(name, known)))
        assert not NAME.search(said(answer)), name


def test_a_role_elsewhere_opens_nothing(client, contest):
    other = a_contest(name="Un autre")
    a_role(a_user("reader"), other, RoleKind.READER)
    client.force_login(a_user("reader"))
    answers = [client.get(url).status_code for url in addresses(contest).values()]
    assert set(answers) == {404}


def test_what_is_shown_no_more_is_gone_for_who_has_a_copy(client, contest):
    switch(contest, draw=True, standings=True)
    url = reverse("public:standings", args=[contest.pk])
    tag = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    show(contest, Shown.STANDINGS, shown=False, by=None)
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 404
    assert client.get(url, headers={"If-None-Match": "*"}).status_code == 404


def test_a_screen_keeps_nothing_of_what_is_shown_no_more(client, contest):
    switch(contest, draw=True, standings=True)
    url = screens(contest)["screens:news"]
    before = client.get(url)
    assert "Zélés" in before.content.decode()
    switch(contest, draw=False, standings=False)
    after = client.get(url, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert not NAME.search(said(after))


def test_a_panel_that_is_held_shows_no_more_than_it_may(client, contest):
    for panel in Panel:
        contest.displays.update(held=panel)
        assert not NAME.search("".join(read(client, screens(contest)).values())), panel
