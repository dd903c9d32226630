"""The one box of the referee's desk: how it is read, and what it finds."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import (
    FACTS,
    a_deal,
    a_match,
    a_role,
    a_round,
    a_ruling,
    a_tournament,
    a_user,
)
from tournament.deals.checks import answer
from tournament.deals.services import record_deal
from tournament.deals.states import DealState, deal_state
from tournament.models import Checking, Match, Player, RoleKind
from tournament.referee.desk import desk_of, look_up
from tournament.referee.disputes import in_dispute
from tournament.referee.lookup import About, Asked, read


def places(asked: Asked) -> dict[str, int]:
    names = ("round", "table", "deal", "ruling", "team", "number")
    return {name: value for name in names if (value := getattr(asked, name)) is not None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("t12 d7", {"table": 12, "deal": 7}),
        ("T12D7", {"table": 12, "deal": 7}),
        ("table 12", {"table": 12}),
        ("Table n'importe", {}),
        ("d7", {"deal": 7}),
        ("donne 7 table 12 manche 2", {"deal": 7, "table": 12, "round": 2}),
        ("m2 t 12 d 7", {"round": 2, "table": 12, "deal": 7}),
        ("décision 3", {"ruling": 3}),
        ("r3", {"ruling": 3}),
        ("équipe 14", {"team": 14}),
        ("n°14", {"team": 14}),
        ("14", {"number": 14}),
        ("", {}),
        ("t99999 d", {}),
        ("rem12 jean2", {}),
    ],
)
def test_places_are_read_however_they_are_written(text, expected):
    assert places(read(text)) == expected


@pytest.mark.parametrize(
    ("text", "about", "trump", "words"),
    [
        ("capot", (About.CAPOT,), "", ()),
        ("Générale coinchée", (About.GENERALE, About.COINCHE), "", ()),
        ("140 coinché à pique", (About.COINCHE,), "spades", ("a",)),
        ("sans atout contesté", (About.DISPUTED,), "no_trumps", ()),
        ("tout-atout", (), "all_trumps", ()),
        ("dupont capot", (About.CAPOT,), "", ("dupont",)),
        ("renonce", (), "", ("renonce",)),
    ],
)
def test_facts_are_told_from_names(text, about, trump, words):
    asked = read(text)
    assert (asked.about, asked.trump, asked.words) == (about, trump, words)


@pytest.mark.parametrize("text", ["\x00", "t" * 5000, "½ ² t²", "🂡", "d0", "'\"<b>%_\\"])
def test_whatever_is_typed_is_read(text):
    read(text)


@pytest.fixture
def match(db) -> Match:
    """Table 1 of round 1: a made deal, a capot, one coinched and contested, two rounds in all."""
    match = a_match(deals=12)
    tournament = match.round.tournament
    a_deal(match, 1)
    a_deal(match, 2, contract="capot", points=None, sweep="takers")
    contested = a_deal(match, 3, stake="coinche", points=90)
    answer(contested, agrees=False, by=a_user("camille"), note="ils ont fait 126")
    a_deal(match, 4, trump="hearts")
    a_role(a_user("rémi"), tournament, RoleKind.REFEREE)
    a_role(a_user("zoe"), tournament, RoleKind.SCOREKEEPER)
    return match


def found(match: Match, text: str, *, sees_all: bool = True) -> dict[str, list[str]]:
    groups = look_up(match.round.tournament, text, sees_all=sees_all)
    return {group.title: [hit.title for hit in group.hits] for group in groups}


def deals_found(match: Match, text: str) -> list[str]:
    titles = found(match, text).get("Donnes", found(match, text).get("Deals", []))
    return [title.rsplit(" ", 1)[-1] for title in titles]


def test_a_place_finds_its_deal(match):
    groups = look_up(match.round.tournament, "t1 d2", sees_all=True)
    tournament = match.round.tournament
    assert groups[0].hits[0].url == reverse("referee:deal", args=[tournament.pk, 1, 1, 2])
    assert "capot" in groups[0].hits[0].said


def test_a_table_finds_its_sheet_and_its_deals_the_contested_first(match):
    assert deals_found(match, "table 1") == ["3", "4", "2", "1"]
    urls = [
        hit.url
        for group in look_up(match.round.tournament, "table 1", sees_all=True)
        for hit in group.hits
    ]
    assert reverse("deals:sheet", args=[match.round.tournament_id, 1, 1]) in urls


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("capot", ["2"]),
        ("coinché", ["3"]),
        ("chute", ["3"]),
        ("cœur", ["4"]),
        ("120", ["3", "4", "1"]),
        ("120 coinche", ["3"]),
        ("contesté", ["3"]),
        ("litige", ["3"]),
        ("générale", []),
        ("belote", []),
        ("équipe 1", ["3", "4", "2", "1"]),
        ("joueur 1.1 capot", ["2"]),
    ],
)
def test_a_fact_finds_the_deals_of_which_it_is_true(match, text, numbers):
    if text == "joueur 1.1 capot":
        Player.objects.filter(team=match.team_a, place=1).update(name="Zoé", key="zoe")
        text = "zoé capot"
    assert deals_found(match, text) == numbers


def test_a_corrected_deal_is_found_as_such(match):
    assert deals_found(match, "corrigé") == []
    said = FACTS | {"points": 130}
    typed = {"by": a_user("zoe"), "client_key": uuid4()}
    base = match.deals.get(number=1).accepted_id
    record_deal(match, 1, said, base=base, reason="mal lu", **typed)
    assert deals_found(match, "corrigé") == ["1"]


def test_names_are_found_without_accents(match):
    team = match.team_a
    team.name = "Les Œufs de la Générale"
    team.full_clean()
    team.save()
    for text in ("oeufs", "ŒUFS", "oeufs les"):
        titles = [title for titles in found(match, text).values() for title in titles]
        assert str(team) in titles, text
    player = team.players.first()
    player.name = "Noël Lefèvre"
    player.full_clean()
    player.save()
    assert "Noël Lefèvre" in [
        title for titles in found(match, "lefevre noel").values() for title in titles
    ]


def test_rulings_are_found_by_number_word_and_team_those_of_tonight_first(match):
    other = a_match(organiser=a_user("organiser"))
    a_ruling(other, facts="Renonce à pique.")
    ruling = a_ruling(match, facts="Renonce à trèfle au pli 4.")
    tournament = match.round.tournament
    own = reverse("referee:ruling", args=[tournament.pk, ruling.number])
    for text in ("r1", "décision 1", "renonce", "pli trefle", "équipe 1"):
        hits = [hit for group in look_up(tournament, text, sees_all=True) for hit in group.hits]
        assert own in [hit.url for hit in hits], text
    titles = [
        hit.title
        for group in look_up(tournament, "renonce", sees_all=True)
        for hit in group.hits
        if other.round.tournament.name in hit.title
    ]
    assert len(titles) == 1


def test_articles_of_the_rulebook_in_force_are_found_by_their_words(match):
    tournament = match.round.tournament
    rules = reverse("rulebooks:rules", args=[tournament.pk])
    for text in ("capot", "renonce", "rebelote", "surcoinche"):
        urls = [hit.url for group in look_up(tournament, text, sees_all=True) for hit in group.hits]
        assert any(url.startswith(f"{rules}#") for url in urls), text


def test_the_deals_of_another_contest_are_never_found(match):
    other = a_match(organiser=a_user("organiser"))
    a_deal(other, 9, contract="capot", points=None, sweep="takers")
    assert deals_found(match, "capot") == ["2"]
    assert deals_found(match, "d9") == []


@pytest.fixture
def double(db) -> Match:
    """A match of two sheets: deal 1 differs, deal 2 agrees, of deal 3 only A's is typed."""
    match = a_match(deals=12, checking=Checking.TWO_SHEETS)
    for number, sheets in ((1, "AB"), (2, "AB"), (3, "A")):
        for sheet in sheets:
            a_reading(match, number, sheet, points=126 if sheet == "A" or number > 1 else 130)
    return match


