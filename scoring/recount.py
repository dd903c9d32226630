"""Counting a pile again: its points, the totals no tricks can give, the likely slips."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from scoring.cards import PACK, Card, Rank
from scoring.contracts import BySide, Mode, Side, Sweep, Trump
from scoring.deals import DealFacts
from scoring.errors import Refusal, declare_codes
from scoring.play import HAND_SIZE, INDEX, law_of
from scoring.rulebook import Rulebook
from scoring.seats import SEATS

declare_codes({"pile_card_twice": ("card",)})

TRICKS = HAND_SIZE
TEN = 10


def pile_points(
    pile: Iterable[Card], *, with_last_trick: bool, trump: Trump, rulebook: Rulebook
) -> int:
    """The card points of any cards, with or without the last trick's."""
    law = law_of(rulebook, trump)
    cards = Counter(pile)
    for card, times in cards.items():
        if times > 1:
            raise Refusal("pile_card_twice", field="pile", card=str(card))
    points = sum(law.points[INDEX[card]] for card in cards)
    return points + (rulebook.trumps[trump.mode].last_trick if with_last_trick else 0)


def side_points(facts: DealFacts, rulebook: Rulebook) -> BySide[int]:
    """The card points of each side, last trick included; a sweep says them without being told."""
    total, takers = rulebook.pack_total(facts.contract.trump), facts.points
    if takers is None:
        takers = 0 if facts.sweep is Sweep.DEFENDERS else total
    defenders = total - takers
    is_a = facts.contract.takers is Side.A
    return BySide(takers, defenders) if is_a else BySide(defenders, takers)


@lru_cache(maxsize=64)
def possible_totals(trump: Trump, rulebook: Rulebook) -> frozenset[int]:
    """Every total that the tricks of one side can give, from no trick to all eight."""
    law = law_of(rulebook, trump)
    # The bits of sums[n] are the points that n cards can be worth together.
    sums = [1] + [0] * len(PACK)
    for points in law.points:
        for count in range(len(PACK), 0, -1):
            sums[count] |= sums[count - 1] << points
    last_trick = rulebook.trumps[trump.mode].last_trick
    reached = 1 | sums[len(PACK)] << last_trick
    for tricks in range(1, TRICKS):
        cards = sums[tricks * SEATS]
        reached |= cards | cards << last_trick
    return frozenset(total for total in range(reached.bit_length()) if reached >> total & 1)


def impossible_totals(trump: Trump, rulebook: Rulebook) -> tuple[int, ...]:
    """The totals up to the whole pack that no tricks can give."""
    possible = possible_totals(trump, rulebook)
    return tuple(n for n in range(rulebook.pack_total(trump)) if n not in possible)


class Slip(StrEnum):
    """A way of counting wrong, the usual ones first."""

    SIDES_SWAPPED = "sides_swapped"
    LAST_TRICK_FORGOTTEN = "last_trick_forgotten"
    LAST_TRICK_TWICE = "last_trick_twice"
    LAST_TRICK_NOT_WON = "last_trick_not_won"
    BELOTE_COUNTED_IN = "belote_counted_in"
    COUNTED_PLAIN = "counted_plain"
    COUNTED_TRUMP = "counted_trump"
    ROUNDED = "rounded"
    CARD_FORGOTTEN = "card_forgotten"
    CARD_TWICE = "card_twice"


@dataclass(frozen=True, slots=True, kw_only=True)
class LikelySlip:
    """One slip: how many times, and with which rank where it is about cards."""

    slip: Slip
    rank: Rank | None = None
    times: int = 1


Explanation = tuple[LikelySlip, ...]
_Effect = tuple[LikelySlip, int]


def likely_slips(
    written: int,
    right: int,
    *,
    trump: Trump,
    rulebook: Rulebook,
    pile: Collection[Card] = PACK,
    with_last_trick: bool | None = None,
) -> tuple[Explanation, ...]:
    """What may have turned one side's right points into those written, the likeliest first.

    The pile and who won the last trick narrow it down, where they are known. Two slips at
    once are only looked for when no single one explains the difference.
    """
    if written == right:
        return ()
    usual = list(_usual(trump, rulebook, pile, with_last_trick=with_last_trick))
    swapped = rulebook.pack_total(trump) - right
    swap = [(LikelySlip(slip=Slip.SIDES_SWAPPED), swapped - right)] if swapped != right else []
    found = _explained(written - right, [*swap, *usual, *_rounded((written,), right)])
    return found or (
        *_explained(written - right, list(_one_card(trump, rulebook, pile))),
        *_explained_by_two(written - right, [*swap, *usual]),
    )


