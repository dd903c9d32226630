"""Who gets which prize: pure, from the prizes that are set and the ranks as they are."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, Decimal
from itertools import groupby
from operator import attrgetter

from tournament.models.paper import PrizeKind

CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A prize as it is set: for a ``place``, a ``category``, the best comeback or the last.

    ``amount`` is in euros; ``award`` is a thing. One of them may be missing.
    """

    kind: str
    place: int | None = None
    category: str = ""
    award: str = ""
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A team of the standings: its rank, its categories, its rank after the first round.

    ``first`` is None where there is nothing to come back from.
    """

    team: int
    rank: int
    categories: tuple[str, ...] = ()
    first: int | None = None

    @property
    def gained(self) -> int:
        """How many places it won since the first round; a fall is below nothing."""
        return self.first - self.rank if self.first is not None else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """Prizes that go together, and the teams that have them: tied teams share what they hold.

    ``each`` is what one team gets of the amounts, cents cut off: ``left`` are those
    that nobody can be given. Things are not divided: the teams settle that.
    """

    offers: tuple[Offer, ...]
    teams: tuple[int, ...]
    each: Decimal | None = None
    left: Decimal = Decimal(0)

    @property
    def is_shared(self) -> bool:
        """Whether several teams share it."""
        return len(self.teams) > 1


def given(offers: Sequence[Offer], ranked: Sequence[Ranked]) -> list[Given]:
    """Give every prize: those for places first to last, then categories, comeback, last.

    Teams that share rank 2, three of them, hold places 2, 3 and 4, and share the sum
    of their prizes. A prize that nobody can have is given to nobody.
    """
    by_kind = {kind: [offer for offer in offers if offer.kind == kind] for kind in PrizeKind}
    return [
        *_by_place(by_kind[PrizeKind.RANK], ranked),
        *(
            _to(offer, _best_of(offer.category, ranked))
            for offer in sorted(by_kind[PrizeKind.CATEGORY], key=attrgetter("category"))
        ),
        *(_to(offer, _best_comeback(ranked)) for offer in by_kind[PrizeKind.COMEBACK]),
        *(_to(offer, _last(ranked)) for offer in by_kind[PrizeKind.LAST]),
    ]


def _by_place(offers: Iterable[Offer], ranked: Sequence[Ranked]) -> Iterator[Given]:
    left = {offer.place: offer for offer in offers}
    in_order = sorted(ranked, key=lambda each: (each.rank, each.team))
    for rank, tied in groupby(in_order, key=attrgetter("rank")):
        teams = tuple(each.team for each in tied)
        places = range(rank, rank + len(teams))
        held = tuple(left.pop(place) for place in places if place in left)
        if held:
            yield _shared(held, teams)
    yield from (_shared((left[place],), ()) for place in sorted(left))


def _to(offer: Offer, teams: Collection[Ranked]) -> Given:
    return _shared((offer,), tuple(sorted(each.team for each in teams)))


def _shared(offers: tuple[Offer, ...], teams: tuple[int, ...]) -> Given:
    amounts = [offer.amount for offer in offers if offer.amount is not None]
    if not amounts or not teams:
        return Given(offers=offers, teams=teams)
    whole = sum(amounts, Decimal(0))
    each = (whole / len(teams)).quantize(CENT, rounding=ROUND_DOWN)
    return Given(offers=offers, teams=teams, each=each, left=whole - each * len(teams))


def _best_of(category: str, ranked: Sequence[Ranked]) -> list[Ranked]:
    there = [each for each in ranked if category in each.categories]
    best = min((each.rank for each in there), default=0)
    return [each for each in there if each.rank == best]


def _best_comeback(ranked: Sequence[Ranked]) -> list[Ranked]:
    most = max((each.gained for each in ranked), default=0)
    return [each for each in ranked if each.gained == most] if most > 0 else []


def _last(ranked: Sequence[Ranked]) -> list[Ranked]:
    lowest = max((each.rank for each in ranked), default=0)
    # Where all share one rank nobody is last.
    return [each for each in ranked if each.rank == lowest] if lowest > 1 else []
