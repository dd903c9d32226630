"""Was there a revoke: what tricks remembered in part still prove, and what they leave open."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PACK, Card, Side, Trump, legal_cards, load_rulebook, replay, trick_winner
from tests.tournament.referee.cards.pages import a_contest, address, answer, as_user, asked, clauses
from tournament.models import Tournament
from tournament.referee.cards.answers import Tone
from tournament.referee.cards.memory import Memory, seated
from tournament.referee.cards.revoke import RevokeForm

RULEBOOKS = {name: load_rulebook(name) for name in ("competition", "kchanaise", "grenobloise")}


@pytest.fixture
def contest(db) -> Tournament:
    return a_contest()


def remembered(words: str) -> str:
    return " ".join(words.replace("/", " ").split())


def test_a_card_played_later_proves_the_revoke(contest):
    """Player 2 discards at spades and plays the 8 of spades to the next trick."""
    played = remembered("KS 7H 9S 10S / AS 8S 7S JS")
    found = answer(RevokeForm, contest, trump="clubs", played=played.replace("AS", "@1 AS"))
    assert found.tone is Tone.BAD
    assert clauses(found)[0] == "follow_suit"
    sentence = found.findings[0].sentence
    assert "7♥" in sentence
    assert "8♠" in sentence


def test_a_card_still_in_hand_proves_it_too(contest):
    said = {"trump": "clubs", "played": "KS 7H"}
    assert answer(RevokeForm, contest, **said).tone is Tone.UNSURE
    found = answer(RevokeForm, contest, **said, holder="2", hand=["8S", "AH"])
    assert found.tone is Tone.BAD


def test_a_hand_that_is_known_whole_leaves_no_doubt(contest):
    hand = ["8H", "9H", "10H", "JH", "QH", "KH", "AH"]
    said = {"trump": "clubs", "played": "KS 7H", "holder": "2", "hand": hand}
    assert answer(RevokeForm, contest, **said).tone is Tone.GOOD


def test_forgotten_tricks_in_between_do_not_lose_the_proof(contest):
    gap = "x x x x " * 4
    played = remembered(f"KS 7H 9S 10S / {gap} / @2 8S AS 7S JS")
    found = answer(RevokeForm, contest, trump="clubs", played=played)
    assert found.tone is Tone.BAD
    assert "8♠" in found.findings[0].sentence


def test_a_forgotten_card_before_it_does_not_lose_it_either(contest):
    """Whatever player 2 laid, player 3 had a spade to follow with."""
    played = remembered("KS x 7H 10S / @3 8S AS 7S JS")
    found = answer(RevokeForm, contest, trump="clubs", played=played)
    assert found.tone is Tone.BAD


def test_a_card_that_depends_on_the_forgotten_one_is_not_called_sure(contest):
    """Player 3 went under: a fault only if the forgotten trump was lower than the jack he kept."""
    played = remembered("KS x 7C 10S / @3 9C AS 7S JS")
    found = answer(RevokeForm, contest, trump="clubs", played=played)
    assert found.tone is not Tone.BAD
    assert any("7♣" in finding.sentence for finding in found.findings)


def test_nothing_is_said_of_a_trick_that_nobody_knows_who_led(contest):
    played = remembered("x x x x / KS 7H 9S 10S / @2 8S AS 7S JS")
    found = answer(RevokeForm, contest, trump="clubs", played=played)
    assert found.tone is Tone.UNSURE
    assert not [finding for finding in found.findings if finding.tone is Tone.BAD]
    assert found.notes


def test_whoever_leads_without_having_won_is_pointed_out(contest):
    played = remembered("KS 7S 9S AS / @2 8S")
    assert answer(RevokeForm, contest, trump="clubs", played=played).notes


def test_a_generale_has_tricks_of_three(contest):
    """Player 3's cards lie on the table: players 1, 2 and 4 play."""
    said = {"trump": "clubs", "absent": "3", "played": "KS 7S 9S @1 AS"}
    form = RevokeForm(asked(**said), tournament=contest)
    assert [len(trick.cards) for trick in form.shown] == [3, 1]
    assert form.answer().is_whole


