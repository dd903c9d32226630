"""Which cards may be played: cases worked out, then laws that always hold."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import PACK
from scoring.contracts import Trump
from scoring.errors import Refusal
from scoring.library import load_rulebook, shipped_rulebooks
from scoring.play import (
    Breach,
    Duty,
    Law,
    law_of,
    legal_cards,
    trick_winner,
    verify_position,
    why_illegal,
)
from scoring.rulebook import Rulebook
from tests.scoring.naive_play import COLUMNS, naive_legal_cards, winning_play
from tests.scoring.positions import cards, positions, trick

RULEBOOKS = {name: load_rulebook(name) for name in shipped_rulebooks()}
GAMES = [
    (name, trump)
    for name, rulebook in RULEBOOKS.items()
    for trump in Trump
    if trump.mode in rulebook.trumps
]
SPADES, CLUBS = Trump.SPADES, Trump.CLUBS


def with_play(name="ffb-fiche", **duties):
    """A shipped rulebook with other duties, as a club's own file would have."""
    mapping = RULEBOOKS[name].to_mapping()
    mapping["play"] = {**mapping["play"], **duties}
    return Rulebook.from_mapping(mapping)


def legal(name, hand, on_table, *, seat=3, trump=SPADES):
    rulebook = RULEBOOKS[name] if isinstance(name, str) else name
    found = legal_cards(cards(hand), trick(on_table), seat=seat, trump=trump, rulebook=rulebook)
    return " ".join(map(str, found))


def why(name, card, hand, on_table, *, seat=3, trump=SPADES):
    rulebook = RULEBOOKS[name] if isinstance(name, str) else name
    (asked,) = cards(card)
    return why_illegal(
        asked, cards(hand), trick(on_table), seat=seat, trump=trump, rulebook=rulebook
    )


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_first_lead_is_free(name):
    assert legal(name, "AS 7H 8H", "") == "AS 7H 8H"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_suit_led_is_followed_also_when_the_partner_wins(name):
    assert legal(name, "AS 7H 8H JC", "1 AH,2 9H") == "7H 8H"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_without_the_suit_led_one_trumps_when_an_opponent_wins(name):
    assert legal(name, "7S 8S JC", "2 AH") == "7S 8S"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_without_the_suit_led_and_without_trumps_one_plays_anything(name):
    assert legal(name, "JC 7D", "2 AH") == "JC 7D"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_a_partner_who_wins_with_the_suit_led_excuses_from_trumping(name):
    assert legal(name, "7S 8S JC", "1 AH,2 9H") == "7S 8S JC"


@pytest.mark.parametrize("name", RULEBOOKS)
def test_one_goes_over_an_opponents_trump(name):
    assert legal(name, "7S JS JC", "1 AH,2 KS") == "JS"


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("grenobloise", "7S 8S"),
        ("ffb-fiche", "7S 8S JC"),
        ("multijoueur", "7S 8S"),
        ("competition", "7S 8S"),
        ("kchanaise", "7S 8S"),
        ("ffb-coinchee-2015", "7S 8S JC"),
        ("ffb-contree-2016", "7S 8S JC"),
    ],
)
def test_who_cannot_go_over_an_opponents_trump(name, allowed):
    assert legal(name, "7S 8S JC", "1 AH,2 KS") == allowed


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("grenobloise", "JC"),
        ("ffb-fiche", "JC 8C 7D"),
        ("multijoueur", "JC 8C 7D"),
        ("competition", "JC 8C 7D"),
        ("kchanaise", "JC 7D"),
    ],
)
def test_the_partner_has_ruffed(name, allowed):
    assert legal(name, "JC 8C 7D", "0 7H,1 KC,2 8H", trump=CLUBS) == allowed


def test_document_004_the_partner_ruffed_and_only_the_jack_goes_up():
    assert legal("kchanaise", "JC 8C", "0 7H,1 KC", seat=3, trump=CLUBS) == "JC"


def test_who_cannot_go_over_the_partners_trump_still_trumps_or_not():
    assert legal("grenobloise", "QC 8C 7D", "0 7H,1 KC,2 8H", trump=CLUBS) == "QC 8C"
    assert legal("kchanaise", "QC 8C 7D", "0 7H,1 KC,2 8H", trump=CLUBS) == "QC 8C 7D"


