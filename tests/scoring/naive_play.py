"""The duties of play a second time, written as the table there is: one column a rulebook.

Slow on purpose and sharing nothing with scoring.play: a card is legal when no duty forbids it.
"""

from scoring.cards import Suit
from scoring.contracts import Trump

TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]

FFB = {
    "partner may win": "any way",
    "trumps led": "go up",
    "go over": "the opponents' trump",
    "cannot go over": "may discard",
    "excused": "any card",
}
COLUMNS = {
    "grenobloise": {
        "partner may win": "with the suit led",
        "trumps led": "go up",
        "go over": "any trump",
        "cannot go over": "must trump",
        "excused": "any card",
    },
    "ffb-fiche": FFB,
    "ffb-coinchee-2015": FFB,
    "ffb-contree-2016": FFB,
    "multijoueur": {**FFB, "trumps led": "unless partner wins", "cannot go over": "must trump"},
    "competition": {**FFB, "cannot go over": "must trump"},
    "kchanaise": {**FFB, "go over": "any trump", "cannot go over": "must trump", "excused": "up"},
}


def strength(card, led, trump):
    """What a card is worth in a trick; the strongest wins."""
    rank = card.rank.value
    if trump is Trump.ALL_TRUMPS:
        return (1, TRUMP_ORDER.index(rank)) if card.suit is led else (0, 0)
    if trump.value == card.suit.value:
        return (2, TRUMP_ORDER.index(rank))
    if card.suit is not led:
        return (0, 0)
    if trump is Trump.SCHMURTZ:
        return (1, -PLAIN_ORDER.index(rank))
    return (1, PLAIN_ORDER.index(rank))


def winning_play(trick, trump):
    led = trick[0][1].suit
    return max(trick, key=lambda played: strength(played[1], led, trump))


def is_legal(card, hand, trick, seat, trump, column):
    if not trick:
        return True
    led = trick[0][1].suit
    winner, best = winning_play(trick, trump)
    partner_wins = (winner - seat) % 4 == 2
    above = {held for held in hand if strength(held, led, trump) > strength(best, led, trump)}
    following = {held for held in hand if held.suit is led}
    if following:
        free = partner_wins and column["trumps led"] == "unless partner wins"
        if trump is Trump.ALL_TRUMPS or (led.value == trump.value and not free):
            return card in (following & above or following)
        return card in following
    trumps = {held for held in hand if held.suit.value == trump.value}
    if not trumps or trump.value not in set(Suit):
        return True
    return may_be_played_without_the_suit_led(
        card, trumps, above & trumps, column, partner_wins, best.suit.value == trump.value
    )


def may_be_played_without_the_suit_led(card, trumps, above, column, partner_wins, is_ruffed):
    if partner_wins and (column["partner may win"] == "any way" or not is_ruffed):
        goes_up = card in above or not above
        return column["excused"] == "any card" or card not in trumps or goes_up
    if partner_wins and column["go over"] == "the opponents' trump":
        return card in trumps
    if above:
        return card in above
    return card in trumps or column["cannot go over"] == "may discard"


def naive_legal_cards(hand, trick, *, seat, trump, rulebook_name):
    column = COLUMNS[rulebook_name]
    return tuple(c for c in hand if is_legal(c, hand, trick, seat, trump, column))
