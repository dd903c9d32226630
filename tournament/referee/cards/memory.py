"""Tricks as they are remembered: what follows from them for sure, and what may be.

A card may be forgotten, a whole trick too. A card known to be held at the time (played later, or
still in hand) proves a revoke; a card that may have been held makes it possible. Who leads is
who took the trick before, unless it is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from scoring import (
    PACK,
    Breach,
    Card,
    Refusal,
    Rulebook,
    Side,
    Trump,
    replay,
    trick_winner,
    why_illegal,
)
from tournament.referee.cards.words import SEATS

TRICKS = HAND = 8
FIRST = 0
"""The seat of who leads first, unless it is said."""
MOST_GUESSED = 1
"""Forgotten cards of one trick that are gone through; with more nothing is concluded."""

Played = tuple[int, Card | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """One trick in the order it was played; None is a card that is forgotten.

    ``leader`` and ``taken_by`` are None where nobody knows who led, or who took it.
    """

    leader: int | None
    cards: tuple[Card | None, ...]
    seats: tuple[int, ...] = ()
    taken_by: int | None = None

    @property
    def played(self) -> tuple[Played, ...]:
        """Each card with who played it; nothing where the leader is not known."""
        return tuple(zip(self.seats, self.cards, strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A card that is a revoke, or may be one.

    ``breach`` says what could be played instead. ``held`` are those of its cards that the
    player had for sure, each with the trick it was played to (None: still in hand); ``if_held``
    those of which any one would make it a revoke, where it is not sure.
    """

    trick: int
    seat: int
    card: Card
    breach: Breach
    held: tuple[tuple[Card, int | None], ...] = ()
    if_held: tuple[Card, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether it is a revoke whatever is not remembered."""
        return bool(self.held)


@dataclass(frozen=True, slots=True, kw_only=True)
class Concluded:
    """What the tricks show; ``unjudged`` are the tricks of which some card could not be."""

    sure: tuple[Judged, ...]
    doubtful: tuple[Judged, ...]
    unjudged: tuple[int, ...]


def turn(leader: int, absent: int | None) -> tuple[int, ...]:
    """Return who plays a trick, from who leads."""
    order = ((leader + step) % SEATS for step in range(SEATS))
    return tuple(seat for seat in order if seat != absent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """The tricks, what is still in hand, and the rules they are judged by."""

    tricks: Sequence[Trick]
    trump: Trump
    rulebook: Rulebook
    left: Mapping[int, frozenset[Card]] = field(default_factory=dict)

    def verify(self) -> None:
        """Refuse what no table can have played."""
        if len(self.tricks) > TRICKS:
            raise Refusal("record_too_many_tricks", field="tricks", maximum=TRICKS)
        seen: set[Card] = set()
        for card in (*self._all_played(), *(card for hand in self.left.values() for card in hand)):
            if card in seen:
                raise Refusal("record_card_twice", field="tricks", card=str(card))
            seen.add(card)
        for seat in range(SEATS):
            if len(self._known(seat, 0)) > HAND:
                raise Refusal("record_hand_too_big", field="hands", seat=seat, maximum=HAND)

    def conclude(self) -> Concluded:
        """Judge every card that can be."""
        sure, doubtful, unjudged = [], [], []
        for number, trick in enumerate(self.tricks):
            for place, (seat, card) in enumerate(trick.played):
                if card is None:
                    continue
                if not self._can_judge(trick.played[:place]):
                    unjudged.append(number)
                    continue
                judged = self._judge(number, place, seat, card)
                if judged:
                    (sure if judged.is_sure else doubtful).append(judged)
            if trick.leader is None and any(trick.cards):
                unjudged.append(number)
        return Concluded(
            sure=tuple(sure), doubtful=tuple(doubtful), unjudged=tuple(dict.fromkeys(unjudged))
        )

    @property
    def is_whole(self) -> bool:
        """Whether nothing is forgotten, so far as it goes."""
        return all(trick.leader is not None and None not in trick.cards for trick in self.tricks)

    # --- What was held ----------------------------------------------------------------------

    def _all_played(self) -> Iterator[Card]:
        return (card for trick in self.tricks for card in trick.cards if card)

    def _known(self, seat: int, number: int) -> set[Card]:
        """The cards a seat held for sure when a trick began."""
        later = {
            card
            for trick in self.tricks[number:]
            for player, card in trick.played
            if player == seat and card
        }
        return later | self.left.get(seat, frozenset()) | self._fourth_hand(seat)

    def _fourth_hand(self, seat: int) -> set[Card]:
        """What is left of the pack for the one seat of which not all cards are known."""
        if not self.is_whole:
            return set()
        known = [
            {
                card
                for trick in self.tricks
                for player, card in trick.played
                if player == each and card
            }
            | self.left.get(each, frozenset())
            for each in range(SEATS)
        ]
        if [len(cards) < HAND for cards in known].count(True) != 1 or len(known[seat]) == HAND:
            return set()
        return set(PACK).difference(*known)

    def _could_hold(self, seat: int, number: int) -> set[Card]:
        """The cards a seat may have held besides when a trick began; none if its hand is known."""
        if HAND - number <= len(self._known(seat, number)):
            return set()
        owned = set().union(*(self._known(each, 0) for each in range(SEATS)))
        gone = {card for trick in self.tricks[: number + 1] for card in trick.cards if card}
        return set(PACK) - owned - gone

    # --- One card ---------------------------------------------------------------------------

    def _can_judge(self, before: Sequence[Played]) -> bool:
        forgotten = [card for _seat, card in before].count(None)
        return not before or (before[0][1] is not None and forgotten <= MOST_GUESSED)

    def _judge(self, number: int, place: int, seat: int, card: Card) -> Judged | None:
        known, may_hold = self._known(seat, number), self._could_hold(seat, number)
        before = self.tricks[number].played[:place]
        if not before:
            return self._judge_lead(number, seat, card, known, may_hold)
        ways = list(self._ways(before, known))
        breaches = [self._breach(card, known, way, seat) for way in ways]
        if all(breaches):
            held = tuple((each, self._shown(each, seat, number)) for each in breaches[0].legal)
            return Judged(trick=number, seat=seat, card=card, breach=breaches[0], held=held)
        if_held = [
            other
            for other in PACK
            if other in may_hold
            and all(
                self._breach(card, known | {other}, way, seat)
                for way in ways
                if other not in _cards(way)
            )
        ]
        breach = next(filter(None, breaches), None)
        if if_held:
            breach = self._breach(card, known | {if_held[0]}, ways[0], seat) or breach
        if breach is None:
            return None
        return Judged(trick=number, seat=seat, card=card, breach=breach, if_held=tuple(if_held))

    def _judge_lead(
        self, number: int, seat: int, card: Card, known: set[Card], may_hold: set[Card]
    ) -> Judged | None:
        """Judge a lead: only the first of the deal may be refused."""
        if number:
            return None
        hands: list[list[Card]] = [[] for _seat in range(SEATS)]
        hands[seat] = sorted(known, key=PACK.index)
        lead = [[(seat, card)]]
        rules = {"trump": self.trump, "takers": Side.A, "rulebook": self.rulebook}
        found = replay(hands, lead, **rules)
        for revoke in found.revokes:
            held = tuple((each, self._shown(each, seat, 0)) for each in revoke.breach.legal)
            return Judged(trick=0, seat=seat, card=card, breach=revoke.breach, held=held)
        for revoke in found.doubtful:
            free = tuple(each for each in revoke.breach.legal if each in may_hold)
            if free:
                return Judged(trick=0, seat=seat, card=card, breach=revoke.breach, if_held=free)
        return None

    def _ways(
        self, before: Sequence[Played], known: set[Card]
    ) -> Iterator[tuple[tuple[int, Card], ...]]:
        """Every way the forgotten cards of a trick may have been played."""
        blanks = [place for place, (_seat, card) in enumerate(before) if card is None]
        taken = known.union(self._all_played())
        free = [card for card in PACK if card not in taken]
        for guess in permutations(free, len(blanks)):
            filled = dict(zip(blanks, guess, strict=True))
            yield tuple((seat, card or filled[place]) for place, (seat, card) in enumerate(before))

    def _breach(
        self, card: Card, hand: set[Card], before: Sequence[tuple[int, Card]], seat: int
    ) -> Breach | None:
        held = sorted(hand, key=PACK.index)
        return why_illegal(card, held, before, seat=seat, trump=self.trump, rulebook=self.rulebook)

    def _shown(self, card: Card, seat: int, number: int) -> int | None:
        """The trick to which a card that was held was played, if it was."""
        for later, trick in enumerate(self.tricks[number:], start=number):
            if (seat, card) in trick.played:
                return later
        return None


def _cards(trick: Sequence[tuple[int, Card]]) -> set[Card]:
    return {card for _seat, card in trick}


def seated(
    groups: Sequence[tuple[int | None, tuple[Card | None, ...]]],
    *,
    trump: Trump,
    rulebook: Rulebook,
    absent: int | None = None,
) -> list[Trick]:
    """Say who played each card: the leader said, else who took the trick before."""
    tricks: list[Trick] = []
    taken_by: int | None = None
    for said, cards in groups:
        leader = said if said is not None else (taken_by if tricks else FIRST)
        seats = turn(leader, absent) if leader is not None else ()
        played = [(seat, card) for seat, card in zip(seats, cards, strict=False) if card]
        is_whole = bool(seats) and len(played) == len(seats)
        taken_by = trick_winner(played, trump=trump, rulebook=rulebook) if is_whole else None
        tricks.append(
            Trick(leader=leader, cards=cards, seats=seats[: len(cards)], taken_by=taken_by)
        )
    return tricks
