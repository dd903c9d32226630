"""Was that card legal: the engine's answer, its article, and the ruling it would preset."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from scoring import PACK, Trump, legal_cards, load_rulebook
from tests.tournament.referee.cards.pages import a_contest, address, answer, as_user, asked, clauses
from tournament.models import Tournament
from tournament.referee.cards.answers import Tone
from tournament.referee.cards.legal import LegalForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Tournament:
    return a_contest()


def states(found) -> dict[str, str]:
    return {card.code: card.state for card in found.cards}


def test_who_has_the_suit_led_follows(contest):
    found = answer(LegalForm, contest, trump="hearts", trick="KS", hand=["7S", "8H", "9D"])
    assert states(found) == {"7S": "legal", "8H": "illegal", "9D": "illegal"}
    assert clauses(found) == ["follow_suit"]
    assert found.findings[0].text


def test_each_duty_is_said_once_with_its_article(contest):
    """An opponent winning with a trump: a discard and a low trump fail differently."""
    hand = ["JH", "7H", "8D", "9D"]
    found = answer(LegalForm, contest, trump="hearts", trick="KS 7S 9H", hand=hand)
    assert states(found)["JH"] == "legal"
    assert set(clauses(found)) == {"must_trump", "over_trump"}


def test_the_partner_who_is_winning_is_two_seats_away(contest):
    """Three cards: opponent, partner, opponent. The partner's ace excuses from trumping."""
    found = answer(LegalForm, contest, trump="hearts", trick="7S AS 8S", hand=["7H", "8D"])
    assert found.tone is Tone.GOOD
    found = answer(LegalForm, contest, trump="hearts", trick="AS 7S 8S", hand=["7H", "8D"])
    assert states(found) == {"7H": "legal", "8D": "illegal"}


def test_the_card_asked_about_is_answered_first_and_alone(contest):
    said = {"trump": "hearts", "trick": "KS", "hand": ["7S", "8H", "9D"]}
    found = answer(LegalForm, contest, **said, card="9D")
    assert found.tone is Tone.BAD
    assert len(found.findings) == 1
    assert "9♦" in found.findings[0].sentence
    assert "8♥" not in found.findings[0].sentence
    assert answer(LegalForm, contest, **said, card="7S").tone is Tone.GOOD


def test_a_card_asked_about_was_in_the_hand(contest):
    found = answer(LegalForm, contest, trump="hearts", trick="KS", hand=["7S"], card="9D")
    assert states(found) == {"7S": "legal", "9D": "illegal"}


@pytest.mark.parametrize("name", ["competition", "kchanaise", "grenobloise", "multijoueur"])
def test_it_answers_as_the_engine_does_under_every_trump(name):
    contest, rulebook = a_contest(name), load_rulebook(name)
    hand, trick = PACK[3:24:3], (PACK[1], PACK[8])
    for trump in rulebook.played_trumps:
        said = {"trump": trump.value, "trick": " ".join(map(str, trick)), "hand": list(hand)}
        found = answer(LegalForm, contest, **said)
        seated = [(2, trick[0]), (3, trick[1])]
        legal = legal_cards(hand, seated, seat=0, trump=Trump(trump), rulebook=rulebook)
        assert {code for code, state in states(found).items() if state == "legal"} == {
            str(card) for card in legal
        }


def test_under_a_generale_the_partner_who_lays_down_plays_nothing(contest):
    """The opponent before leads, then nobody between: with three seats an opponent is winning."""
    said = {"trump": "hearts", "trick": "7S AS", "hand": ["7H", "8D"]}
    assert answer(LegalForm, contest, **said).tone is not Tone.GOOD
    two = answer(LegalForm, contest, **said, absent="3")
    assert two.tone is Tone.GOOD, "the second card is the partner's"
    full = answer(LegalForm, contest, **said | {"trick": "7S AS 8S"}, absent="2")
    assert full.tone is Tone.REFUSED


def test_where_nobody_lays_down_it_is_not_asked():
    assert "absent" not in LegalForm(asked(), tournament=a_contest("grenobloise")).fields


@pytest.mark.parametrize(
    ("said", "tone"),
    [
        ({}, Tone.MISSING),
        ({"trump": "hearts"}, Tone.MISSING),
        ({"trump": "hearts", "hand": ["7S"], "trick": "7S"}, Tone.REFUSED),
        ({"trump": "hearts", "hand": ["7S"], "trick": "8S 9S 10S JS"}, Tone.REFUSED),
        ({"trump": "hearts", "hand": ["7S"], "trick": "8S 8S"}, Tone.REFUSED),
        ({"trump": "hearts", "hand": ["7S"], "trick": "zz"}, Tone.REFUSED),
        ({"trump": "hearts", "hand": ["zz"]}, Tone.REFUSED),
        ({"trump": "schmurtz", "hand": ["7S"]}, Tone.REFUSED),
        ({"trump": "hearts", "hand": list(PACK[:9])}, Tone.REFUSED),
    ],
)
def test_what_is_missing_or_cannot_be_is_one_sentence(contest, said, tone):
    found = answer(LegalForm, contest, **said)
    assert found.tone is tone
    assert found.sentence
    assert not found.findings


def test_a_touched_card_is_written_in_the_next_address(contest):
    client, at = as_user("rémi"), address(contest, "card_legal")
    said = "?round=2&table=12&trump=hearts&hand=7S&hand=8S&trick=KS"
    went = client.get(f"{at}{said}&tap=AS")
    assert went.status_code == 302
    sent = parse_qs(went["Location"].split("?")[1])
    assert sent["trick"] == ["KS AS"]
    assert sent["hand"] == ["7S", "8S"]
    assert sent["table"] == ["12"]
    assert "tap" not in sent
    again = parse_qs(client.get(f"{at}{said}&tap=KS")["Location"].split("?")[1])
    assert again["trick"] == ["KS"], "touched twice, it is there once"
    back = client.get(f"{at}{said}&undo=1")["Location"]
    assert parse_qs(back.split("?")[1]).get("trick") is None


def test_a_referee_is_led_to_the_ruling_a_scorekeeper_is_not(contest):
    said = "?round=2&table=12&deal=7&trump=hearts&trick=KS&hand=7S&hand=9D&card=9D"
    at = address(contest, "card_legal") + said
    page = as_user("rémi").get(at)
    link = page.context["answer"].findings[0].query
    preset = parse_qs(link)
    assert preset["category"] == ["revoke"]
    assert preset["clause"] == ["follow_suit"]
    assert (preset["round"], preset["table"], preset["deal"]) == (["2"], ["12"], ["7"])
    assert "9♦" in preset["facts"][0]
    rule = address(contest, "rule")
    assert f"{rule}?category=revoke" in page.content.decode()
    assert rule not in as_user("camille").get(at).content.decode()


def test_the_preset_opens_the_ruling_s_form(contest):
    at = address(contest, "card_legal") + "?trump=hearts&trick=KS&hand=7S&hand=9D&card=9D"
    client = as_user("rémi")
    query = client.get(at).context["answer"].findings[0].query
    form = client.get(f"{address(contest, 'rule')}?{query}").context["form"]
    assert form["category"].value() == "revoke"
    assert form["clause"].value() == "follow_suit"
    assert "9♦" in form["facts"].value()


def test_the_fragment_answers_and_says_again_what_was_touched(contest):
    at = address(contest, "card_legal") + "?trump=hearts&trick=KS&hand=7S"
    page = as_user("rémi").get(at, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in page
    assert 'id="said" hx-swap-oob="true"' in page
    assert 'value="KS"' in page
