"""Which calls may be made, rulebook by rulebook, with the clause that says no."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.auction import Auction, BidCall, IllegalCall, Word, parse_call
from scoring.cards import Suit
from scoring.contracts import Contract, NamedContract, Side, Stake, Trump
from scoring.errors import BadFacts
from scoring.library import load_rulebook, shipped_rulebooks
from scoring.rulebook import Rulebook

RULEBOOKS = {name: load_rulebook(name) for name in shipped_rulebooks()}
WITH_BIDS = sorted(set(RULEBOOKS) - {"multijoueur"})
FLYING = ["grenobloise", "competition", "kchanaise"]
IN_TURN = ["ffb-fiche", "ffb-coinchee-2015", "ffb-contree-2016"]


def with_auction(name="ffb-fiche", **rules):
    """A shipped rulebook with other rules for the auction, as a club's own file would have."""
    mapping = RULEBOOKS[name].to_mapping()
    for table in ("auction", "multipliers", "points_bid"):
        mapping[table] = {**mapping[table], **rules.pop(table, {})}
    return Rulebook.from_mapping(mapping)


def after(name, calls, *, first=0, turned=None):
    """The auction after calls such as ``80 hearts, pass, 3:coinche``."""
    rulebook = RULEBOOKS[name] if isinstance(name, str) else name
    auction = Auction.open(rulebook, first=first, turned=turned)
    for call in calls.split(", ") if calls else []:
        auction = auction.do(*spoken(call)[:1], **spoken(call)[1])
    return auction


def spoken(call):
    seat, colon, words = call.rpartition(":")
    return parse_call(words), {"seat": int(seat) if colon else None}


def refusal(auction, call):
    words, at = spoken(call)
    assert not auction.can(words, **at)
    with pytest.raises(IllegalCall) as refused:
        auction.do(words, **at)
    with pytest.raises(IllegalCall):
        auction.verify(words, **at)
    assert refused.value.clause in auction.rulebook.clauses
    return refused.value.code, refused.value.clause


@pytest.mark.parametrize("name", WITH_BIDS)
def test_three_passes_after_a_bid_close(name):
    auction = after(name, "80 hearts, pass, 90 spades, pass, pass", first=1)
    assert not auction.is_closed
    auction = auction.do(Word.PASS)
    assert (auction.is_closed, auction.is_over) == (True, True)
    assert auction.contract == Contract(takers=Side.B, bid=90, trump=Trump.SPADES)
    assert refusal(auction, "pass") == ("auction_is_over", "closing")


@pytest.mark.parametrize("name", WITH_BIDS)
def test_four_passes_give_a_new_deal(name):
    auction = after(name, "pass, pass, pass")
    assert not auction.is_closed
    auction = auction.do(Word.PASS)
    assert auction.is_over
    assert auction.contract is None
    assert refusal(auction, "80 hearts") == ("auction_is_over", "four_passes")


@pytest.mark.parametrize("name", WITH_BIDS)
@pytest.mark.parametrize(
    ("before", "call", "code", "clause"),
    [
        ("", "70 hearts", "bid_below_minimum", "bids"),
        ("", "250 hearts", "bid_above_maximum", "bids"),
        ("", "95 hearts", "bid_not_a_step", "bids"),
        ("", "80 schmurtz", "trump_not_allowed", "bids"),
        ("90 hearts", "90 spades", "bid_not_higher", "bid_order"),
        ("90 hearts", "80 spades", "bid_not_higher", "bid_order"),
        ("capot hearts", "240 spades", "bid_not_higher", "bid_order"),
        ("capot hearts", "capot spades", "bid_not_higher", "bid_order"),
        ("", "take", "contract_not_in_rulebook", "bid_order"),
        ("", "1:80 hearts", "call_out_of_turn", "turn"),
        ("80 hearts", "3:pass", "call_out_of_turn", "turn"),
        ("", "coinche", "nothing_to_coinche", "coinche"),
        ("80 hearts", "2:coinche", "coinche_own_side", "coinche"),
        ("80 hearts", "surcoinche", "nothing_to_surcoinche", "coinche"),
        ("80 hearts, coinche", "90 spades", "bidding_stopped", "coinche"),
        ("80 hearts, coinche, pass", "coinche", "already_coinched", "coinche"),
        ("80 hearts, coinche, pass", "surcoinche", "surcoinche_other_side", "coinche"),
        ("80 hearts, coinche, surcoinche", "surcoinche", "auction_is_over", "closing"),
    ],
)
def test_a_call_that_may_not_be_made(name, before, call, code, clause):
    assert refusal(after(name, before), call) == (code, clause)


