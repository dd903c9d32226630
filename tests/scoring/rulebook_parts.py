"""The parts of a rulebook that stand by themselves, as hypothesis draws them."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Any

from hypothesis import strategies as st

from scoring import Fault
from scoring.schema import (
    AfterPass,
    CannotGoOver,
    CutBy,
    Direction,
    ExemptWhen,
    FirstLead,
    FirstToLead,
    Five,
    FollowSuit,
    FourPasses,
    GoUp,
    LastDeal,
    LookingBack,
    MustTrump,
    NextDealer,
    NotShown,
    OverTrump,
    Rounded,
    Shuffle,
    Tie,
    When,
    WhenExempt,
)
from scoring.terms import TermName

Mapping = dict[str, Any]
Draw = st.DrawFn

TEXT = st.sampled_from(
    [
        "",
        "le décompte",
        "article 12",
        "l'usage du club",
        'dit « "à la volée" », 100 % d\'accord',
        "C:\\règles, # page deux",
        "Œuvre ♠ 😀",
    ]
)
TITLE = TEXT.filter(bool)
AMOUNTS = st.sampled_from([0, 5, 20, 81, 130, 160, 162, 250, 252, 500, 1250, 100_000])
DEALT = ((3, 3, 2), (3, 2, 3), (2, 3, 3), (8,), (5, 3), (2, 2, 2, 2))


def words(draw: Draw, fr: st.SearchStrategy[str] = TEXT) -> Mapping:
    return {"fr": draw(fr), "en": draw(TEXT)}


def one(draw: Draw, kind: type[StrEnum]) -> str:
    return draw(st.sampled_from(list(kind))).value


def some(draw: Draw, items: Iterable[object], least: int = 0) -> list[Any]:
    return draw(st.lists(st.sampled_from(list(items)), unique=True, min_size=least))


def pairs(draw: Draw, firsts: Sequence[int], seconds: Sequence[int], most: int = 3) -> list[Any]:
    chosen = draw(st.lists(st.sampled_from(firsts), unique=True, max_size=most))
    return [[first, draw(st.sampled_from(seconds))] for first in sorted(chosen)]


def dealing(draw: Draw) -> Mapping:
    return {
        "direction": one(draw, Direction),
        "packets": [list(way) for way in some(draw, DEALT, least=1)],
        "turned_card": draw(st.booleans()),
        "cut_by": one(draw, CutBy),
        "shuffle": one(draw, Shuffle),
        "next_dealer": one(draw, NextDealer),
        "first_to_lead": one(draw, FirstToLead),
    }


def speaking(draw: Draw) -> Mapping:
    """The auction but for how a contract is found, and for the order of the bids."""
    return {
        "coinche_when": one(draw, When),
        "surcoinche_when": one(draw, When),
        "coinche_closes": draw(st.booleans()),
        "after_pass": one(draw, AfterPass),
        "closing_passes": draw(st.integers(1, 4)),
        "four_passes": one(draw, FourPasses),
    }


def play(draw: Draw) -> Mapping:
    kinds: dict[str, type[StrEnum]] = {
        "follow_suit": FollowSuit,
        "must_trump": MustTrump,
        "exempt_when": ExemptWhen,
        "when_exempt": WhenExempt,
        "go_up": GoUp,
        "over_trump": OverTrump,
        "cannot_go_over": CannotGoOver,
        "all_trumps_go_up": GoUp,
        "first_lead": FirstLead,
        "looking_back": LookingBack,
    }
    return {key: one(draw, kind) for key, kind in kinds.items()}


def rounding(draw: Draw) -> Mapping:
    return {
        "to": draw(st.sampled_from([1, 10, 5, 100])),
        "five": one(draw, Five),
        "who": one(draw, Rounded),
        "last_deal": one(draw, LastDeal),
    }


def belote(draw: Draw) -> Mapping:
    helps = pairs(draw, (0, 80, 90, 100, 250), (0, 10, 20))
    return {"value": draw(st.sampled_from([20, 0, 10, 30])), "help": helps}


def declarations(draw: Draw) -> Mapping:
    played = draw(st.booleans())
    values = draw(st.lists(st.sampled_from([20, 50, 100, 0, 130]), min_size=3, max_size=3))
    lengths = (3, 4, 5)
    sequences = [list(pair) for pair in zip(lengths, values, strict=True)]
    return {
        "played": played,
        "help": draw(st.booleans()),
        "sequences": sequences if played else [],
        "tie": one(draw, Tie),
        "not_shown": one(draw, NotShown),
    }


def faults(draw: Draw) -> Mapping:
    return {
        "categories": [fault.value for fault in some(draw, Fault)],
        "tariffs": draw(st.lists(terms(), max_size=3)),
        "referee_may_play": draw(st.booleans()),
    }


@st.composite
def terms(draw: Draw, least: int = 0, *, carried: bool = True) -> list[Any]:
    """The terms of one side in a cell: each once at most, fixed sums twice."""
    names = [name for name in TermName if carried or name is not TermName.CARRIED]
    chosen = draw(st.lists(st.sampled_from(names), min_size=least, max_size=5))
    kept = [name for n, name in enumerate(chosen) if name not in chosen[:n]]
    kept += [TermName.FIXED] if chosen.count(TermName.FIXED) > 1 else []
    written = [draw(AMOUNTS) if name is TermName.FIXED else name.value for name in kept]
    return [f"{term}*k" if draw(st.booleans()) else term for term in written]
