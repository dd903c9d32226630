"""Recount: the points of a pile and of what is left, and the slips that may explain a figure."""

from __future__ import annotations

import random

import pytest

from scoring import PACK, load_rulebook, pile_points
from tests.tournament.referee.cards.pages import a_contest, address, answer, as_user
from tournament.models import Tournament
from tournament.referee.cards.answers import Tone
from tournament.referee.cards.recount import RecountForm

pytestmark = pytest.mark.django_db

PILE = ["JH", "9H", "AS", "10S"]
"""At hearts: 20 + 14 + 11 + 10."""


@pytest.fixture
def contest() -> Tournament:
    return a_contest()


def values(found) -> list[str]:
    return [figure.value for figure in found.figures]


def test_both_sides_are_counted_from_one_pile(contest):
    assert values(answer(RecountForm, contest, trump="hearts", pile=PILE, last="pile")) == [
        "65",
        "97",
    ]
    found = answer(RecountForm, contest, trump="hearts", pile=PILE, last="other")
    assert values(found) == ["55", "107"]
    assert found.sentence == "55 – 107"


def test_the_last_trick_forgotten_is_recognised(contest):
    said = {"trump": "hearts", "pile": PILE, "last": "pile"}
    found = answer(RecountForm, contest, **said, written="55")
    assert found.tone is Tone.BAD
    assert found.findings[0].clause == "cards"
    assert "dix de der" in found.findings[0].sentence


def test_each_side_s_figure_is_compared_with_its_own_points(contest):
    said = {"trump": "hearts", "pile": PILE, "last": "other", "side": "B"}
    found = answer(RecountForm, contest, **said, written="55", written_other="97")
    assert [finding.tone for finding in found.findings] == [Tone.GOOD, Tone.BAD]
    assert "A" in found.findings[1].sentence
    right = answer(RecountForm, contest, **said, written="55", written_other="107")
    assert right.tone is Tone.GOOD


def test_the_whole_pack_says_who_took_the_last_trick(contest):
    assert values(answer(RecountForm, contest, trump="hearts", pile=list(PACK))) == ["162", "0"]


def test_a_pile_that_is_no_number_of_tricks_is_pointed_out(contest):
    notes = answer(RecountForm, contest, trump="hearts", pile=PILE[:3], last="pile").notes
    whole = answer(RecountForm, contest, trump="hearts", pile=PILE, last="pile").notes
    assert len(notes) == len(whole) + 1


@pytest.mark.parametrize("name", ["competition", "kchanaise", "grenobloise", "multijoueur"])
def test_it_counts_as_the_engine_does_under_every_trump(name):
    contest, rulebook, dice = a_contest(name), load_rulebook(name), random.Random(name)
    for trump in rulebook.played_trumps:
        pile = dice.sample(PACK, 12)
        found = answer(RecountForm, contest, trump=trump.value, pile=pile, last="pile")
        own = pile_points(pile, with_last_trick=True, trump=trump, rulebook=rulebook)
        assert values(found) == [str(own), str(rulebook.pack_total(trump) - own)]


@pytest.mark.parametrize(
    ("said", "tone"),
    [
        ({}, Tone.MISSING),
        ({"trump": "hearts"}, Tone.MISSING),
        ({"trump": "hearts", "last": "pile"}, Tone.MISSING),
        ({"trump": "hearts", "pile": PILE}, Tone.MISSING),
        ({"trump": "hearts", "pile": ["zz"], "last": "pile"}, Tone.REFUSED),
        ({"trump": "hearts", "pile": PILE, "last": "pile", "written": "bof"}, Tone.REFUSED),
        ({"trump": "hearts", "pile": PILE, "last": "pile", "written": "9" * 400}, Tone.REFUSED),
        ({"trump": "hearts", "pile": PILE, "last": "pile", "written": "-1"}, Tone.REFUSED),
    ],
)
def test_what_is_missing_or_cannot_be_is_one_sentence(contest, said, tone):
    assert answer(RecountForm, contest, **said).tone is tone


def test_what_was_typed_stays_when_something_is_wrong(contest):
    said = {"trump": "hearts", "pile": ["JH"], "last": "pile", "written": "bof"}
    page = as_user("rémi").get(address(contest, "card_recount"), said).content.decode()
    assert 'value="bof"' in page
    assert 'name="pile" value="JH" checked' in page