@pytest.mark.parametrize(
    ("on_table", "allowed"),
    [
        ("2 KS", "JS"),
        ("1 KS,2 8S", "JS"),
        ("2 JS", "7S QS"),
    ],
)
def test_one_goes_up_when_trumps_are_led(on_table, allowed):
    hand = "7S JS AH" if allowed == "JS" else "7S QS AH"
    for name in set(RULEBOOKS) - {"multijoueur"}:
        assert legal(name, hand, on_table) == allowed


def test_under_multijoueur_one_goes_up_unless_the_partner_wins():
    assert legal("multijoueur", "7S JS AH", "2 KS") == "JS"
    assert legal("multijoueur", "7S JS AH", "1 KS,2 8S") == "7S JS"


def test_all_trumps_go_up_in_the_suit_led_else_anything():
    at = {"trump": Trump.ALL_TRUMPS}
    assert legal("competition", "7H JH AS", "2 KH", **at) == "JH"
    assert legal("competition", "7H 8H AS", "2 KH", **at) == "7H 8H"
    assert legal("competition", "JC AS", "2 KH", **at) == "JC AS"


@pytest.mark.parametrize("trump", [Trump.NO_TRUMPS, Trump.SCHMURTZ])
def test_without_trumps_one_follows_else_anything(trump):
    assert legal("kchanaise", "7H JH AS", "2 KH", trump=trump) == "7H JH"
    assert legal("kchanaise", "JC AS", "2 KH", trump=trump) == "JC AS"


@pytest.mark.parametrize(
    ("trump", "on_table", "winner"),
    [
        (SPADES, "1 AH,2 10H,3 KH,0 QH", 1),
        (SPADES, "1 AH,2 7S,3 KH,0 8S", 0),
        (SPADES, "1 9S,2 AS,3 JS,0 10S", 3),
        (SPADES, "1 7H,2 AD,3 AC,0 8H", 0),
        (Trump.NO_TRUMPS, "1 10H,2 KH,3 AS,0 9H", 1),
        (Trump.SCHMURTZ, "1 10H,2 KH,3 AS,0 9H", 0),
        (Trump.ALL_TRUMPS, "1 AH,2 9H,3 JS,0 10H", 2),
    ],
)
def test_who_wins_the_trick(trump, on_table, winner):
    rulebook = RULEBOOKS["kchanaise"]
    assert trick_winner(trick(on_table), trump=trump, rulebook=rulebook) == winner


@pytest.mark.parametrize(
    ("name", "card", "hand", "on_table", "trump", "duty", "clause"),
    [
        ("ffb-fiche", "JC", "7H JC", "2 AH", SPADES, Duty.FOLLOW, "follow_suit"),
        ("ffb-fiche", "7S", "7S JS", "2 KS", SPADES, Duty.GO_UP, "go_up"),
        ("ffb-fiche", "JC", "7S JC", "2 KH", SPADES, Duty.TRUMP, "must_trump"),
        ("ffb-fiche", "JC", "AS JC", "1 KH,2 7S", SPADES, Duty.TRUMP, "must_trump"),
        ("competition", "JC", "8S JC", "1 KH,2 9S", SPADES, Duty.STILL_TRUMP, "cannot_go_over"),
        ("grenobloise", "JC", "8S JC", "0 KH,1 9S", SPADES, Duty.STILL_TRUMP, "cannot_go_over"),
        ("grenobloise", "JC", "JS JC", "0 KH,1 9S", SPADES, Duty.TRUMP, "must_trump"),
        ("competition", "7S", "7S JS", "1 KH,2 8S", SPADES, Duty.GO_OVER, "over_trump"),
        ("grenobloise", "8C", "8C JC", "0 7H,1 KC", CLUBS, Duty.GO_OVER, "over_trump"),
        ("kchanaise", "8C", "8C JC", "0 7H,1 KC", CLUBS, Duty.TRUMP_GOES_UP, "exempt"),
        ("kchanaise", "8C", "8C JC", "1 7H,2 KC", CLUBS, Duty.GO_OVER, "over_trump"),
        # The ace stands beside another suit in the pack.
        ("competition", "AS", "AS JS", "1 KH,2 9S", SPADES, Duty.GO_OVER, "over_trump"),
        (
            "competition",
            "7H",
            "7H JH",
            "2 KH",
            Trump.ALL_TRUMPS,
            Duty.GO_UP,
            "all_trumps_play",
        ),
        ("kchanaise", "7S", "7H 7S", "2 KH", Trump.NO_TRUMPS, Duty.FOLLOW, "no_trumps_play"),
        ("kchanaise", "7S", "7H 7S", "2 KH", Trump.SCHMURTZ, Duty.FOLLOW, "no_trumps_play"),
    ],
)
def test_the_duty_that_is_broken(name, card, hand, on_table, trump, duty, clause):
    breach = why(name, card, hand, on_table, trump=trump)
    assert (breach.duty, breach.clause) == (duty, clause)
    assert clause in RULEBOOKS[name].clauses
    assert " ".join(map(str, breach.legal)) == legal(name, hand, on_table, trump=trump)


