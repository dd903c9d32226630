"""The editor's pages: the draft in sentences, one topic's form, what is refused and why."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from scoring import clause_title
from tests.tournament.builders import a_rulebook, a_tournament, a_user
from tournament.models import ClubRulebook
from tournament.workshop.editor.mapping import shown
from tournament.workshop.editor.topics import TOPICS

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser() -> Client:
    a_tournament(organiser=a_user("organiser"))
    client = Client()
    client.force_login(a_user("organiser"))
    return client


def address(own: ClubRulebook, topic: str = "") -> str:
    names = ("topic", [own.pk, topic]) if topic else ("edit", [own.pk])
    return reverse(f"workshop:editor:{names[0]}", args=names[1])


def form(own: ClubRulebook, topic: str, **answers: object) -> dict[str, object]:
    """What the page of a topic sends, some answers given otherwise."""
    fresh = ClubRulebook.objects.get(pk=own.pk)
    values = shown(TOPICS[topic], fresh.rulebook.to_mapping())
    return values | {"seen": [str(fresh.draft_number)], "do": ["save"]} | answers


def draft(own: ClubRulebook) -> dict:
    return ClubRulebook.objects.get(pk=own.pk).rulebook.to_mapping()


def post(client: Client, own: ClubRulebook, topic: str, **answers: object) -> str:
    page = client.post(address(own, topic), form(own, topic, **answers), follow=True)
    assert page.status_code == 200
    return page.content.decode()


def test_the_first_page_says_the_whole_draft_by_topic(organiser):
    page = organiser.get(address(a_rulebook())).content.decode()
    for sentence in (
        "La belote des preneurs aide leur contrat de 20 points.",
        "Contrat chuté\u202f: aux preneurs, leur belote\u202f; à la défense, 160, sa belote",
        "cas 1",
    ):
        assert sentence in page
    assert all(f'id="topic-{key}"' in page for key in TOPICS)


TAKES = [("multijoueur", topic) for topic in ("bidding", "capot", "coinche")]


@pytest.mark.parametrize(("base", "topic"), [("competition", topic) for topic in TOPICS] + TAKES)
def test_a_form_sent_as_it_is_shown_changes_nothing(organiser, base, topic):
    own = a_rulebook(base)
    page = organiser.get(address(own, topic))
    assert page.status_code == 200
    post(organiser, own, topic)
    fresh = ClubRulebook.objects.get(pk=own.pk)
    assert (fresh.draft, fresh.draft_number) == (own.draft, 1)


def test_a_change_is_saved_and_said_before_and_after(organiser):
    own = a_rulebook()
    page = post(organiser, own, "belote", **{"belote.value": "50"})
    assert draft(own)["belote"]["value"] == 50
    assert "rebelote\u202f»\u202f: 20." in page
    assert "rebelote\u202f»\u202f: 50." in page
    assert organiser.get(address(own, "belote")).content.decode().count('id="news"') == 0


def test_the_answers_are_said_as_the_rule_would_read(organiser):
    page = organiser.get(address(a_rulebook(), "match")).content.decode()
    assert "La partie se gagne en dépassant 2\u202f000 points." in page


def test_what_a_change_takes_with_it_is_done_and_said(organiser):
    own = a_rulebook()
    page = post(organiser, own, "coinche", **{"multipliers.coinche": "0"})
    after = draft(own)
    assert after["multipliers"]["surcoinche"] == 0
    assert set(after["marks"]) == {"made", "made_swept", "failed", "failed_swept"}
    assert 'id="news"' in page
    assert page.count("<li>") >= 2
    post(organiser, own, "coinche", **{"multipliers.coinche": "2"})
    assert draft(own)["marks"]["made_doubled"]["takers"] == ["points*k", "belote", "contract*k"]


IMPOSSIBLE = [
    (
        "coinche",
        {"multipliers.coinche": "0", "multipliers.surcoinche": "5"},
        "multipliers.surcoinche",
    ),
    ("bidding", {"points_bid.maximum": "70"}, "points_bid.maximum"),
    ("bidding", {"points_bid.trumps": []}, "points_bid.trumps"),
    ("bidding", {"points_bid.minimum": "85"}, "points_bid.minimum"),
    (
        "bidding",
        {"points_bid.needs.1.bid": "85", "points_bid.needs.1.points": "82"},
        "points_bid.needs",
    ),
    ("bidding", {"points_bid.step": "ten"}, "points_bid.step"),
    ("dealing", {"dealing.packets": "3-2-2"}, "dealing.packets"),
    ("cards", {"trumps.suit.trump": "V 20, 9 14"}, "trumps.suit.trump"),
    ("cards", {"trumps.suit.most_belotes": "2"}, "trumps.suit.most_belotes"),
    ("capot", {"named.capot.needs": []}, "named.capot.needs"),
    ("capot", {"named.capot_belote.trumps": ["no_trumps"]}, "named.capot_belote.trumps"),
    ("marks", {"marks.made.as": "failed", "marks.failed.as": "made"}, "marks.made"),
    ("marks", {"rounding.five": "sideways"}, "rounding.five"),
    ("about", {"title.fr": " "}, "title.fr"),
]


@pytest.mark.parametrize(
    ("topic", "answers", "blamed"), IMPOSSIBLE, ids=lambda each: str(each)[:40]
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_saved(
    organiser, topic, answers, blamed
):
    own = a_rulebook()
    page = post(organiser, own, topic, **answers)
    assert f'id="{blamed}_error"' in page
    assert ClubRulebook.objects.get(pk=own.pk).draft == own.draft
    for value in answers.values():
        if isinstance(value, str) and value.strip() and value != "sideways":
            assert f'"{value}"' in page, "what was typed is still there"


def test_what_is_wrong_in_another_topic_is_said_with_its_name(organiser):
    own = a_rulebook()
    page = post(organiser, own, "cards", trumps=["suit"], **{"trumps.suit.most_belotes": "0"})
    assert '<ul class="errorlist" role="alert">' in page
    assert "Huit plis et capot" in page
    assert ClubRulebook.objects.get(pk=own.pk).draft == own.draft


def test_what_a_form_would_change_is_shown_as_it_is_filled_in(organiser):
    own = a_rulebook()
    sent = form(own, "belote", do="look", **{"belote.value": "50"})
    part = organiser.post(address(own, "belote"), sent, headers={"HX-Request": "true"})
    said = part.content.decode()
    assert "<html" not in said
    assert 'id="would-news"' in said
    assert 'id="worked"' in said
    assert draft(own)["belote"]["value"] == 20


def test_looking_saves_nothing_and_shows_what_would_change(organiser):
    own = a_rulebook()
    page = post(organiser, own, "marks", do="look", **{"rounding.to": "1"})
    assert "Marques arrondies à 10 près" in page
    assert 'id="news"' in page
    assert draft(own)["rounding"]["to"] == 10


def test_terms_typed_under_a_cell_that_is_as_another_are_meant(organiser):
    own = a_rulebook()
    name = "marks.failed_swept.defenders.1"
    post(organiser, own, "capot", **{f"{name}.term": "", f"{name}.amount": "500"})
    assert draft(own)["marks"]["failed_swept"] == {"takers": [], "defenders": [500]}
    post(organiser, own, "capot", **{"marks.failed_swept.as": "failed"})
    assert draft(own)["marks"]["failed_swept"] == "failed"


def test_a_list_is_given_one_more_row_with_what_was_typed(organiser):
    own = a_rulebook()
    name = "marks.made.takers"
    page = post(organiser, own, "marks", do=f"add:{name}", **{f"{name}.4.amount": "7"})
    assert f'name="{name}.6.term"' in page
    assert 'value="7"' in page


def test_a_draft_changed_meanwhile_is_not_overwritten_unseen(organiser):
    own = a_rulebook()
    late = form(own, "match", target="1500")
    post(organiser, own, "belote", **{"belote.value": "30"})
    page = organiser.post(address(own, "match"), late | {"do": ["look"]}).content.decode()
    assert 'name="seen" value="1"' in page, "looking is not having seen"
    page = organiser.post(address(own, "match"), late).content.decode()
    assert 'value="1500"' in page
    assert draft(own)["target"] == 2000
    assert 'name="seen" value="2"' in page
    post(organiser, own, "match", target="1500")
    after = draft(own)
    assert (after["target"], after["belote"]["value"]) == (1500, 30)


def test_a_change_is_left_to_each_table_instead(organiser):
    own = a_rulebook()
    answers = {"do": "leave", "left_to": "table", "points_bid.trumps": ["suit", "no_trumps"]}
    page = post(organiser, own, "bidding", **answers)
    switch = draft(own)["switches"][-1]
    assert (switch["id"], switch["kind"], switch["clause"]) == ("all-trumps", "table", "all_trumps")
    assert switch["set"]["points_bid.trumps.all_trumps"] is False
    assert draft(own)["points_bid"]["trumps"]["all_trumps"] is True
    assert switch["other"]["fr"] in page
    number = len(draft(own)["switches"]) - 1
    assert (
        f"<h2>{clause_title('all_trumps', 'fr')}</h2>"
        in organiser.get(address(own, "left")).content.decode()
    )
    post(organiser, own, "left", do=f"turn:{number}")
    after = draft(own)
    assert after["points_bid"]["trumps"]["all_trumps"] is False
    assert "all-trumps" not in [each["id"] for each in after["switches"]]


def test_leaving_what_was_not_changed_is_refused(organiser):
    own = a_rulebook()
    page = post(organiser, own, "bidding", do="leave", left_to="table")
    assert "errorlist" in page
    assert ClubRulebook.objects.get(pk=own.pk).draft == own.draft


def test_a_choice_that_becomes_the_rule_is_one_no_longer(organiser):
    own = a_rulebook()
    assert "five-down" in [each["id"] for each in draft(own)["switches"]]
    post(organiser, own, "marks", **{"rounding.five": "down"})
    assert "five-down" not in [each["id"] for each in draft(own)["switches"]]


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_nothing_posted_breaks_a_form(organiser, topic):
    own = a_rulebook()
    fields = form(own, topic)
    way = {"fr": "a", "en": "b"}
    unknown = {"id": "a", "kind": "table", "clause": "x", "decided": way, "other": way, "set": {}}
    wild = ["", "\x00", "💥" * 300, "-1", "1e9", "99999999999", "[[[[", '{"clause": "x"}', "a.b.c"]
    wild.append(json.dumps(unknown))
    for n, value in enumerate(wild):
        acts = ["save", "look", "leave", "add:" + value, "drop:" + value, "turn:99", value]
        answers = dict.fromkeys(fields, value) | {"do": acts[n % len(acts)], "left_to": value}
        assert organiser.post(address(own, topic), answers).status_code in (200, 302), value
    assert organiser.post(address(own, topic), {}).status_code in (200, 302)


def test_the_editor_exists_for_the_club_s_organisers_only(organiser):
    own = a_rulebook()
    assert organiser.get(address(own, "nothing")).status_code == 404
    other = Client()
    other.force_login(a_user("passer-by"))
    assert other.get(address(own)).status_code == 404
    assert other.post(address(own, "belote"), form(own, "belote")).status_code == 404