@pytest.mark.parametrize("name", FLYING)
def test_a_coinche_may_come_at_any_time(name):
    auction = after(name, "80 hearts, 3:coinche")
    assert (auction.stake, auction.turn) == (Stake.COINCHE, 0)
    assert (auction.is_closed, auction.is_over) == (True, False)
    assert after(name, "80 hearts, 1:coinche, 0:surcoinche").stake is Stake.SURCOINCHE


@pytest.mark.parametrize("name", IN_TURN)
def test_a_coinche_waits_for_its_turn(name):
    assert refusal(after(name, "80 hearts"), "3:coinche") == ("call_out_of_turn", "coinche")
    assert refusal(after(name, "80 hearts, coinche"), "0:surcoinche") == (
        "call_out_of_turn",
        "coinche",
    )
    assert after(name, "80 hearts, coinche, surcoinche").stake is Stake.SURCOINCHE


@pytest.mark.parametrize("name", WITH_BIDS)
def test_the_bidder_may_surcoinche_after_two_passes(name):
    auction = after(name, "80 hearts, coinche, pass, pass, surcoinche")
    assert (auction.stake, auction.is_over) == (Stake.SURCOINCHE, True)


@pytest.mark.parametrize("name", WITH_BIDS)
def test_three_passes_after_a_coinche_end_it(name):
    auction = after(name, "80 hearts, coinche, pass, pass, pass")
    assert (auction.stake, auction.is_over) == (Stake.COINCHE, True)


@pytest.mark.parametrize("name", sorted(set(WITH_BIDS) - {"competition"}))
def test_a_player_who_passed_may_speak_again(name):
    assert after(name, "pass, 80 hearts, pass, pass").can(parse_call("90 spades"))


def test_under_competition_a_player_who_passed_bids_no_more_but_may_coinche():
    auction = after("competition", "pass, 80 hearts, pass, pass")
    assert refusal(auction, "90 spades") == ("passed_player_bids", "after_pass")
    assert auction.can(Word.COINCHE)
    assert auction.do(Word.COINCHE).contract.stake is Stake.COINCHE


def test_a_player_who_passed_may_have_nothing_more_to_say():
    rulebook = with_auction(auction={"after_pass": "may_not_speak"})
    auction = after(rulebook, "pass, 80 hearts, pass, pass")
    assert refusal(auction, "coinche") == ("passed_player_speaks", "after_pass")
    assert refusal(auction, "90 spades") == ("passed_player_speaks", "after_pass")
    assert auction.can(Word.PASS)


def test_the_order_of_the_named_contracts_under_kchanaise():
    rising = [
        "240 hearts",
        "capot schmurtz",
        "capot spades",
        "capot no_trumps",
        "capot all_trumps",
        "capot_belote hearts",
        "generale schmurtz",
        "generale clubs",
        "generale no_trumps",
        "generale all_trumps",
        "generale_belote clubs",
    ]
    for lower, higher in pairwise(rising):
        assert after("kchanaise", lower).can(parse_call(higher))
        assert refusal(after("kchanaise", higher), lower) == ("bid_not_higher", "bid_order")


