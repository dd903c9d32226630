"""Which cards may be played, who takes the trick, and which duty a card breaks.

Seats are numbered 0 to 3 in the order of play and the partner is two away. A trick is its
cards in the order they were played; under a générale played alone it has three.

The duties of one rulebook under one trump are worked out once, as sets of cards held in the
bits of an integer: one answer then costs a few operations, whatever the rulebook.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from scoring.cards import PACK, Card, Rank
from scoring.contracts import Mode, Trump
from scoring.errors import Refusal, declare_codes
from scoring.rulebook import Rulebook
from scoring.schema import (
    CannotGoOver,
    ExemptWhen,
    FirstLead,
    FollowSuit,
    GoUp,
    MustTrump,
    OverTrump,
    WhenExempt,
)
from scoring.seats import SEATS, are_partners

declare_codes(
    {
        "trump_not_in_rulebook": ("trump",),
        "card_not_in_hand": ("card",),
        "trick_out_of_turn": ("seat",),
        "trick_card_twice": ("card",),
    }
)

Trick = Sequence[tuple[int, Card]]

HAND_SIZE = 8
INDEX = {card: index for index, card in enumerate(PACK)}
BIT = {card: 1 << index for card, index in INDEX.items()}


class Duty(StrEnum):
    """What a card that may not be played fails to do."""

    FOLLOW = "must_follow"
    GO_UP = "must_go_up"
    TRUMP = "must_trump"
    STILL_TRUMP = "must_still_trump"
    GO_OVER = "must_go_over"
    TRUMP_GOES_UP = "trump_must_go_up"
    FIRST_LEAD = "no_trump_at_first_lead"


_CLAUSES = {
    Duty.FOLLOW: "follow_suit",
    Duty.GO_UP: "go_up",
    Duty.TRUMP: "must_trump",
    Duty.STILL_TRUMP: "cannot_go_over",
    Duty.GO_OVER: "over_trump",
    Duty.TRUMP_GOES_UP: "exempt",
    Duty.FIRST_LEAD: "first_lead",
}
_MODE_CLAUSES = {
    Mode.ALL_TRUMPS: "all_trumps_play",
    Mode.NO_TRUMPS: "no_trumps_play",
    Mode.SCHMURTZ: "no_trumps_play",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """Why a card may not be played: the duty, the rulebook's clause, what may be played."""

    duty: Duty
    clause: str
    legal: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """One rulebook under one trump; every tuple is read with the index of a card in the pack.

    ``suit_of`` holds the cards of the same suit, ``beats`` the cards that take the trick
    from the card that is winning it.
    """

    mode: Mode
    points: tuple[int, ...]
    suit_of: tuple[int, ...]
    beats: tuple[int, ...]
    trumps: int
    partner_frees_suit: bool
    goes_up: bool
    goes_up_over_partner: bool
    must_trump: bool
    partner_excuses: bool
    partner_trump_excuses: bool
    excused_trump_goes_up: bool
    goes_over: bool
    goes_over_partner: bool
    may_discard_under: bool
    first_lead_is_free: bool

    def legal(self, hand: int, lead: int, best: int, *, partner_wins: bool) -> int:
        """The cards of a hand that may follow this lead over this winning card."""
        following = hand & self.suit_of[lead]
        if following:
            return self._following(hand, following, lead, best, partner_wins=partner_wins)
        trumps = hand & self.trumps
        if not trumps or self.mode is not Mode.SUIT:
            return hand
        return self._trumping(hand, trumps, best, partner_wins=partner_wins)

    def legal_leads(self, hand: int, *, first: bool) -> int:
        """The cards of a hand that may be led, to the first trick or a later one."""
        if self.first_lead_is_free or not first:
            return hand
        return hand & ~self.trumps or hand

    def broken(self, card: int, hand: int, lead: int, best: int, *, partner_wins: bool) -> Duty:
        """The duty that an illegal card breaks."""
        following = hand & self.suit_of[lead]
        if following:
            return Duty.GO_UP if following >> card & 1 else Duty.FOLLOW
        if not self.trumps >> card & 1:
            return Duty.TRUMP if hand & self.beats[best] else Duty.STILL_TRUMP
        is_excused = self._is_excused(best, partner_wins=partner_wins)
        return Duty.TRUMP_GOES_UP if is_excused else Duty.GO_OVER

    def clause(self, duty: Duty) -> str:
        """The rulebook's clause that asks for this duty."""
        return _MODE_CLAUSES.get(self.mode, _CLAUSES[duty])

    def _following(
        self, hand: int, following: int, lead: int, best: int, *, partner_wins: bool
    ) -> int:
        if not self.trumps >> lead & 1:
            return hand if partner_wins and self.partner_frees_suit else following
        if not self.goes_up:
            return following
        if partner_wins and not self.goes_up_over_partner:
            return following
        return following & self.beats[best] or following

    def _trumping(self, hand: int, trumps: int, best: int, *, partner_wins: bool) -> int:
        over = trumps & self.beats[best]
        if self._is_excused(best, partner_wins=partner_wins):
            return hand & ~self.trumps | (over or trumps) if self.excused_trump_goes_up else hand
        if not self.goes_over or (partner_wins and not self.goes_over_partner):
            return trumps
        return over or (hand if self.may_discard_under else trumps)

    def _is_excused(self, best: int, *, partner_wins: bool) -> bool:
        if not self.must_trump:
            return True
        if not partner_wins:
            return False
        return self.partner_trump_excuses if self.trumps >> best & 1 else self.partner_excuses