def test_a_legal_card_breaks_nothing():
    assert why("ffb-fiche", "7H", "7H JC", "2 AH") is None


def test_a_card_that_is_not_held_is_refused():
    with pytest.raises(Refusal, match="card_not_in_hand"):
        why("ffb-fiche", "AC", "7H JC", "2 AH")


def test_a_trump_the_rulebook_does_not_have_is_refused():
    with pytest.raises(Refusal, match="trump_not_in_rulebook"):
        legal("multijoueur", "7H", "", trump=Trump.ALL_TRUMPS)


@pytest.mark.parametrize(
    ("hand", "on_table", "seat", "code"),
    [
        ("7H JC", "", 2, None),
        ("7H JC", "1 AH,2 8H", 3, None),
        ("7H JC", "3 AH,0 8H,1 9H", 2, None),
        ("7H JC", "2 AH,3 8H", 1, None),
        ("7H JC", "1 AH,2 8H", 2, "trick_out_of_turn"),
        ("7H JC", "1 AH,2 8H", 1, "trick_out_of_turn"),
        ("7H JC", "2 AH,1 8H", 0, "trick_out_of_turn"),
        ("7H 7H", "1 AH", 2, "trick_card_twice"),
        ("7H JC", "1 JC", 2, "trick_card_twice"),
        ("7H JC", "1 AH,2 AH", 3, "trick_card_twice"),
    ],
)
def test_a_position_is_played_in_turn_with_each_card_once(hand, on_table, seat, code):
    if code is None:
        verify_position(cards(hand), trick(on_table), seat=seat)
    else:
        with pytest.raises(Refusal, match=code):
            verify_position(cards(hand), trick(on_table), seat=seat)


# Duties that no shipped rulebook has, as a club's own file may.


def test_the_first_lead_may_have_to_be_no_trump():
    rulebook = with_play(first_lead="no_trump")
    whole = "7S 8S 9S 10S JS QS KS AH"
    assert legal(rulebook, whole, "") == "AH"
    assert legal(rulebook, "7S 8S 9S 10S JS QS KS AS", "") == "7S 8S 9S 10S JS QS KS AS"
    assert legal(rulebook, "7S AH", "") == "7S AH"
    breach = why(rulebook, "7S", whole, "")
    assert (breach.duty, breach.clause) == (Duty.FIRST_LEAD, "first_lead")


def test_a_partner_who_wins_may_free_from_following():
    rulebook = with_play(follow_suit="unless_partner_winning")
    assert legal(rulebook, "7H JC", "1 AH,2 8H") == "7H JC"
    assert legal(rulebook, "7H JC", "2 AH") == "7H"


def test_a_partner_who_wins_frees_nobody_when_trumps_are_led():
    rulebook = RULEBOOKS["multijoueur"].switched("free-under-partner")
    led = "0 7H,1 KH,2 8H"
    assert legal(rulebook, "QH AS 7C", led, trump=CLUBS) == "QH AS 7C"
    assert legal(rulebook, "QH AS 7C", led, trump=Trump.HEARTS) == "QH"
    assert legal(rulebook, "AS 7C", led, trump=Trump.HEARTS) == "AS 7C"
    at_all_trumps = with_play("competition", follow_suit="unless_partner_winning")
    assert legal(at_all_trumps, "JH AC", led, trump=Trump.ALL_TRUMPS) == "JH"


def test_trumping_may_never_be_asked():
    rulebook = with_play(must_trump="never")
    assert legal(rulebook, "7S JC", "2 AH") == "7S JC"
    assert (
        legal(with_play(must_trump="never", when_exempt="trump_goes_up"), "7S JS JC", "1 AH,2 9S")
        == "JS JC"
    )


