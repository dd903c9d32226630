"""Whose declarations: which side's score under the rulebook, and what decides."""

from __future__ import annotations

from urllib.parse import parse_qs

import pytest

from tests.tournament.referee.cards.pages import a_contest, address, answer, as_user, clauses
from tournament.models import Tournament
from tournament.referee.cards.answers import Tone
from tournament.referee.cards.declared import DeclaredForm

pytestmark = pytest.mark.django_db


@pytest.fixture
def contest() -> Tournament:
    return a_contest("ffb-fiche")


def values(found) -> list[str]:
    return [figure.value for figure in found.figures]


CASES = [
    ("A.tierce.KH", ["20", "0"]),
    ("A.tierce.KH B.cinquante.10S", ["0", "50"]),
    ("A.tierce.KH B.tierce.AS", ["0", "20"]),
    ("A.tierce.KH A.tierce.9S B.tierce.QD", ["40", "0"]),
    ("A.cent.AS B.carre.9D", ["0", "150"]),
    ("A.tierce.KH B.tierce.KS", ["20", "0"]),
    ("A.tierce.KD B.tierce.KS", ["0", "0"]),
    ("A.carre.JS B.carre.9S", ["200", "0"]),
    ("A.carre.AS B.carre.10S", ["100", "0"]),
    ("A.carre.7S B.tierce.KH", ["0", "20"]),
    ("A.carre.7S", ["0", "0"]),
]
"""At hearts, under a rulebook where equal declarations score for nobody."""


@pytest.mark.parametrize(("declared", "expected"), CASES)
def test_the_side_that_holds_the_best_scores_all_of_its_own(contest, declared, expected):
    found = answer(DeclaredForm, contest, trump="hearts", declared=declared)
    assert values(found) == expected
    assert clauses(found) == ["declaration_contest", "declaration_values"]
    assert found.findings[0].text


def test_each_way_of_winning_has_its_own_sentence(contest):
    alike = {"A.tierce.KH A.tierce.9S B.tierce.QD", "A.tierce.KH"}
    whys = [
        answer(DeclaredForm, contest, trump="hearts", declared=declared).findings[0].sentence
        for declared, _expected in CASES
        if declared not in alike
    ]
    assert len(set(whys)) == len(whys)


def test_where_the_first_side_scores_equal_ones_it_is_asked_who_spoke_first():
    contest = a_contest("ffb-fiche", "equal-declarations-first")
    said = {"trump": "hearts", "declared": "A.tierce.KD B.tierce.KS"}
    assert answer(DeclaredForm, contest, **said).tone is Tone.REFUSED
    assert values(answer(DeclaredForm, contest, **said, first="B")) == ["0", "20"]


def test_a_rulebook_without_declarations_says_so():
    contest = a_contest("grenobloise")
    found = answer(DeclaredForm, contest, trump="hearts", declared="A.tierce.KH")
    assert found.tone is Tone.REFUSED


@pytest.mark.parametrize(
    ("said", "tone"),
    [
        ({}, Tone.MISSING),
        ({"trump": "hearts"}, Tone.MISSING),
        ({"trump": "hearts", "declared": "bof"}, Tone.REFUSED),
        ({"trump": "hearts", "declared": "C.tierce.KH"}, Tone.REFUSED),
        ({"trump": "hearts", "declared": "A.bof.KH"}, Tone.REFUSED),
        ({"trump": "hearts", "declared": "A.tierce.8H"}, Tone.REFUSED),
        ({"trump": "hearts", "declared": "A.tierce.KH B.tierce.AH"}, Tone.REFUSED),
        ({"trump": "hearts", "declared": "A.tierce.KH " * 20}, Tone.REFUSED),
    ],
)
def test_what_is_missing_or_cannot_be_is_one_sentence(contest, said, tone):
    found = answer(DeclaredForm, contest, **said)
    assert found.tone is tone
    assert found.sentence


def test_a_touched_card_is_the_declaration_that_is_chosen(contest):
    client, at = as_user("rémi"), address(contest, "card_declarations")
    said = {"side": "B", "kind": "tierce", "tap": "KH", "declared": "A.carre.JS"}
    sent = parse_qs(client.get(at, said)["Location"].split("?")[1])
    assert sent["declared"] == ["A.carre.JS B.tierce.KH"]
    unsaid = parse_qs(client.get(at, {"tap": "KH"})["Location"].split("?")[1])
    page = client.get(at, {"trump": "hearts", "declared": unsaid["declared"][0]})
    assert page.context["answer"].tone is Tone.REFUSED
