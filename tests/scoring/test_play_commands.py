"""``legal``, ``auction`` and ``replay`` as JSON: the formats, and nothing but coded refusals."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import PACK
from scoring.commands import COMMANDS, run_auction, run_legal, run_replay
from scoring.errors import REFUSAL_CODES, Refusal
from scoring.facts import parse_line
from scoring.library import load_rulebook, shipped_rulebooks
from tests.scoring.positions import played_deals

FICHE = load_rulebook("ffb-fiche")
COMPETITION = load_rulebook("competition")
KCHANAISE = load_rulebook("kchanaise")
GRENOBLOISE = load_rulebook("grenobloise")
MULTIJOUEUR = load_rulebook("multijoueur")

POSITION = {"trump": "clubs", "trick": [[0, "7H"], [1, "KC"]], "hand": ["JC", "8C"], "seat": 3}
AUCTION = {"first": 1, "calls": ["80 hearts", "pass", "90 spades", "coinche"]}
DEAL = {
    "trump": "diamonds",
    "hands": [[], None, [], []],
    "tricks": [[[1, "7H"], [2, "JH"], [3, "AH"], [0, "8H"]], [[3, "AC"], [0, "9H"]]],
    "takers": "B",
}


def changed(mapping, **values):
    return {**mapping, **values}


def test_legal_gives_the_cards_in_the_order_of_the_pack():
    position = {
        "trump": "spades",
        "trick": [[0, "7H"], [1, "KC"]],
        "hand": ["JC", "8C"],
        "seat": 2,
    }
    assert run_legal(COMPETITION, position) == {"legal": ["8C", "JC"]}
    assert run_legal(KCHANAISE, POSITION) == {"legal": ["JC"]}


def test_legal_says_why_a_card_is_not():
    asked = run_legal(KCHANAISE, changed(POSITION, card="8C"))
    assert asked == {"legal": ["JC"], "illegal": {"duty": "trump_must_go_up", "clause": "exempt"}}
    assert run_legal(KCHANAISE, changed(POSITION, card="JC"))["illegal"] is None


def test_legal_with_a_partner_who_laid_down():
    position = changed(POSITION, trick=[[3, "7H"], [1, "KC"]], seat=2)
    assert run_legal(COMPETITION, position) == {"legal": ["JC"]}


def test_auction_closes_at_the_coinche():
    assert run_auction(FICHE, AUCTION) == {
        "legal": [True, True, True, True],
        "illegal": [],
        "closed": True,
        "contract": {"takers": "B", "contract": 90, "trump": "spades", "stake": "coinche"},
    }


def test_auction_with_a_call_at_the_fly():
    calls = ["80 hearts", [0, "coinche"], [3, "surcoinche"]]
    assert run_auction(GRENOBLOISE, {"first": 1, "calls": calls})["contract"] == {
        "takers": "B",
        "contract": 80,
        "trump": "hearts",
        "stake": "surcoinche",
    }
    found = run_auction(FICHE, {"first": 1, "calls": calls})
    assert found["legal"] == [True, False, False]
    assert found["contract"]["stake"] == "plain"
    assert found["illegal"][0] == {
        "call": 1,
        "code": "call_out_of_turn",
        "clause": "coinche",
        "params": {"seat": 0, "turn": 2},
    }


def test_a_refused_call_takes_its_turn_and_nothing_else():
    calls = ["90 hearts", "80 spades", "pass", "100 spades", [2, "95 hearts"], "pass"]
    found = run_auction(FICHE, {"first": 0, "calls": calls})
    assert found["legal"] == [True, False, True, True, False, True]
    assert found["contract"]["takers"] == "B"
    assert [refused["code"] for refused in found["illegal"]] == [
        "bid_not_higher",
        "call_out_of_turn",
    ]
    assert found["closed"] is False


def test_auction_before_a_word_is_said():
    found = run_auction(FICHE, {"first": 0, "calls": []})
    assert found == {"legal": [], "illegal": [], "closed": False, "contract": None}


def test_auction_with_a_card_turned_up():
    found = run_auction(MULTIJOUEUR, {"first": 0, "calls": ["pass", "take"], "turned": "KH"})
    assert found["contract"] == {
        "takers": "B",
        "contract": "take",
        "trump": "hearts",
        "stake": "plain",
    }


def test_replay_gives_a_whole_deal():
    deal = played_deals()[0]
    written = {
        "trump": deal["trump"].value,
        "hands": [list(map(str, hand)) for hand in deal["hands"]],
        "tricks": [[[seat, str(card)] for seat, card in one] for one in deal["tricks"]],
        "takers": "B",
    }
    assert run_replay(FICHE, written) == {
        "points": 127,
        "winners": deal["winners"],
        "sweep": None,
        "belote": {},
        "revokes": [],
    }


def test_replay_of_a_record_with_holes_says_what_is_not_known():
    found = run_replay(FICHE, DEAL)
    assert {key: found[key] for key in ("points", "winners", "least", "most")} == {
        "points": 13,
        "winners": [3],
        "least": 13,
        "most": 162,
    }
    assert found["unknown"] == ["points", "last_trick", "sweep", "belote", "revokes"]
    (doubt,) = found["doubtful"]
    assert (doubt["trick"], doubt["seat"], doubt["card"]) == (1, 0, "9H")
    assert (doubt["duty"], doubt["clause"]) == ("must_follow", "follow_suit")


def test_replay_names_the_revoke():
    tricks = [[[0, "AH"], [1, "7H"], [2, "8H"], [3, "7S"]], [[3, "KH"]]]
    found = run_replay(FICHE, changed(DEAL, trump="spades", tricks=tricks))
    assert found["revokes"] == [
        {
            "trick": 0,
            "seat": 3,
            "card": "7S",
            "duty": "must_follow",
            "clause": "follow_suit",
            "legal": ["KH"],
        }
    ]


def test_replay_of_a_generale_alone():
    tricks = [[[0, "JS"], [1, "7H"], [3, "8H"]]]
    found = run_replay(COMPETITION, changed(DEAL, tricks=tricks, takers="A", alone=0))
    assert found["winners"] == [0]


@pytest.mark.parametrize(
    ("command", "mapping", "code"),
    [
        ("legal", {}, "missing_fact"),
        ("legal", changed(POSITION, more=1), "unknown_fact"),
        ("legal", changed(POSITION, seat=4), "bad_fact"),
        ("legal", changed(POSITION, seat=True), "bad_fact"),
        ("legal", changed(POSITION, seat=1), "trick_out_of_turn"),
        ("legal", changed(POSITION, trick=[[1, "7H"], [0, "KC"]]), "trick_out_of_turn"),
        ("legal", changed(POSITION, trump="hearts!"), "bad_fact"),
        ("legal", changed(POSITION, trump=1), "bad_fact"),
        ("legal", changed(POSITION, hand=[]), "bad_fact"),
        ("legal", changed(POSITION, hand="JC"), "bad_fact"),
        ("legal", changed(POSITION, hand=["JX"]), "bad_fact"),
        ("legal", changed(POSITION, hand=[str(card) for card in PACK[:9]]), "bad_fact"),
        ("legal", changed(POSITION, hand=["JC", "JC"]), "trick_card_twice"),
        ("legal", changed(POSITION, hand=["7H"]), "trick_card_twice"),
        ("legal", changed(POSITION, trick=[[0]]), "bad_fact"),
        ("legal", changed(POSITION, trick=["7H"]), "bad_fact"),
        ("legal", changed(POSITION, card="AC"), "card_not_in_hand"),
        ("auction", changed(AUCTION, first=None), "missing_fact"),
        ("auction", changed(AUCTION, calls=["80"]), "bad_fact"),
        ("auction", changed(AUCTION, calls=[[0, "80"]]), "bad_fact"),
        ("auction", changed(AUCTION, calls=["pass"] * 201), "bad_fact"),
        ("auction", changed(AUCTION, turned="XX"), "bad_fact"),
        ("replay", changed(DEAL, takers="C"), "bad_fact"),
        ("replay", changed(DEAL, hands=[0, 0, 0, 0]), "bad_fact"),
        ("replay", changed(DEAL, hands=[[], []]), "record_hands"),
        ("replay", changed(DEAL, tricks=[[]]), "record_trick_size"),
        ("replay", changed(DEAL, alone=0), "record_alone_not_a_taker"),
        ("replay", changed(DEAL, trump="all_trumps"), "trump_not_in_rulebook"),
    ],
)
def test_what_cannot_be_read_is_refused(command, mapping, code):
    with pytest.raises(Refusal) as refusal:
        COMMANDS[command](MULTIJOUEUR, mapping)
    assert refusal.value.code == code


CARD = st.sampled_from([str(card) for card in PACK])
ODD = st.none() | st.booleans() | st.integers(-2, 9) | st.text(max_size=3) | st.just(["7H"])
SEAT = st.integers(0, 3)
PLAYED = st.tuples(SEAT | ODD, CARD | ODD).map(list) | st.lists(ODD, max_size=3) | ODD
TRICK = st.lists(PLAYED, max_size=5) | ODD
CALL = st.sampled_from(["pass", "coinche", "surcoinche", "80 hearts", "take", "capot no_trumps"])
SOMETHING = {
    "trump": st.sampled_from(["spades", "hearts", "all_trumps", "schmurtz"]) | ODD,
    "trick": TRICK,
    "hand": st.lists(CARD | ODD, max_size=9) | ODD,
    "seat": SEAT | ODD,
    "card": CARD | ODD,
    "first": SEAT | ODD,
    "calls": st.lists(CALL | st.tuples(SEAT | ODD, CALL).map(list) | ODD, max_size=12) | ODD,
    "turned": CARD | ODD,
    "hands": st.lists(st.lists(CARD, max_size=8, unique=True) | ODD, max_size=5) | ODD,
    "tricks": st.lists(TRICK, max_size=9) | ODD,
    "takers": st.sampled_from(["A", "B"]) | ODD,
    "alone": SEAT | ODD,
}
KEYS = {
    "legal": ("trump", "trick", "hand", "seat", "card"),
    "auction": ("first", "calls", "turned"),
    "replay": ("trump", "hands", "tricks", "takers", "alone"),
}


@pytest.mark.parametrize("command", COMMANDS)
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_anything_is_answered_or_refused_with_a_code(command, data):
    rulebook = load_rulebook(data.draw(st.sampled_from(shipped_rulebooks())))
    mapping = data.draw(st.fixed_dictionaries({key: SOMETHING[key] for key in KEYS[command]}))
    answer, given = {}, []
    try:
        answer = COMMANDS[command](rulebook, mapping)
    except Refusal as refusal:
        given.append((refusal.code, refusal.params))
    if command == "auction":
        given += [(refused["code"], refused["params"]) for refused in answer.get("illegal", [])]
    for code, params in given:
        assert set(params) == set(REFUSAL_CODES[code])
    assert json.loads(json.dumps([answer, given]))


@pytest.mark.parametrize("command", COMMANDS)
@settings(deadline=None)
@given(line=st.binary(max_size=60))
def test_any_bytes_are_answered_or_refused(command, line):
    with pytest.raises(Refusal):
        COMMANDS[command](FICHE, parse_line(line))


def test_the_command_line_goes_on_after_a_refused_line():
    lines = [json.dumps(POSITION), "{", json.dumps(POSITION)]
    run = subprocess.run(
        [sys.executable, "-m", "scoring", "legal", "kchanaise"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers == [
        {"legal": ["JC"]},
        {"error": {"code": "not_json", "params": {}}},
        {"legal": ["JC"]},
    ]
    assert run.returncode == 1