@lru_cache(maxsize=256)
def law_of(rulebook: Rulebook, trump: Trump) -> Law:
    """The duties of a rulebook under a trump, worked out once."""
    rules = rulebook.trumps.get(trump.mode)
    if rules is None:
        raise Refusal("trump_not_in_rulebook", field="trump", trump=trump.value)
    play = rulebook.play
    is_all_trumps = trump.mode is Mode.ALL_TRUMPS
    go_up = play.all_trumps_go_up if is_all_trumps else play.go_up
    is_trump = [is_all_trumps or card.suit == trump.suit for card in PACK]
    orders = [rules.trump if trumps else rules.plain for trumps in is_trump]
    heights = [-_place(order, card.rank) for order, card in zip(orders, PACK, strict=True)]
    trumps = sum(1 << index for index in range(len(PACK)) if is_trump[index])
    partner_excuses = (
        play.must_trump is MustTrump.OPPONENT_WINNING or play.exempt_when is not ExemptWhen.NEVER
    )
    return Law(
        mode=trump.mode,
        points=tuple(dict(order)[c.rank] for order, c in zip(orders, PACK, strict=True)),
        suit_of=tuple(sum(BIT[c] for c in PACK if c.suit is card.suit) for card in PACK),
        beats=tuple(_beaten_by(index, heights, is_trump) for index in range(len(PACK))),
        trumps=trumps,
        partner_frees_suit=play.follow_suit is FollowSuit.UNLESS_PARTNER_WINNING,
        goes_up=go_up is not GoUp.NEVER,
        goes_up_over_partner=go_up is GoUp.ALWAYS,
        must_trump=play.must_trump is not MustTrump.NEVER,
        partner_excuses=partner_excuses,
        partner_trump_excuses=play.partner_always_excuses,
        excused_trump_goes_up=play.when_exempt is WhenExempt.TRUMP_GOES_UP,
        goes_over=play.over_trump is not OverTrump.NEVER,
        goes_over_partner=play.over_trump is OverTrump.ANY,
        may_discard_under=play.cannot_go_over is CannotGoOver.MAY_DISCARD,
        first_lead_is_free=play.first_lead is FirstLead.FREE,
    )


def _place(order: Sequence[tuple[Rank, int]], rank: Rank) -> int:
    """The place of a rank in an order that starts with the strongest."""
    return [ranked for ranked, _points in order].index(rank)


def _beaten_by(index: int, heights: Sequence[int], is_trump: Sequence[bool]) -> int:
    """The cards that take the trick from this one: higher in its suit, or trumps over plain."""
    suit = PACK[index].suit
    return sum(
        1 << other
        for other, card in enumerate(PACK)
        if (card.suit is suit and heights[other] > heights[index])
        or (card.suit is not suit and is_trump[other] and not is_trump[index])
    )


def winning(trick: Sequence[tuple[int, int]], law: Law) -> tuple[int, int]:
    """The seat and the card that win a trick of indexes, so far."""
    seat, best = trick[0]
    beats = law.beats[best]
    for other, index in trick[1:]:
        if beats >> index & 1:
            seat, best, beats = other, index, law.beats[index]
    return seat, best


def verify_position(hand: Sequence[Card], trick: Trick, *, seat: int) -> None:
    """Refuse a trick not played in turn; one seat may be left out, as under a générale."""
    seen: set[Card] = set()
    for card in (*hand, *(card for _seat, card in trick)):
        if card in seen:
            raise Refusal("trick_card_twice", field="hand", card=str(card))
        seen.add(card)
    seats = [*(played for played, _card in trick), seat]
    last = -1
    for played in seats:
        place = (played - seats[0]) % SEATS
        if place <= last:
            raise Refusal("trick_out_of_turn", field="trick", seat=played)
        last = place


def legal_cards(
    hand: Sequence[Card], trick: Trick, *, seat: int, trump: Trump, rulebook: Rulebook
) -> tuple[Card, ...]:
    """The cards of a hand that may be played now, in the order of the hand."""
    law = law_of(rulebook, trump)
    held = 0
    for card in hand:
        held |= BIT[card]
    if trick:
        played = [(other, INDEX[card]) for other, card in trick]
        winner, best = winning(played, law)
        legal = law.legal(held, played[0][1], best, partner_wins=are_partners(winner, seat))
    else:
        legal = law.legal_leads(held, first=len(hand) == HAND_SIZE)
    if legal == held:
        return tuple(hand)
    return tuple([card for card in hand if BIT[card] & legal])


def trick_winner(trick: Trick, *, trump: Trump, rulebook: Rulebook) -> int:
    """The seat that is winning a trick, or has won it."""
    return winning([(seat, INDEX[card]) for seat, card in trick], law_of(rulebook, trump))[0]


def why_illegal(
    card: Card, hand: Sequence[Card], trick: Trick, *, seat: int, trump: Trump, rulebook: Rulebook
) -> Breach | None:
    """The duty this card would break, or ``None`` when it may be played."""
    if card not in hand:
        raise Refusal("card_not_in_hand", field="card", card=str(card))
    law = law_of(rulebook, trump)
    legal = legal_cards(hand, trick, seat=seat, trump=trump, rulebook=rulebook)
    if card in legal:
        return None
    duty = Duty.FIRST_LEAD
    if trick:
        played = [(other, INDEX[laid]) for other, laid in trick]
        winner, best = winning(played, law)
        duty = law.broken(
            INDEX[card],
            sum(BIT[held] for held in hand),
            played[0][1],
            best,
            partner_wins=are_partners(winner, seat),
        )
    return Breach(duty=duty, clause=law.clause(duty), legal=legal)
