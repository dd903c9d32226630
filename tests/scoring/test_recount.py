"""Counting a pile again: points, totals that cannot be, slips."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import PACK, Rank
from scoring.contracts import Mode, Trump
from scoring.errors import Refusal
from scoring.facts import facts_from_json
from scoring.library import load_rulebook, shipped_rulebooks
from scoring.recount import (
    LikelySlip,
    Slip,
    impossible_totals,
    likely_slips,
    pile_points,
    possible_totals,
    side_points,
    slips_of_sum,
)
from scoring.rulebook import Rulebook
from tests.scoring.positions import cards, played_deals

RULEBOOKS = {name: load_rulebook(name) for name in shipped_rulebooks()}
GRENOBLOISE, COMPETITION, KCHANAISE = (
    RULEBOOKS[name] for name in ("grenobloise", "competition", "kchanaise")
)
GAMES = [
    (name, trump)
    for name, rulebook in RULEBOOKS.items()
    for trump in Trump
    if trump.mode in rulebook.trumps
]


def points(text, *, trump=Trump.SPADES, rulebook=COMPETITION, with_last_trick=False):
    return pile_points(cards(text), with_last_trick=with_last_trick, trump=trump, rulebook=rulebook)


@pytest.mark.parametrize(
    ("pile", "trump", "expected"),
    [
        ("", Trump.SPADES, 0),
        ("JS 9S AH", Trump.SPADES, 45),
        ("JS 9S AH", Trump.HEARTS, 13),
        ("JS 9S AH", Trump.NO_TRUMPS, 13),
        ("JS 9S AH", Trump.ALL_TRUMPS, 45),
    ],
)
def test_the_points_of_a_pile(pile, trump, expected):
    assert points(pile, trump=trump) == expected
    assert points(pile, trump=trump, with_last_trick=True) == expected + 10


def test_the_ace_of_document_000_at_no_trumps():
    assert points("AH", trump=Trump.NO_TRUMPS, rulebook=GRENOBLOISE) == 19


def test_a_card_is_in_a_pile_once():
    with pytest.raises(Refusal) as refusal:
        points("JS 9S JS")
    assert refusal.value.params == {"card": "JS"}


@pytest.mark.parametrize(
    ("rulebook", "trump", "expected"),
    [
        (COMPETITION, Trump.SPADES, (1, 161)),
        (COMPETITION, Trump.NO_TRUMPS, (1, 129)),
        (KCHANAISE, Trump.SCHMURTZ, (1, 129)),
        (COMPETITION, Trump.ALL_TRUMPS, (1, 2, 5, 253, 256, 257)),
        (GRENOBLOISE, Trump.NO_TRUMPS, (1, 161)),
    ],
)
def test_the_totals_no_tricks_can_give(rulebook, trump, expected):
    assert impossible_totals(trump, rulebook) == expected


@pytest.mark.parametrize(("name", "trump"), GAMES)
def test_a_total_is_possible_when_the_rest_of_the_pack_is(name, trump):
    rulebook = RULEBOOKS[name]
    total = rulebook.pack_total(trump)
    possible = possible_totals(trump, rulebook)
    assert {0, total} <= possible
    assert {total - points for points in possible} == possible


@settings(deadline=None)
@given(st.sampled_from(GAMES), st.integers(), st.integers(0, 8), st.booleans())
def test_any_tricks_give_a_possible_total(game, seed, tricks, has_last):
    name, trump = game
    pile = random.Random(seed).sample(PACK, tricks * 4)
    found = pile_points(
        pile,
        with_last_trick=tricks == 8 or (has_last and tricks > 0),
        trump=trump,
        rulebook=RULEBOOKS[name],
    )
    assert found in possible_totals(trump, RULEBOOKS[name])


def test_the_piles_of_played_deals_count_to_the_points_written():
    for deal in played_deals()[:200]:
        won = [
            card
            for winner, one in zip(deal["winners"], deal["tricks"], strict=True)
            for _seat, card in one
            if winner % 2 == deal["taker_team"]
        ]
        found = pile_points(
            won,
            with_last_trick=deal["winners"][-1] % 2 == deal["taker_team"],
            trump=deal["trump"],
            rulebook=COMPETITION,
        )
        assert found == deal["points"]


def said(*slips):
    return tuple(
        LikelySlip(slip=slip) if isinstance(slip, Slip) else LikelySlip(slip=slip[0], rank=slip[1])
        for slip in slips
    )


NINE = (Slip.COUNTED_PLAIN, Rank.NINE)
JACK = (Slip.COUNTED_PLAIN, Rank.JACK)


@pytest.mark.parametrize(
    ("written", "right", "first"),
    [
        (92, 70, said(Slip.SIDES_SWAPPED)),
        (81, 91, said(Slip.LAST_TRICK_FORGOTTEN)),
        (101, 91, said(Slip.LAST_TRICK_TWICE)),
        (111, 91, said(Slip.BELOTE_COUNTED_IN)),
        (77, 91, said(NINE)),
        (73, 91, said(JACK)),
        (105, 91, said((Slip.COUNTED_TRUMP, Rank.NINE))),
        (109, 91, said((Slip.COUNTED_TRUMP, Rank.JACK))),
        (90, 91, said(Slip.ROUNDED)),
        (59, 91, said(NINE, JACK)),
        (80, 91, said((Slip.CARD_FORGOTTEN, Rank.ACE))),
        (94, 91, said((Slip.CARD_TWICE, Rank.QUEEN))),
        (66, 106, said(Slip.SIDES_SWAPPED, Slip.LAST_TRICK_TWICE)),
    ],
)
def test_the_likeliest_slip_at_a_suit(written, right, first):
    found = likely_slips(written, right, trump=Trump.HEARTS, rulebook=COMPETITION)
    assert found[0] == first


def test_nothing_to_explain():
    assert likely_slips(91, 91, trump=Trump.HEARTS, rulebook=COMPETITION) == ()
    assert slips_of_sum((91, 71), trump=Trump.HEARTS, rulebook=COMPETITION) == ()


def test_half_the_pack_cannot_be_swapped():
    found = likely_slips(71, 81, trump=Trump.HEARTS, rulebook=COMPETITION)
    assert found == (said(Slip.LAST_TRICK_FORGOTTEN),)


def test_who_won_the_last_trick_narrows_it_down():
    at = {"trump": Trump.HEARTS, "rulebook": COMPETITION}
    assert likely_slips(101, 91, with_last_trick=True, **at) == (said(Slip.LAST_TRICK_TWICE),)
    assert likely_slips(101, 91, with_last_trick=False, **at) == (said(Slip.LAST_TRICK_NOT_WON),)
    both = (said(Slip.LAST_TRICK_TWICE), said(Slip.LAST_TRICK_NOT_WON))
    assert likely_slips(101, 91, **at) == both


def test_the_pile_narrows_it_down():
    at = {"trump": Trump.HEARTS, "rulebook": COMPETITION}
    pile = cards("9H AS 7S 8S")
    assert likely_slips(11, 25, pile=pile, **at)[0] == said(NINE)
    without = cards("JS AS 7S 8S")
    slips = {slip.slip for one in likely_slips(31, 13, pile=without, **at) for slip in one}
    assert slips == {Slip.COUNTED_TRUMP}
    assert likely_slips(19, 13, pile=without, with_last_trick=False, **at) == ()


def test_aces_counted_as_at_a_suit_under_document_000():
    found = likely_slips(84, 100, trump=Trump.NO_TRUMPS, rulebook=GRENOBLOISE)
    assert found[0] == (LikelySlip(slip=Slip.COUNTED_PLAIN, rank=Rank.ACE, times=2),)


def test_two_belotes_counted_in_at_all_trumps():
    found = likely_slips(140, 100, trump=Trump.ALL_TRUMPS, rulebook=COMPETITION)
    assert (LikelySlip(slip=Slip.BELOTE_COUNTED_IN, times=2),) in found


@pytest.mark.parametrize(
    ("written", "first"),
    [
        ((91, 61), said(Slip.LAST_TRICK_FORGOTTEN)),
        ((91, 81), said(Slip.LAST_TRICK_TWICE)),
        ((111, 71), said(Slip.BELOTE_COUNTED_IN)),
        ((77, 71), said(NINE)),
        ((130, 40), said(Slip.ROUNDED)),
        ((80, 80), said(Slip.ROUNDED)),
        ((91, 68), said((Slip.CARD_FORGOTTEN, Rank.QUEEN))),
        ((91, 95), said(Slip.LAST_TRICK_TWICE, (Slip.COUNTED_TRUMP, Rank.NINE))),
    ],
)
def test_why_both_sides_do_not_add_up(written, first):
    assert slips_of_sum(written, trump=Trump.HEARTS, rulebook=COMPETITION)[0] == first


def test_a_rulebook_without_suits_has_no_other_values_to_mistake():
    mapping = COMPETITION.to_mapping()
    only = {"suit": False, "no_trumps": True, "all_trumps": False, "schmurtz": False}
    mapping["points_bid"]["trumps"] = only
    for named in mapping["named"].values():
        named["trumps"] = only
    del mapping["trumps"]["suit"]
    rulebook = Rulebook.from_mapping(mapping)
    assert Mode.SUIT not in rulebook.trumps
    found = likely_slips(50, 66, trump=Trump.NO_TRUMPS, rulebook=rulebook)
    assert all(slip.slip is not Slip.COUNTED_PLAIN for one in found for slip in one)


@pytest.mark.parametrize(
    ("takers", "trump", "made", "a", "b"),
    [
        ("A", "hearts", {"points": 100}, 100, 62),
        ("B", "hearts", {"points": 100}, 62, 100),
        ("A", "all_trumps", {"points": 100}, 100, 158),
        ("B", "hearts", {"sweep": "takers"}, 0, 162),
        ("B", "hearts", {"sweep": "defenders"}, 162, 0),
    ],
)
def test_the_two_sides_share_the_pack(takers, trump, made, a, b):
    facts = facts_from_json({"takers": takers, "contract": 100, "trump": trump, **made})
    assert side_points(facts, GRENOBLOISE).as_dict() == {"A": a, "B": b}


@settings(deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 300), st.integers(0, 258))
def test_one_slip_explains_alone_and_two_are_only_said_when_none_does(game, written, right):
    name, trump = game
    found = likely_slips(written, right, trump=trump, rulebook=RULEBOOKS[name])
    assert len(set(found)) == len(found)
    lengths = [len(one) for one in found]
    assert lengths == sorted(lengths)