def slips_of_sum(
    written: tuple[int, int], *, trump: Trump, rulebook: Rulebook
) -> tuple[Explanation, ...]:
    """Why both sides' points may not add up to the whole pack, the likeliest first."""
    difference = sum(written) - rulebook.pack_total(trump)
    if not difference:
        return ()
    usual = list(_usual(trump, rulebook, PACK, with_last_trick=True))
    rounded = _rounded(written, rulebook.pack_total(trump))
    return _explained(difference, [*usual, *rounded]) or (
        *_explained(difference, list(_one_card(trump, rulebook, PACK))),
        *_explained_by_two(difference, usual),
    )


def _explained(difference: int, effects: Iterable[_Effect]) -> tuple[Explanation, ...]:
    return tuple((slip,) for slip, effect in effects if effect == difference)


def _explained_by_two(difference: int, effects: Iterable[_Effect]) -> tuple[Explanation, ...]:
    return tuple(
        (one, other)
        for (one, first), (other, second) in combinations(effects, 2)
        if one.slip is not other.slip or one.rank is not other.rank
        if first + second == difference
    )


def _usual(
    trump: Trump, rulebook: Rulebook, pile: Collection[Card], *, with_last_trick: bool | None
) -> Iterator[_Effect]:
    """The usual slips, each with what it adds to the points written."""
    last_trick = rulebook.trumps[trump.mode].last_trick
    if with_last_trick is not False:
        yield LikelySlip(slip=Slip.LAST_TRICK_FORGOTTEN), -last_trick
        yield LikelySlip(slip=Slip.LAST_TRICK_TWICE), last_trick
    if not with_last_trick:
        yield LikelySlip(slip=Slip.LAST_TRICK_NOT_WON), last_trick
    for times in range(1, rulebook.most_belotes(trump) + 1):
        slip = LikelySlip(slip=Slip.BELOTE_COUNTED_IN, times=times)
        yield slip, times * rulebook.belote.value
    yield from _other_values(trump, rulebook, pile)


def _other_values(trump: Trump, rulebook: Rulebook, pile: Collection[Card]) -> Iterator[_Effect]:
    """Cards counted at the value they have when plain at a suit, or when trumps."""
    suit = rulebook.trumps.get(Mode.SUIT)
    if suit is None:
        return
    law = law_of(rulebook, trump)
    plain = dict(suit.plain)
    # A rank worth the same in both orders is counted plain, and said once.
    as_trump = {rank: points for rank, points in suit.trump if points != plain[rank]}
    for slip, values in ((Slip.COUNTED_PLAIN, plain), (Slip.COUNTED_TRUMP, as_trump)):
        changes = Counter(
            (card.rank, change)
            for card in pile
            if (change := values.get(card.rank, law.points[INDEX[card]]) - law.points[INDEX[card]])
        )
        for (rank, change), most in changes.items():
            for times in range(1, most + 1):
                yield LikelySlip(slip=slip, rank=rank, times=times), times * change


def _one_card(trump: Trump, rulebook: Rulebook, pile: Collection[Card]) -> Iterator[_Effect]:
    law = law_of(rulebook, trump)
    values = {(card.rank, law.points[INDEX[card]]): None for card in pile}
    for slip, sign in ((Slip.CARD_FORGOTTEN, -1), (Slip.CARD_TWICE, 1)):
        for rank, points in values:
            yield LikelySlip(slip=slip, rank=rank), sign * points


def _rounded(written: Sequence[int], right: int) -> Iterator[_Effect]:
    """Points written to the nearest ten, which is for marks only."""
    difference = sum(written) - right
    if all(points % TEN == 0 for points in written) and abs(difference) <= TEN // 2 * len(written):
        yield LikelySlip(slip=Slip.ROUNDED), difference
