"""A whole deal played again from its record: points, winners, sweep, belote, revokes.

A record may be incomplete: a hand nobody wrote down, a trick that is missing. What follows
from what is known is then said, and what does not is named.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.cards import PACK, Card, Rank, Suit
from scoring.contracts import BySide, Side, Sweep, Trump
from scoring.errors import Refusal, declare_codes
from scoring.play import (
    BIT,
    HAND_SIZE,
    INDEX,
    Breach,
    Duty,
    Law,
    Trick,
    law_of,
    winning,
)
from scoring.rulebook import Rulebook
from scoring.schema import Need, Partner
from scoring.seats import SEATS, are_partners, next_seat, partner_of, side_of

declare_codes(
    {
        "record_hands": ("expected",),
        "record_hand_too_big": ("seat", "maximum"),
        "record_card_twice": ("card",),
        "record_card_not_in_hand": ("trick", "seat", "card"),
        "record_trick_size": ("trick", "expected"),
        "record_too_many_tricks": ("maximum",),
        "record_out_of_turn": ("trick", "seat", "expected"),
        "record_alone_not_a_taker": ("seat",),
    }
)

Played = tuple[int, int]  # a seat and the index of its card

TRICKS = 8
WHOLE_PACK = (1 << len(PACK)) - 1


class Unknown(StrEnum):
    """What an incomplete record leaves open."""

    POINTS = "points"
    LAST_TRICK = "last_trick"
    SWEEP = "sweep"
    BELOTE = "belote"
    REVOKES = "revokes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Revoke:
    """A card played against a duty; the trick is counted from 0, as in the record."""

    trick: int
    seat: int
    card: Card
    breach: Breach


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """What a record shows.

    ``points`` are the takers' in the tricks recorded, ``least`` and ``most`` what they can
    have in the end. ``doubtful`` holds the cards that are a revoke or not, depending on
    cards that nobody wrote down. A belote is held, whether it was announced or not.
    """

    points: int
    least: int
    most: int
    winners: tuple[int, ...]
    last_trick: int | None
    sweep: Sweep | None
    belotes: BySide[int]
    revokes: tuple[Revoke, ...]
    doubtful: tuple[Revoke, ...]
    unknown: tuple[Unknown, ...]


@dataclass(frozen=True, slots=True)
class _Hands:
    """The cards each seat is known to have been dealt, and how many more it held."""

    known: list[int]
    hidden: list[int]
    pool: int  # the cards that nobody is known to have held


def replay(
    hands: Sequence[Sequence[Card]],
    tricks: Sequence[Trick],
    *,
    trump: Trump,
    takers: Side,
    rulebook: Rulebook,
    alone: int | None = None,
) -> Replay:
    """Play a deal again; an empty hand is an unknown one, and the last trick may be short.

    ``alone`` is the seat that bid a générale. Where the rulebook makes the partner lay
    down the cards, tricks are of three and those cards count with the takers'.
    """
    law = law_of(rulebook, trump)
    laid_down = None
    if alone is not None:
        if side_of(alone) is not takers:
            raise Refusal("record_alone_not_a_taker", field="alone", seat=alone)
        laid_down = partner_of(alone) if _partner_lays_down(rulebook) else None
    played = [[(seat, INDEX[card]) for seat, card in trick] for trick in tricks]
    _verify_sizes(played, SEATS if laid_down is None else SEATS - 1)
    dealt = _dealt(hands, played)
    winners = _winners(played, law, laid_down)
    revokes, doubtful = _revokes(played, law, dealt)
    belotes, has_open_belote = _belotes(played, dealt, trump, rulebook)
    takers_points, others_points = _points(
        played, winners, law, takers, rulebook.trumps[trump.mode].last_trick
    )
    is_whole = len(winners) == TRICKS
    sides = {side_of(winner) for winner in winners}
    total = rulebook.pack_total(trump)
    points = total - others_points if is_whole else takers_points
    is_open = {
        Unknown.POINTS: not is_whole,
        Unknown.LAST_TRICK: not is_whole,
        Unknown.SWEEP: not is_whole and len(sides) < len(Side),
        Unknown.BELOTE: has_open_belote,
        Unknown.REVOKES: bool(doubtful),
    }
    return Replay(
        points=points,
        least=points,
        most=total - others_points,
        winners=tuple(winners),
        last_trick=winners[-1] if is_whole else None,
        sweep=_sweep(winners, takers, alone) if is_whole and len(sides) == 1 else None,
        belotes=belotes,
        revokes=tuple(revokes),
        doubtful=tuple(doubtful),
        unknown=tuple(what for what in Unknown if is_open[what]),
    )


def _partner_lays_down(rulebook: Rulebook) -> bool:
    """Whether who bids alone plays alone: the partner puts the cards on the table."""
    return any(
        named.partner is Partner.LAYS_DOWN and Need.ALL_TRICKS_ALONE in named.needs
        for named in rulebook.named.values()
    )


def _verify_sizes(played: Sequence[Sequence[Played]], size: int) -> None:
    if len(played) > TRICKS:
        raise Refusal("record_too_many_tricks", field="tricks", maximum=TRICKS)
    for number, trick in enumerate(played, start=1):
        is_short = number == len(played) and 0 < len(trick) < size
        if len(trick) != size and not is_short:
            raise Refusal("record_trick_size", field="tricks", trick=number - 1, expected=size)


def _dealt(hands: Sequence[Sequence[Card]], played: Sequence[Sequence[Played]]) -> _Hands:
    """What each seat was dealt, from the hands written down and from what it played."""
    if len(hands) != SEATS:
        raise Refusal("record_hands", field="hands", expected=SEATS)
    known = [_as_set(hand) for hand in hands]
    is_written = [len(hand) == HAND_SIZE for hand in hands]
    seen = 0
    for number, trick in enumerate(played):
        for seat, index in trick:
            card = 1 << index
            if seen & card:
                raise Refusal("record_card_twice", field="tricks", card=str(PACK[index]))
            if is_written[seat] and not known[seat] & card:
                raise Refusal(
                    "record_card_not_in_hand",
                    field="tricks",
                    trick=number,
                    seat=seat,
                    card=str(PACK[index]),
                )
            seen |= card
            known[seat] |= card
    hidden = [HAND_SIZE - cards.bit_count() for cards in known]
    if min(hidden) < 0:
        seat = hidden.index(min(hidden))
        raise Refusal("record_hand_too_big", field="hands", seat=seat, maximum=HAND_SIZE)
    pool = WHOLE_PACK
    for cards in known:
        if cards & ~pool:
            twice = str(_cards(cards & ~pool)[0])
            raise Refusal("record_card_twice", field="hands", card=twice)
        pool &= ~cards
    if sum(count > 0 for count in hidden) == 1:
        # Three whole hands give the fourth.
        known[hidden.index(max(hidden))] |= pool
        return _Hands(known, [0] * SEATS, 0)
    return _Hands(known, hidden, pool)


def _as_set(hand: Sequence[Card]) -> int:
    cards = 0
    for card in hand:
        if cards & BIT[card]:
            raise Refusal("record_card_twice", field="hands", card=str(card))
        cards |= BIT[card]
    return cards


def _cards(cards: int) -> tuple[Card, ...]:
    return tuple(card for card in PACK if BIT[card] & cards)


def _winners(played: Sequence[Sequence[Played]], law: Law, laid_down: int | None) -> list[int]:
    """Who took each whole trick, once sure that everyone played in turn."""
    winners: list[int] = []
    size = SEATS if laid_down is None else SEATS - 1
    for number, trick in enumerate(played):
        expected = winners[-1] if winners else trick[0][0]
        for seat, _index in trick:
            if expected == laid_down:
                expected = next_seat(expected)
            if seat != expected:
                raise Refusal(
                    "record_out_of_turn",
                    field="tricks",
                    trick=number,
                    seat=seat,
                    expected=expected,
                )
            expected = next_seat(expected)
        if len(trick) == size:
            winners.append(winning(trick, law)[0])
    return winners


def _revokes(
    played: Sequence[Sequence[Played]], law: Law, dealt: _Hands
) -> tuple[list[Revoke], list[Revoke]]:
    """The cards that break a duty for sure, and those that may.

    A card that is not legal beside one other card of the hand is not legal whatever the
    hand holds besides. So the cards known decide that a card is a revoke, and one card
    that the seat may have held makes it doubtful.
    """
    revokes: list[Revoke] = []
    doubtful: list[Revoke] = []
    held = list(dealt.known)
    for number, trick in enumerate(played):
        for place, (seat, index) in enumerate(trick):
            before = trick[:place]
            if not _legal(held[seat], seat, before, law, number) >> index & 1:
                revokes.append(_revoke(index, held[seat], seat, before, law, number))
            elif dealt.hidden[seat]:
                could_hold = held[seat] | dealt.pool
                if not _legal(could_hold, seat, before, law, number) >> index & 1:
                    doubtful.append(_revoke(index, could_hold, seat, before, law, number))
            held[seat] &= ~(1 << index)
    return revokes, doubtful


def _legal(hand: int, seat: int, before: Sequence[Played], law: Law, number: int) -> int:
    if not before:
        return law.legal_leads(hand, first=number == 0)
    winner, best = winning(before, law)
    return law.legal(hand, before[0][1], best, partner_wins=are_partners(winner, seat))


def _revoke(
    index: int, hand: int, seat: int, before: Sequence[Played], law: Law, number: int
) -> Revoke:
    duty = Duty.FIRST_LEAD
    if before:
        winner, best = winning(before, law)
        duty = law.broken(index, hand, before[0][1], best, partner_wins=are_partners(winner, seat))
    legal = _cards(_legal(hand, seat, before, law, number))
    breach = Breach(duty=duty, clause=law.clause(duty), legal=legal)
    return Revoke(trick=number, seat=seat, card=PACK[index], breach=breach)


def _belotes(
    played: Sequence[Sequence[Played]], dealt: _Hands, trump: Trump, rulebook: Rulebook
) -> tuple[BySide[int], bool]:
    """The belotes each side held, and whether it may have held another.

    Where fewer count than were held, those shown first do.
    """
    most = rulebook.most_belotes(trump)
    suits = [trump.suit] if trump.suit else list(Suit)
    holders: list[tuple[int, Side]] = []
    is_open = False
    for suit in suits if most else ():
        pair = BIT[Card(Rank.KING, suit)] | BIT[Card(Rank.QUEEN, suit)]
        missing = [pair & ~cards for cards in dealt.known]
        if 0 in missing:
            holders.append((_first_shown(played, pair), side_of(missing.index(0))))
        else:
            is_open |= any(
                not cards & ~dealt.pool and cards.bit_count() <= dealt.hidden[seat]
                for seat, cards in enumerate(missing)
            )
    counted = [side for _shown, side in sorted(holders)[:most]]
    return BySide(counted.count(Side.A), counted.count(Side.B)), is_open


def _first_shown(played: Sequence[Sequence[Played]], pair: int) -> int:
    order = [index for trick in played for _seat, index in trick]
    return next((place for place, index in enumerate(order) if pair >> index & 1), len(order))


def _points(
    played: Sequence[Sequence[Played]],
    winners: Sequence[int],
    law: Law,
    takers: Side,
    last_trick: int,
) -> tuple[int, int]:
    """The card points taken so far by the takers and by the others."""
    points = {Side.A: 0, Side.B: 0}
    for winner, trick in zip(winners, played, strict=False):
        points[side_of(winner)] += sum(law.points[index] for _seat, index in trick)
    if len(winners) == TRICKS:
        points[side_of(winners[-1])] += last_trick
    return points[takers], points[takers.other]


def _sweep(winners: Sequence[int], takers: Side, alone: int | None) -> Sweep:
    if side_of(winners[0]) is not takers:
        return Sweep.DEFENDERS
    return Sweep.TAKERS_ALONE if set(winners) == {alone} else Sweep.TAKERS