@pytest.mark.parametrize("trump", ["no_trumps", "all_trumps", "schmurtz"])
def test_under_kchanaise_no_points_without_a_suit(trump):
    assert refusal(after("kchanaise", ""), f"100 {trump}") == ("trump_not_allowed", "bids")


def test_the_fiche_has_suits_only_and_no_generale():
    assert refusal(after("ffb-fiche", ""), "capot all_trumps") == ("trump_not_allowed", "capot")
    assert refusal(after("ffb-fiche", ""), "generale hearts") == (
        "contract_not_in_rulebook",
        "bid_order",
    )


def test_a_belote_can_only_be_promised_where_there_is_one():
    assert refusal(after("grenobloise", ""), "capot_belote no_trumps") == (
        "trump_not_allowed",
        "capot_belote",
    )


def test_only_bids_from_a_level_may_be_coinched():
    rulebook = with_auction(points_bid={"coinche_from": 100})
    assert refusal(after(rulebook, "90 hearts"), "coinche") == ("bid_not_coinchable", "coinche")
    assert after(rulebook, "100 hearts").can(Word.COINCHE)
    assert after(rulebook, "capot hearts").can(Word.COINCHE)


def test_a_rulebook_without_surcoinche_is_over_at_the_coinche():
    rulebook = with_auction(multipliers={"surcoinche": 0})
    auction = after(rulebook, "80 hearts, coinche")
    assert auction.is_over
    assert refusal(after(rulebook, "80 hearts"), "surcoinche") == (
        "stake_not_in_rulebook",
        "stakes",
    )


def test_bidding_may_go_on_over_a_coinche():
    rulebook = with_auction(auction={"coinche_closes": False})
    auction = after(rulebook, "80 hearts, coinche, 90 hearts")
    assert auction.contract == Contract(takers=Side.A, bid=90, trump=Trump.HEARTS)
    doubled = after(rulebook, "80 hearts, coinche, surcoinche")
    assert not doubled.is_closed
    assert refusal(doubled, "surcoinche") == ("already_coinched", "coinche")
    assert refusal(doubled, "coinche") == ("already_coinched", "coinche")


def test_a_raise_may_have_to_be_larger_than_the_step():
    rulebook = with_auction(points_bid={"least_raise": 20})
    assert refusal(after(rulebook, "80 hearts"), "90 spades") == ("bid_not_higher", "bid_order")
    assert after(rulebook, "80 hearts").can(parse_call("100 spades"))


def test_a_card_turned_up_means_nothing_where_one_bids():
    auction = after("ffb-fiche", "80 hearts", turned=Suit.CLUBS)
    assert auction.contract.trump is Trump.HEARTS


# A card is turned up: take it, or another suit in the second round.


def turned(calls):
    return after("multijoueur", calls, turned=Suit.HEARTS)


@pytest.mark.parametrize("call", ["take", "take hearts"])
def test_taking_the_card_turned_up(call):
    auction = turned(f"pass, pass, {call}")
    assert auction.is_over
    assert auction.contract == Contract(takers=Side.A, bid=NamedContract.TAKE, trump=Trump.HEARTS)
    assert refusal(auction, "pass") == ("auction_is_over", "take")


def test_taking_another_suit_in_the_second_round():
    auction = turned("pass, pass, pass, pass, take clubs")
    assert auction.contract.trump is Trump.CLUBS
    assert turned("pass, pass, pass, pass").is_over is False
    assert turned("pass, pass, pass, pass, pass, pass, pass, pass").is_over is True


@pytest.mark.parametrize(
    ("before", "call", "code"),
    [
        ("", "take clubs", "take_of_another_suit"),
        ("pass, pass, pass, pass", "take hearts", "take_of_the_turned_suit"),
        ("pass, pass, pass, pass", "take", "call_without_trump"),
        ("", "take all_trumps", "trump_not_allowed"),
        ("", "80 hearts", "no_points_bids"),
        ("", "capot hearts", "contract_not_in_rulebook"),
        ("", "coinche", "stake_not_in_rulebook"),
        ("", "surcoinche", "stake_not_in_rulebook"),
    ],
)
def test_a_take_that_may_not_be(before, call, code):
    assert refusal(turned(before), call) == (code, "take")


