"""Was that call legal: each call under the contest's rulebook, with the article against it."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from scoring import Auction, load_rulebook, parse_call
from tests.tournament.referee.cards.pages import a_contest, address, answer, as_user, asked, clauses
from tournament.models import Tournament
from tournament.referee.cards.answers import Tone
from tournament.referee.cards.calls import CallForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Tournament:
    return a_contest("grenobloise")


def test_a_bid_must_be_higher(contest):
    found = answer(CallForm, contest, calls="80-hearts pass 80-spades")
    assert found.tone is Tone.BAD
    assert clauses(found) == ["bid_order"]
    assert found.findings[0].text


def test_a_legal_auction_is_said_legal_and_where_it_stands(contest):
    found = answer(CallForm, contest, calls="80-hearts pass 90-spades coinche")
    assert found.tone is Tone.GOOD
    assert "90 ♠" in found.notes[0]
    assert "A" in found.notes[0]


def test_the_first_to_speak_settles_the_sides(contest):
    assert answer(CallForm, contest, calls="80-hearts", first="2").notes[0].endswith("B.")


def test_who_speaks_out_of_turn_is_told_by_the_rulebook(contest):
    assert answer(CallForm, contest, calls="80-hearts 3:90-spades").tone is Tone.BAD
    assert answer(CallForm, contest, calls="80-hearts 4:coinche").tone is (
        Tone.GOOD
        if Auction.open(contest.rulebook, first=0)
        .do(parse_call("80 hearts"))
        .can(parse_call("coinche"), seat=3)
        else Tone.BAD
    )
    assert answer(CallForm, contest, calls="80-hearts 3:coinche").tone is Tone.BAD


def test_a_bid_that_the_rulebook_has_not_is_refused_with_its_article(contest):
    for call in ("70-hearts", "85-hearts", "990-hearts", "generale-hearts", "80"):
        found = answer(CallForm, contest, calls=call)
        assert found.tone is Tone.BAD, call
        assert found.findings[0].sentence


def test_the_suit_turned_up_is_asked_where_one_takes():
    contest = a_contest("multijoueur")
    form = CallForm(asked(), tournament=contest)
    assert "turned" in form.fields
    assert [value for value, _label in form.named_bids] == ["take"]
    assert form.bids == []
    right = answer(CallForm, contest, calls="pass take", turned="hearts")
    assert right.tone is Tone.GOOD
    wrong = answer(CallForm, contest, calls="take-spades", turned="hearts")
    assert clauses(wrong) == ["take"]
    assert "turned" not in CallForm(asked(), tournament=a_contest("grenobloise")).fields


@pytest.mark.parametrize("name", ["competition", "kchanaise", "ffb-fiche"])
def test_it_says_what_the_engine_says_of_every_first_call(name):
    contest, rulebook = a_contest(name), load_rulebook(name)
    for bid in ("80", "85", "90", "capot", "generale"):
        for trump in ("spades", "all_trumps", "no_trumps", "schmurtz"):
            legal = Auction.open(rulebook, first=0).can(parse_call(f"{bid} {trump}"))
            found = answer(CallForm, contest, calls=f"{bid}-{trump}")
            assert (found.tone is Tone.GOOD) is legal


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("80 c, passe, 90p, coinche", "80-hearts pass 90-spades coinche"),
        ("80 coeur; x ; xx", "80-hearts coinche surcoinche"),
        ("Capot Trèfle, 100 SA, 110 tout atout", "capot-clubs 100-no_trumps 110-all_trumps"),
        ("120", "120"),
    ],
)
def test_calls_can_be_typed_and_come_after_those_touched(contest, typed, words):
    client = as_user("rémi")
    went = client.get(address(contest, "card_call"), {"calls": "pass", "typed": typed})
    sent = parse_qs(went["Location"].split("?")[1])
    assert sent["calls"] == [f"pass {words}"]
    assert "typed" not in sent


def test_what_cannot_be_read_stays_in_its_field(contest):
    page = as_user("rémi").get(
        address(contest, "card_call"), {"calls": "pass", "typed": "80 c, bof"}
    )
    assert page.status_code == 200
    assert page.context["answer"].tone is Tone.REFUSED
    assert 'value="80 c, bof"' in page.content.decode()
    assert 'value="pass"' in page.content.decode()


def test_a_touched_bid_takes_the_trump_and_the_speaker_once(contest):
    client, at = as_user("rémi"), address(contest, "card_call")
    said = {"calls": "pass", "trump": "hearts", "by": "3", "tap": "100"}
    sent = parse_qs(client.get(at, said)["Location"].split("?")[1])
    assert sent["calls"] == ["pass 3:100-hearts"]
    assert sent["trump"] == ["hearts"]
    assert "by" not in sent
    again = client.get(at, {"calls": "pass", "tap": "pass"})["Location"]
    assert parse_qs(again.split("?")[1])["calls"] == ["pass pass"]


@pytest.mark.parametrize(
    ("said", "tone"),
    [
        ({}, Tone.MISSING),
        ({"calls": "bof"}, Tone.REFUSED),
        ({"calls": "9:pass"}, Tone.REFUSED),
        ({"calls": "pass", "first": "7"}, Tone.REFUSED),
        ({"calls": "coinche " * 90}, Tone.REFUSED),
    ],
)
def test_what_is_missing_or_cannot_be_is_one_sentence(contest, said, tone):
    assert answer(CallForm, contest, **said).tone is tone