def test_a_partner_who_wins_may_excuse_nobody():
    rulebook = with_play(must_trump="always", exempt_when="never")
    assert legal(rulebook, "7S JC", "1 AH,2 8H") == "7S"
    # Over a partner's trump nobody has to go here, but trumping is asked.
    assert legal(rulebook, "7S JS JC", "0 7H,1 9S,2 8H") == "7S JS"


def test_going_up_and_going_over_may_never_be_asked():
    rulebook = with_play(go_up="never", over_trump="never", all_trumps_go_up="never")
    assert legal(rulebook, "7S JS", "2 KS") == "7S JS"
    assert legal(rulebook, "7S JS JC", "1 AH,2 KS") == "7S JS"


def test_at_all_trumps_the_partner_may_excuse_from_going_up():
    rulebook = with_play("competition", all_trumps_go_up="unless_partner_winning")
    at = {"trump": Trump.ALL_TRUMPS}
    assert legal(rulebook, "7H JH", "1 KH,2 8H", **at) == "7H JH"
    assert legal(rulebook, "7H JH", "2 KH", **at) == "JH"


def test_the_naive_table_has_a_column_for_every_rulebook():
    assert set(COLUMNS) == set(RULEBOOKS)


@pytest.mark.parametrize(("name", "trump"), GAMES)
@settings(deadline=None)
@given(position=positions())
def test_legal_cards_and_winner_are_those_of_the_naive_reading(name, trump, position):
    hand, on_table, seat = position
    at = {"trump": trump, "rulebook": RULEBOOKS[name]}
    found = legal_cards(hand, on_table, seat=seat, **at)
    naive = naive_legal_cards(hand, on_table, seat=seat, trump=trump, rulebook_name=name)
    assert found == naive
    assert found
    if on_table:
        assert trick_winner(on_table, **at) == winning_play(on_table, trump)[0]


@settings(deadline=None)
@given(st.sampled_from(GAMES), positions())
def test_a_card_is_illegal_because_of_one_other_card(game, position):
    """What replay concludes from an incomplete hand rests on this."""
    name, trump = game
    hand, on_table, seat = position
    for card in hand:
        alone = all(
            card
            in legal_cards(
                tuple({card, other}), on_table, seat=seat, trump=trump, rulebook=RULEBOOKS[name]
            )
            for other in hand
        )
        found = legal_cards(hand, on_table, seat=seat, trump=trump, rulebook=RULEBOOKS[name])
        assert (card in found) is alone


@settings(deadline=None)
@given(st.sampled_from(GAMES), positions())
def test_a_card_is_legal_or_breaks_a_duty_that_has_an_article(game, position):
    name, trump = game
    hand, on_table, seat = position
    for card in hand:
        breach = why_illegal(card, hand, on_table, seat=seat, trump=trump, rulebook=RULEBOOKS[name])
        found = legal_cards(hand, on_table, seat=seat, trump=trump, rulebook=RULEBOOKS[name])
        assert (breach is None) is (card in found)
        if breach is not None:
            assert breach.legal == found


@pytest.mark.parametrize(("name", "trump"), GAMES)
def test_the_cards_of_the_pack_add_up_to_the_rulebooks_total(name, trump):
    rulebook = RULEBOOKS[name]
    last_trick = rulebook.trumps[trump.mode].last_trick
    assert sum(law_of(rulebook, trump).points) + last_trick == rulebook.pack_total(trump)


@pytest.mark.parametrize(("name", "trump"), GAMES)
def test_of_two_cards_of_a_suit_one_beats_the_other_and_none_itself(name, trump):
    law = law_of(RULEBOOKS[name], trump)
    for one, card in enumerate(PACK):
        for other in range(len(PACK)):
            beats = law.beats[other] >> one & 1, law.beats[one] >> other & 1
            same_suit = card.suit is PACK[other].suit
            assert sum(beats) == (one != other) if same_suit else sum(beats) <= 1


def test_the_duties_of_a_rulebook_are_worked_out_once():
    rulebook = RULEBOOKS["kchanaise"]
    assert law_of(rulebook, CLUBS) is law_of(rulebook, CLUBS)


@pytest.mark.parametrize("kind", [Breach, Law])
def test_an_answer_is_named_and_never_changes(kind):
    assert kind.__dataclass_params__.frozen
    assert "__slots__" in vars(kind)
    assert all(field.kw_only for field in fields(kind))