def a_reading(match: Match, number: int, sheet: str, **facts: object) -> None:
    said = FACTS | facts
    by = a_user(f"typist {sheet}")
    record_deal(match, number, said, by=by, client_key=uuid4(), sheet=sheet)


PASSED = {"outcome": "passed", "takers": "", "contract": "", "trump": "", "points": None}
TIERCE = {"A": [{"kind": "tierce", "top": "KH"}]}


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ({}, {}, False),
        ({}, {"points": 130}, True),
        ({}, {"stake": "coinche"}, True),
        ({}, {"belote_a": 1}, True),
        ({"points": None, "sweep": "takers"}, {"points": None, "sweep": "takers"}, False),
        ({"points": None, "sweep": "takers"}, {}, True),
        ({}, {"declarations": TIERCE}, True),
        ({"declarations": TIERCE}, {"declarations": TIERCE}, False),
        ({}, PASSED, True),
        (PASSED, PASSED, False),
    ],
)
def test_two_sheets_are_in_dispute_when_a_fact_differs_whichever(db, one, other, differs):
    match = a_match("ffb-fiche", deals=12, checking=Checking.TWO_SHEETS)
    for sheet, said in (("A", one), ("B", other)):
        a_reading(match, 1, sheet, **said)
    deal = match.deals.with_checks().get()
    deal.match = match
    assert (deal_state(deal, Checking.TWO_SHEETS) is DealState.DIFFERS) is differs
    assert in_dispute(match.round.tournament) == [deal.pk] * differs


