"""Every paper of the registry: who may print it, what it is called, and that the list has it."""

import io

import pypdf
import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import (
    a_deal,
    a_match,
    a_role,
    a_round,
    a_season,
    a_tournament,
    a_user,
)
from tournament.models import RoleKind, Shape
from tournament.prints.kinds import Moment, Of
from tournament.prints.registry import PAPERS

pytestmark = pytest.mark.django_db

VISITORS = ("reader", "keeper", "referee", "treasurer", "organiser")
READERS = (200, 200, 200, 200, 200)
WELCOME = (403, 200, 200, 200, 200)
DESK = (403, 200, 200, 403, 200)
ANSWERING = (403, 403, 200, 403, 200)

DOORS = {
    "teams": WELCOME,
    "cards": DESK,
    "markers": DESK,
    "address": DESK,
    "rulebook": READERS,
    "draw": READERS,
    "names": READERS,
    "score-sheets": DESK,
    "everything": DESK,
    "missing": DESK,
    "results": READERS,
    "filled-sheets": DESK,
    "standings": READERS,
    "pools": READERS,
    "crosstable": READERS,
    "record": READERS,
    "prizes": DESK,
    "certificates": DESK,
    "rulings": DESK,
    "report": ANSWERING,
}
"""What each paper answers to each visitor of VISITORS."""
UNFIT = {"pools", "address"}
"""Those for which a contest without pools that shows nothing to everybody has no use."""


@pytest.fixture
def match():
    match = a_match(organiser=a_user("organiser"))
    a_deal(match)
    for name, kind in (
        ("reader", RoleKind.READER),
        ("keeper", RoleKind.SCOREKEEPER),
        ("referee", RoleKind.REFEREE),
        ("treasurer", RoleKind.TREASURER),
    ):
        a_role(a_user(name), match.round.tournament, kind)
    return match


def visitor(name):
    client = Client()
    client.force_login(a_user(name))
    return client


def address(kind, match):
    of = {Of.ROUND: match.round, Of.TEAM: match.team_a}.get(kind.of)
    return kind.address(match.round.tournament, of)


def test_every_paper_opens_to_those_it_is_for_and_to_nobody_else(match):
    assert {kind.key for kind in PAPERS} == set(DOORS)
    clients = [visitor(name) for name in VISITORS]
    outsider = visitor("outsider")
    for kind in PAPERS:
        url = address(kind, match)
        got = tuple(client.get(f"{url}?as=html").status_code for client in clients)
        assert got == DOORS[kind.key], kind.key
        assert outsider.get(url).status_code == 404
        assert Client().get(url).status_code == 302


def test_every_paper_is_listed_under_its_moment_with_all_its_ways(match):
    page = visitor("organiser").get(reverse("prints:index", args=[match.round.tournament_id]))
    parts = page.context["page"].parts
    assert [part.moment for part in parts] == list(Moment)
    listed = {line.kind.key: line for part in parts for line in part.lines}
    assert set(listed) == set(DOORS) - UNFIT
    for kind in PAPERS:
        if kind.key in listed:
            links = listed[kind.key].teams or listed[kind.key].links
            assert {link.address.partition("?")[0] for link in links} >= {address(kind, match)}
            assert len(links) >= sum(way.fits(match.round.tournament) for way in kind.ways)


def test_a_reader_is_only_shown_what_he_may_print(match):
    page = visitor("reader").get(reverse("prints:index", args=[match.round.tournament_id]))
    shown = {line.kind.key for part in page.context["page"].parts for line in part.lines}
    assert shown == {key for key, answers in DOORS.items() if answers[0] == 200} - UNFIT


def test_no_paper_has_the_address_of_another():
    assert len({(kind.of, kind.key) for kind in PAPERS}) == len(PAPERS)
    assert all(str(kind.title) and str(kind.purpose) for kind in PAPERS)


@pytest.mark.parametrize(
    "path", ["nothing.pdf", "draw.pdf", "record.pdf", "rounds/1/cards.pdf", "rounds/9/draw.pdf"]
)
def test_an_address_that_is_no_paper_is_not_found(path, match):
    base = reverse("prints:index", args=[match.round.tournament_id])
    assert visitor("organiser").get(base + path).status_code == 404


def test_every_paper_of_a_contest_without_anything_says_so(client):
    tournament = a_tournament(shape=Shape.POOLS)
    client.force_login(a_user("organiser"))
    for kind in PAPERS:
        if kind.of is Of.CONTEST:
            assert client.get(kind.address(tournament) + "?as=html").status_code == 200
    assert client.get(reverse("prints:index", args=[tournament.pk])).status_code == 200


def test_a_season_is_printed_from_a_contest_that_is_in_it_only(match):
    season = a_season(match.round.tournament)
    other = a_tournament(organiser=a_user("organiser"), name="Un autre")
    client = visitor("organiser")
    for contest, status in ((match.round.tournament, 200), (other, 404)):
        url = reverse("prints:season", args=[contest.pk, season.pk])
        assert client.get(f"{url}?as=html").status_code == status


def test_everything_of_a_round_is_one_file_of_what_the_round_wants_now(match):
    client, tournament = visitor("organiser"), match.round.tournament
    url = reverse("prints:of_round", args=[tournament.pk, 1, "everything"])
    played = pypdf.PdfReader(io.BytesIO(client.get(url).content))
    assert len(played.pages) == 2
    assert "250" in played.pages[1].extract_text()
    other = a_round(a_tournament(organiser=a_user("organiser")), tables=3)
    url = reverse("prints:of_round", args=[other.tournament_id, 1, "everything"])
    drawn = pypdf.PdfReader(io.BytesIO(client.get(url).content))
    assert len(drawn.pages) == 1 + 1 + 2
    assert drawn.metadata.title.startswith("Concours d'automne – ")
    assert [page["/StructParents"] for page in drawn.pages] == [0, 1, 2, 3]
    texts = drawn.trailer["/Root"]["/StructTreeRoot"]["/K"][0]["/K"]
    # The gridded sheets have no structure of their own: each page is a paragraph.
    assert [text["/S"] for text in texts[-2:]] == ["/P", "/P"]
