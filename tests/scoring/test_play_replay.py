"""A whole deal played again: 2,500 that were played, then irregular and incomplete records."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import PACK
from scoring.contracts import BySide, Side, Sweep, Trump
from scoring.errors import Refusal
from scoring.library import load_rulebook
from scoring.play import Duty, law_of, legal_cards, trick_winner
from scoring.replay import Unknown, replay
from tests.scoring.naive_play import COLUMNS, naive_legal_cards
from tests.scoring.positions import cards, played_deals, trick

FICHE = load_rulebook("ffb-fiche")
COMPETITION = load_rulebook("competition")
UNKNOWN_HANDS = ((), (), (), ())


def played_at_random(seed, rulebook, trump, *, tricks=8, seats=(0, 1, 2, 3), lawful=1.0):
    """A deal dealt and played by lot; some cards with no regard for the rules, if asked."""
    lot = random.Random(seed)
    pack = lot.sample(PACK, len(PACK))
    hands = [tuple(pack[seat * 8 : seat * 8 + 8]) for seat in range(4)]
    held = [list(hand) for hand in hands]
    leader = lot.choice(seats)
    record = []
    for _ in range(tricks):
        on_table = []
        turn = seats.index(leader)
        for seat in seats[turn:] + seats[:turn]:
            may = legal_cards(held[seat], on_table, seat=seat, trump=trump, rulebook=rulebook)
            card = lot.choice(may if lot.random() < lawful else held[seat])
            held[seat].remove(card)
            on_table.append((seat, card))
        record.append(tuple(on_table))
        leader = trick_winner(on_table, trump=trump, rulebook=rulebook)
    return hands, record


def again(hands, record, *, trump=Trump.SPADES, takers=Side.A, rulebook=FICHE, alone=None):
    return replay(hands, record, trump=trump, takers=takers, rulebook=rulebook, alone=alone)


def test_the_played_deals_are_all_there():
    assert len(played_deals()) == 2500


def test_the_played_deals_give_their_points_winners_sweep_and_belote():
    for deal in played_deals():
        found = again(deal["hands"], deal["tricks"], trump=deal["trump"], takers=deal["takers"])
        held = {None: 0, "takers": 1, "defenders": -1}[deal["belote"]]
        assert found.points == deal["points"]
        assert list(found.winners) == deal["winners"]
        assert found.sweep == deal["sweep"]
        belotes = found.belotes[deal["takers"]] - found.belotes[deal["takers"].other]
        assert belotes == held
        assert found.revokes == ()
        assert found.unknown == ()
        assert found.last_trick == deal["winners"][-1]
        assert found.least == found.most == found.points


def test_the_tricks_alone_give_as_much_as_with_the_hands():
    for deal in played_deals()[:100]:
        at = {"trump": deal["trump"], "takers": deal["takers"]}
        assert again(UNKNOWN_HANDS, deal["tricks"], **at) == again(
            deal["hands"], deal["tricks"], **at
        )


SHORT = trick("0 AH,1 7H,2 8H,3 7S"), trick("3 KH,0 9H,1 10H,2 JH")


def test_a_revoke_that_a_later_trick_proves():
    """Seat 3 trumped a heart, then led the king of hearts."""
    found = again(UNKNOWN_HANDS, SHORT)
    (revoke,) = found.revokes
    assert (revoke.trick, revoke.seat, str(revoke.card)) == (0, 3, "7S")
    assert (revoke.breach.duty, revoke.breach.clause) == (Duty.FOLLOW, "follow_suit")
    assert cards("KH") == revoke.breach.legal


def test_what_two_tricks_leave_open():
    found = again(UNKNOWN_HANDS, SHORT)
    assert found.winners == (3, 1)
    assert (found.points, found.least, found.most) == (0, 0, 162 - 11 - 16)
    assert (found.sweep, found.last_trick) == (None, None)
    assert set(found.unknown) == {
        Unknown.POINTS,
        Unknown.LAST_TRICK,
        Unknown.SWEEP,
        Unknown.BELOTE,
    }


def test_a_trump_led_first_where_that_is_not_allowed():
    mapping = FICHE.to_mapping()
    mapping["play"]["first_lead"] = "no_trump"
    (revoke,) = again(
        UNKNOWN_HANDS,
        (trick("0 AS,1 7S,2 8S,3 9S"), trick("3 AD,0 7D,1 8D,2 9D")),
        rulebook=type(FICHE).from_mapping(mapping),
    ).revokes
    assert (revoke.trick, revoke.seat, revoke.breach.duty) == (0, 0, Duty.FIRST_LEAD)
    assert revoke.breach.legal == cards("7D")


def test_a_card_that_may_be_a_revoke_is_doubtful():
    one = (trick("0 AH,1 7H,2 8H,3 7S"),)
    found = again(UNKNOWN_HANDS, one)
    assert found.revokes == ()
    (doubt,) = found.doubtful
    assert (doubt.seat, doubt.breach.duty) == (3, Duty.FOLLOW)
    assert Unknown.REVOKES in found.unknown


def test_a_hand_written_down_settles_it():
    void = cards("7S 8S 9S 10S JS QS KS AS")
    found = again(((), (), (), void), (SHORT[0],))
    assert found.doubtful == ()
    assert found.belotes == BySide(0, 1)
    assert Unknown.BELOTE not in found.unknown


def test_three_whole_hands_give_the_fourth():
    deal = played_deals()[0]
    hands, one = deal["hands"], deal["tricks"][:1]
    at = {"trump": deal["trump"], "takers": deal["takers"]}
    for seat in range(4):
        three = [() if other == seat else hand for other, hand in enumerate(hands)]
        assert again(three, one, **at) == again(hands, one, **at)
    # Seat 0 discards a club; the rest of its hand, which nobody wrote down, holds a heart.
    bad = (trick("1 7H,2 JH,3 AH,0 9C"),)
    (revoke,) = again(((), *hands[1:]), bad, **at).revokes
    assert (revoke.seat, revoke.breach.legal) == (0, cards("8H 9H 10H KH"))


def test_one_card_missing_in_a_hand_and_another_hand_unknown_decide_nothing():
    king = cards("KS 7H 8H 9H 10H JH QH")
    rest = [card for card in PACK if card not in {*king, *cards("QS AH 7S 8S 9S 10S JS AS KH")}]
    hands = (king, (), tuple(rest[:8]), tuple(rest[8:]))
    found = again(hands, ())
    assert Unknown.BELOTE in found.unknown
    assert found.belotes == BySide(0, 0)
    # Once the missing card has shown, it is settled.
    shown = again(hands, (trick("0 AH"),))
    assert Unknown.BELOTE not in shown.unknown
    assert again(hands, (trick("0 QS"),)).belotes == BySide(1, 0)


def test_a_trick_of_the_wrong_size_is_named():
    with pytest.raises(Refusal) as refusal:
        again(UNKNOWN_HANDS, (SHORT[0], SHORT[1][:2], SHORT[1]))
    assert refusal.value.params == {"trick": 1, "expected": 4}


def test_both_sides_won_a_trick_so_there_is_no_sweep():
    found = again(UNKNOWN_HANDS, (trick("0 AH,1 7H,2 8H,3 9H"), trick("0 7D,1 AD,2 8D,3 9D")))
    assert found.sweep is None
    assert Unknown.SWEEP not in found.unknown


def test_a_short_last_trick_is_read():
    found = again(UNKNOWN_HANDS, (SHORT[0], trick("3 KH,0 9H")))
    assert found.winners == (3,)
    assert [str(revoke.card) for revoke in found.revokes] == ["7S"]


def test_king_and_queen_in_two_hands_are_no_belote():
    one = (trick("0 KS,1 QS,2 7S,3 8S"),)
    found = again(UNKNOWN_HANDS, one)
    assert found.belotes == BySide(0, 0)
    assert Unknown.BELOTE not in found.unknown


def test_a_full_hand_with_one_of_the_two_holds_no_belote():
    king = cards("KS 7H 8H 9H 10H JH QH AH")
    assert Unknown.BELOTE not in again((king, (), (), ()), ()).unknown
    neither = cards("7C 8C 9C 10C JC QC KC AC")
    assert Unknown.BELOTE in again((king[1:], neither, (), ()), ()).unknown


def test_no_belote_without_trumps():
    kings = cards("KS QS KH QH KD QD KC QC")
    found = again((kings, (), (), ()), (), trump=Trump.NO_TRUMPS, rulebook=COMPETITION)
    assert found.belotes == BySide(0, 0)
    assert Unknown.BELOTE not in found.unknown


def test_without_trumps_an_unknown_belote_is_no_question():
    found = again(UNKNOWN_HANDS, (), trump=Trump.NO_TRUMPS, rulebook=COMPETITION)
    assert Unknown.BELOTE not in found.unknown


def test_four_belotes_at_all_trumps_or_the_first_ones_shown():
    hands = (cards("KS QS KH QH 7S 8S 9S 10S"), cards("KD QD KC QC 7D 8D 9D 10D"), (), ())
    at = {"trump": Trump.ALL_TRUMPS}
    assert again(hands, (), rulebook=COMPETITION, **at).belotes == BySide(2, 2)
    mapping = COMPETITION.to_mapping()
    mapping["trumps"]["all_trumps"]["most_belotes"] = 1
    one = type(COMPETITION).from_mapping(mapping)
    shown = (trick("0 7S,1 KC,2 JS,3 AS"),)
    assert again(hands, shown, rulebook=one, **at).belotes == BySide(0, 1)


SWEPT = [
    trick(f"0 {first},1 {second},2 {third},3 {fourth}")
    for first, second, third, fourth in zip(
        cards("JS 9S AS 10S KS QS 8S 7S"),
        cards("7H 8H 9H JH QH KH 10H AH"),
        cards("7D 8D 9D JD QD KD 10D AD"),
        cards("7C 8C 9C JC QC KC 10C AC"),
        strict=True,
    )
]


@pytest.mark.parametrize(
    ("takers", "alone", "sweep", "points"),
    [
        (Side.A, None, Sweep.TAKERS, 162),
        (Side.A, 0, Sweep.TAKERS_ALONE, 162),
        (Side.A, 2, Sweep.TAKERS, 162),
        (Side.B, None, Sweep.DEFENDERS, 0),
        (Side.B, 1, Sweep.DEFENDERS, 0),
    ],
)
def test_who_swept(takers, alone, sweep, points):
    found = again(UNKNOWN_HANDS, SWEPT, takers=takers, alone=alone)
    assert (found.sweep, found.points) == (sweep, points)


def test_the_partner_may_play_on_in_a_generale():
    found = again(UNKNOWN_HANDS, SWEPT, rulebook=load_rulebook("kchanaise"), alone=0)
    assert (found.sweep, found.points) == (Sweep.TAKERS_ALONE, 162)


def test_a_generale_alone_is_played_in_tricks_of_three():
    alone = [tuple(play for play in one if play[0] != 2) for one in SWEPT]
    at = {"rulebook": COMPETITION, "alone": 0}
    found = again(UNKNOWN_HANDS, alone, **at)
    assert (found.sweep, found.points, found.revokes) == (Sweep.TAKERS_ALONE, 162, ())
    assert found.winners == (0,) * 8


@pytest.mark.parametrize("seed", range(20))
def test_the_cards_laid_down_count_with_the_takers(seed):
    hands, record = played_at_random(seed, COMPETITION, Trump.HEARTS, seats=(0, 1, 3))
    at = {"trump": Trump.HEARTS, "rulebook": COMPETITION}
    found = again(hands, record, alone=0, **at)
    law = law_of(COMPETITION, Trump.HEARTS)
    lost = sum(
        law.points[PACK.index(card)]
        for winner, one in zip(found.winners, record, strict=True)
        for _seat, card in one
        if winner != 0
    )
    assert found.points == 162 - lost - (10 if found.winners[-1] != 0 else 0)
    assert found.revokes == ()
    before = again(hands, record[:-1], alone=0, **at)
    assert before.least <= found.points <= before.most


@pytest.mark.parametrize(
    ("hands", "record", "other", "code"),
    [
        (((), (), ()), (), {}, "record_hands"),
        ((cards("7S 8S"), cards("7S"), (), ()), (), {}, "record_card_twice"),
        ((cards("7S 7S"), (), (), ()), (), {}, "record_card_twice"),
        (UNKNOWN_HANDS, (SHORT[0], trick("3 AH")), {}, "record_card_twice"),
        (((), (), (), cards("AH")), (SHORT[0],), {}, "record_card_twice"),
        (UNKNOWN_HANDS, (SHORT[0], trick("3 7S")), {}, "record_card_twice"),
        ((PACK[:8], (), (), ()), (SHORT[0],), {}, "record_card_not_in_hand"),
        ((PACK[:7], (), (), ()), SHORT, {}, "record_hand_too_big"),
        (UNKNOWN_HANDS, (SHORT[0][:3], SHORT[1]), {}, "record_trick_size"),
        (UNKNOWN_HANDS, ((),), {}, "record_trick_size"),
        (UNKNOWN_HANDS, (SHORT[0],), {"rulebook": COMPETITION, "alone": 0}, "record_trick_size"),
        (UNKNOWN_HANDS, SWEPT + SWEPT, {}, "record_too_many_tricks"),
        (UNKNOWN_HANDS, (SHORT[0], trick("0 9H,1 10H,2 JH,3 KH")), {}, "record_out_of_turn"),
        (UNKNOWN_HANDS, (trick("0 AH,2 7H,1 8H,3 7S"),), {}, "record_out_of_turn"),
        (
            UNKNOWN_HANDS,
            (trick("2 AH,3 7H,0 8H"),),
            {"rulebook": COMPETITION, "alone": 0},
            "record_out_of_turn",
        ),
        (UNKNOWN_HANDS, (), {"alone": 1}, "record_alone_not_a_taker"),
    ],
)
def test_a_record_that_cannot_be_is_refused(hands, record, other, code):
    with pytest.raises(Refusal) as refusal:
        again(hands, record, **other)
    assert refusal.value.code == code


@settings(deadline=None)
@given(
    st.integers(),
    st.sampled_from(sorted(COLUMNS)),
    st.sampled_from([Trump.SPADES, Trump.HEARTS, Trump.DIAMONDS, Trump.CLUBS]),
)
def test_the_revokes_are_the_cards_the_naive_reading_forbids(seed, name, trump):
    rulebook = load_rulebook(name)
    hands, record = played_at_random(seed, rulebook, trump, lawful=0.5)
    held = [list(hand) for hand in hands]
    expected = []
    for number, one in enumerate(record):
        for place, (seat, card) in enumerate(one):
            may = naive_legal_cards(
                held[seat], one[:place], seat=seat, trump=trump, rulebook_name=name
            )
            if card not in may:
                expected.append((number, seat, card, sorted(may)))
            held[seat].remove(card)
    found = again(hands, record, trump=trump, rulebook=rulebook).revokes
    assert [
        (revoke.trick, revoke.seat, revoke.card, sorted(revoke.breach.legal)) for revoke in found
    ] == expected


@settings(deadline=None)
@given(
    st.integers(),
    st.sampled_from([*list(Trump)[:4], Trump.ALL_TRUMPS, Trump.NO_TRUMPS]),
    st.sets(st.integers(0, 3)),
    st.integers(0, 8),
    st.integers(0, 3),
)
def test_what_an_incomplete_record_concludes_is_true(seed, trump, unknown, tricks, short):
    hands, record = played_at_random(seed, COMPETITION, trump, lawful=0.7)
    at = {"trump": trump, "rulebook": COMPETITION}
    whole = again(hands, record, **at)
    kept = record[:tricks] + [one[:short] for one in record[tricks : tricks + 1] if short]
    partly = [() if seat in unknown else hand for seat, hand in enumerate(hands)]
    found = again(partly, kept, **at)
    assert found.winners == whole.winners[:tricks]
    assert found.least <= whole.points <= found.most
    if Unknown.SWEEP not in found.unknown:
        assert found.sweep == whole.sweep
    if Unknown.BELOTE not in found.unknown:
        assert found.belotes == whole.belotes
    plays = {(seat, card) for one in kept for seat, card in one}
    real = {(one.seat, one.card) for one in whole.revokes} & plays
    sure = {(one.seat, one.card) for one in found.revokes}
    assert sure <= real <= sure | {(one.seat, one.card) for one in found.doubtful}
    if not unknown:
        assert not found.doubtful