def test_the_card_turned_up_may_not_be_known():
    auction = Auction.open(RULEBOOKS["multijoueur"], first=0)
    assert auction.do(parse_call("take clubs")).contract.trump is Trump.CLUBS
    assert refusal(auction, "take") == ("call_without_trump", "take")


def test_a_take_may_be_coinched_where_the_club_says_so():
    mapping = RULEBOOKS["multijoueur"].to_mapping()
    mapping["multipliers"]["coinche"] = 2
    for cell in ("made", "made_swept", "failed", "failed_swept"):
        mapping["marks"][f"{cell}_doubled"] = cell
    for clause in ("stakes", "coinche", "made_doubled", "made_swept_doubled"):
        mapping["clauses"][clause] = ""
    for clause in ("failed_doubled", "failed_swept_doubled"):
        mapping["clauses"][clause] = ""
    auction = after(Rulebook.from_mapping(mapping), "take hearts")
    assert (auction.is_closed, auction.is_over) == (True, False)
    assert refusal(auction, "take clubs") == ("bidding_stopped", "take")
    assert auction.do(Word.COINCHE).contract.stake is Stake.COINCHE


# Calls as they are written.


@pytest.mark.parametrize(
    "text", ["pass", "coinche", "surcoinche", "80 hearts", "capot no_trumps", "take", "take clubs"]
)
def test_a_call_reads_back_as_it_is_written(text):
    assert str(parse_call(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "80",
        "hearts",
        "80 hearts now",
        "capot",
        "80 stars",
        "-80 hearts",
        "８０ hearts",
        None,
        80,
    ],
)
def test_what_is_not_a_call_is_refused(text):
    with pytest.raises(BadFacts, match="bad_fact"):
        parse_call(text)


def test_a_bid_needs_a_trump():
    auction = Auction.open(RULEBOOKS["ffb-fiche"], first=0)
    with pytest.raises(IllegalCall, match="call_without_trump"):
        auction.do(BidCall(bid=80))


ANY_CALL = st.sampled_from(
    [Word.PASS] * 3
    + [Word.COINCHE, Word.SURCOINCHE]
    + [
        BidCall(bid=bid, trump=trump)
        for bid in (70, 80, 90, 95, 100, 160, 240, 250, *NamedContract)
        for trump in Trump
    ]
)


@settings(deadline=None)
@given(
    st.sampled_from(sorted(RULEBOOKS)),
    st.integers(0, 3),
    st.lists(st.tuples(st.none() | st.integers(0, 3), ANY_CALL), max_size=30),
)
def test_an_auction_is_what_its_legal_calls_made_it(name, first, calls):
    auction = Auction.open(RULEBOOKS[name], first=first, turned=Suit.CLUBS)
    made = []
    for seat, call in calls:
        if not auction.can(call, seat=seat):
            continue
        assert not auction.is_over
        closed = auction.is_closed
        speaker = auction.turn if seat is None else seat
        before, auction = auction, auction.do(call, seat=seat)
        made.append((speaker, call))
        assert not (closed and isinstance(call, BidCall))
        if call is not Word.PASS:
            assert auction != before
    bids = [(speaker, call) for speaker, call in made if isinstance(call, BidCall)]
    assert (auction.contract is None) is (not bids)
    if bids:
        speaker, last = bids[-1]
        assert auction.contract.bid == last.bid
        assert auction.contract.trump is (last.trump or Trump.CLUBS)
        assert auction.contract.takers is list(Side)[speaker % 2]
        values = [RULEBOOKS[name].value(call.bid) for _speaker, call in bids]
        assert values == sorted(values)