@pytest.mark.parametrize(
    ("said", "tone"),
    [
        ({}, Tone.MISSING),
        ({"trump": "hearts"}, Tone.MISSING),
        ({"trump": "hearts", "played": "x x"}, Tone.MISSING),
        ({"trump": "hearts", "played": "7S", "hand": ["8S"]}, Tone.MISSING),
        ({"trump": "hearts", "played": "7S 7S"}, Tone.REFUSED),
        ({"trump": "hearts", "played": "7S @2"}, Tone.REFUSED),
        ({"trump": "hearts", "played": "7S @9"}, Tone.REFUSED),
        ({"trump": "hearts", "played": "7S", "hand": ["7S"], "holder": "1"}, Tone.REFUSED),
        (
            {"trump": "hearts", "played": "7S", "hand": list(PACK[8:17]), "holder": "1"},
            Tone.REFUSED,
        ),
        ({"trump": "hearts", "played": "x " * 33 + "7S"}, Tone.REFUSED),
    ],
)
def test_what_is_missing_or_cannot_be_is_one_sentence(contest, said, tone):
    found = answer(RevokeForm, contest, **said)
    assert found.tone is tone
    assert found.sentence


def test_a_forgotten_trick_is_one_touch(contest):
    at = address(contest, "card_revoke") + "?trump=hearts&played=7S+8S"
    client = as_user("rémi")
    assert client.get(f"{at}&tap=xx")["Location"].endswith("played=7S+8S+x+x")
    assert client.get(f"{at}+x+x&tap=xx")["Location"].endswith("played=7S+8S+x+x+x+x+x+x")


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**9),
    name=st.sampled_from(sorted(RULEBOOKS)),
    tricks=st.integers(1, 8),
    honest=st.booleans(),
)
def test_of_tricks_remembered_whole_it_says_what_the_engine_says(seed, name, tricks, honest):
    """The engine plays records without gaps again: same revokes, same doubts."""
    rulebook, dice = RULEBOOKS[name], random.Random(seed)
    trump = dice.choice(rulebook.played_trumps)
    record = _a_record(dice, trump, rulebook, tricks=tricks, honest=honest)
    found = replay([[]] * 4, record, trump=trump, takers=Side.A, rulebook=rulebook)
    groups = [
        (trick[0][0] if not n else None, tuple(c for _s, c in trick))
        for n, trick in enumerate(record)
    ]
    memory = Memory(
        tricks=seated(groups, trump=trump, rulebook=rulebook), trump=trump, rulebook=rulebook
    )
    memory.verify()
    concluded = memory.conclude()
    assert [(each.trick, each.seat, each.card, each.breach) for each in concluded.sure] == [
        (each.trick, each.seat, each.card, each.breach) for each in found.revokes
    ]
    assert [(each.trick, each.seat, each.card) for each in concluded.doubtful] == [
        (each.trick, each.seat, each.card) for each in found.doubtful
    ]
    assert not concluded.unjudged


def _a_record(dice: random.Random, trump: Trump, rulebook, *, tricks: int, honest: bool):
    pack = list(PACK)
    dice.shuffle(pack)
    hands = [pack[8 * seat : 8 * seat + 8] for seat in range(4)]
    leader, record = dice.randrange(4), []
    for _number in range(tricks):
        trick: list[tuple[int, Card]] = []
        for step in range(4):
            seat = (leader + step) % 4
            legal = legal_cards(hands[seat], trick, seat=seat, trump=trump, rulebook=rulebook)
            card = dice.choice(legal if honest else hands[seat])
            hands[seat].remove(card)
            trick.append((seat, card))
        record.append(trick)
        leader = trick_winner(trick, trump=trump, rulebook=rulebook)
    return record


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(sorted(RULEBOOKS)))
def test_who_plays_by_the_rules_is_never_accused_whatever_is_forgotten(seed, name):
    rulebook, dice = RULEBOOKS[name], random.Random(seed)
    trump = dice.choice(rulebook.played_trumps)
    record = _a_record(dice, trump, rulebook, tricks=8, honest=True)
    groups = [
        (
            trick[0][0] if dice.random() < 0.7 else None,
            tuple(card if dice.random() < 0.7 else None for _seat, card in trick),
        )
        for trick in record
    ]
    groups[0] = (record[0][0][0], groups[0][1])
    memory = Memory(
        tricks=seated(groups, trump=trump, rulebook=rulebook), trump=trump, rulebook=rulebook
    )
    memory.verify()
    assert not memory.conclude().sure