def test_deals_whose_sheets_differ_are_in_dispute(double):
    assert in_dispute(double.round.tournament) == [double.deals.get(number=1).pk]


def test_a_contest_of_two_sheets_hides_the_half_typed_from_all_but_the_referee(double):
    tournament = double.round.tournament
    assert deals_found(double, "d3") == ["3"]
    for sees_all in (True, False):
        hit = look_up(tournament, "d3", sees_all=sees_all)[0].hits[0]
        assert ("126" in hit.said) is sees_all
        shown = [hit.said for hit in desk_of(tournament, sees_all=sees_all).recent]
        assert ("126" in shown[0]) is sees_all
    titles = found(double, "carreau", sees_all=False)
    assert not any(title.endswith("3") for title in next(iter(titles.values())))


def test_a_later_agreement_ends_a_dispute(match):
    entry = match.deals.get(number=3).accepted
    answer(entry, agrees=True, by=a_user("camille"))
    assert in_dispute(match.round.tournament) == []


def test_a_number_finds_the_team_the_table_and_the_ruling(match):
    ruling = a_ruling(match)
    titles = [title for titles in found(match, "1").values() for title in titles]
    assert str(match.team_a) in titles
    assert any(title.endswith(f" {ruling.number}") for title in titles)


def test_the_desk_asks_a_number_of_queries_that_does_not_grow(match, django_assert_max_num_queries):
    tournament = match.round.tournament
    tournament.rounds.update(closed_at=timezone.now())
    more = a_round(tournament, 6)
    for other in Match.objects.with_teams().filter(round=more):
        for number in (1, 2):
            entry = a_deal(other, number, points=100)
            answer(entry, agrees=False, by=a_user("camille"), note="faux")
    with django_assert_max_num_queries(22):
        desk = desk_of(tournament, sees_all=True)
    assert len(desk.disputes) == 13
    for text in ("table 1", "d1", "capot", "chute", "renonce", "équipe 1"):
        with django_assert_max_num_queries(40):
            look_up(tournament, text, sees_all=True)


def test_the_page_has_the_box_first_and_works_without_scripts(match):
    client = Client()
    client.force_login(a_user("rémi"))
    address = reverse("referee:desk", args=[match.round.tournament_id])
    page = client.get(address).content.decode()
    assert "autofocus" in page
    assert reverse("referee:deal", args=[match.round.tournament_id, 1, 1, 3]) in page
    answered = client.get(address, {"q": "t1 d2"})
    assert reverse("referee:deal", args=[match.round.tournament_id, 1, 1, 2]) in (
        answered.content.decode()
    )
    part = client.get(address, {"q": "t1 d2"}, headers={"HX-Request": "true"})
    assert b"<html" not in part.content
    assert "HX-Request" in part["Vary"]


@pytest.mark.parametrize("text", ["\x00", "x" * 3000, "%", "_", "t9999 d9999", "99999999999999"])
def test_the_page_answers_whatever_is_asked(match, text):
    client = Client()
    client.force_login(a_user("zoe"))
    address = reverse("referee:desk", args=[match.round.tournament_id])
    assert client.get(address, {"q": text}).status_code == 200


def test_a_contest_where_nothing_is_typed_says_so(db):
    tournament = a_tournament()
    assert desk_of(tournament, sees_all=True).recent == ()
    assert look_up(tournament, "t1 d1", sees_all=True) == []
