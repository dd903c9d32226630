"""Deals that show what a rule is worth: marked under one rulebook and under another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from scoring import DealFacts, Refusal, Rulebook, Side, facts_from_json, said, score_deal
from tournament.rulebooks.words import deal_words

TIERCE = {"A": [{"kind": "tierce", "top": "KH"}]}
EQUAL_TIERCES = {
    "A": [{"kind": "tierce", "top": "KS"}],
    "B": [{"kind": "tierce", "top": "KC"}],
}

TYPICAL: tuple[dict[str, Any], ...] = (
    {"contract": 100, "points": 112},
    {"contract": 100, "points": 85},
    {"contract": 100, "points": 112, "belote": {"A": 1}},
    {"contract": 90, "points": 75, "belote": {"A": 1}},
    {"contract": 100, "points": 85, "belote": {"B": 1}},
    {"contract": 120, "points": 126, "stake": "coinche"},
    {"contract": 120, "points": 96, "stake": "coinche"},
    {"contract": 120, "points": 126, "stake": "surcoinche"},
    {"contract": 80, "points": 81},
    {"contract": 100, "sweep": "takers"},
    {"contract": 100, "sweep": "defenders"},
    {"contract": 170, "sweep": "takers"},
    {"contract": "capot", "sweep": "takers"},
    {"contract": "capot", "points": 140},
    {"contract": "capot", "sweep": "takers", "stake": "coinche"},
    {"contract": "generale", "sweep": "takers_alone"},
    {"contract": 100, "points": 112, "declarations": TIERCE},
    {"contract": 100, "points": 112, "trump": "all_trumps"},
    {"contract": 100, "points": 112, "trump": "no_trumps"},
    {"contract": "take", "points": 90},
    {"contract": "take", "points": 70},
)
"""The deals that clubs argue about, in the order they are met; A takes, at hearts unless said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A deal said in words, and its marks under one rulebook; None where it cannot be played."""

    said: str
    marks: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One deal under two rulebooks; ``facts`` say it without judging it."""

    facts: DealFacts
    one: Marked
    other: Marked

    @property
    def differs(self) -> bool:
        """Whether the two rulebooks do not mark it alike."""
        return self.one.marks != self.other.marks

    @property
    def said(self) -> str:
        """The deal in words that are neither rulebook's."""
        return deal_words(self.facts)


def typical(one: Rulebook, other: Rulebook, lang: str) -> list[Sample]:
    """Mark the deals that clubs argue about under both, where one of them at least can."""
    pairs = (_sample(facts, one, other, lang) for facts in map(_facts, TYPICAL))
    return [pair for pair in pairs if pair.one.marks or pair.other.marks]


def telling(one: Rulebook, other: Rulebook, lang: str) -> Sample | None:
    """Return the plainest deal that the two do not mark alike; None when there is none."""
    facts = _told_apart_by(one, other)
    if facts is None:
        return None
    return _sample(facts, one, other, lang)


def _sample(facts: DealFacts, one: Rulebook, other: Rulebook, lang: str) -> Sample:
    return Sample(facts=facts, one=_marked(facts, one, lang), other=_marked(facts, other, lang))


@lru_cache(maxsize=32)
def _told_apart_by(one: Rulebook, other: Rulebook) -> DealFacts | None:
    for facts in deals_of_every_sort():
        marks = marks_of(facts, one)
        if marks and marks != (then := marks_of(facts, other)) and then:
            return facts
    return None


def marks_of(facts: DealFacts, rulebook: Rulebook) -> tuple[int, int] | None:
    """Mark a deal; None where it cannot be played under the rulebook."""
    try:
        score = score_deal(facts, rulebook)
    except Refusal:
        return None
    return score.total(Side.A), score.total(Side.B)


def _marked(facts: DealFacts, rulebook: Rulebook, lang: str) -> Marked:
    marks = marks_of(facts, rulebook)
    if marks is None:
        return Marked(said="", marks=None)
    return Marked(said=said(facts, score_deal(facts, rulebook), rulebook, lang), marks=marks)


def _facts(deal: dict[str, Any]) -> DealFacts:
    return facts_from_json({"takers": "A", "trump": "hearts"} | deal)


@lru_cache(maxsize=1)
def deals_of_every_sort() -> tuple[DealFacts, ...]:
    """Return deals of every sort, the plainest first."""
    return tuple(map(_facts, [*TYPICAL, *_combined()]))


def _combined() -> Iterator[dict[str, Any]]:
    made: list[dict[str, Any]] = [{"points": points} for points in (81, 95, 105, 135)]
    made += [{"sweep": "takers"}, {"sweep": "defenders"}]
    extras: list[dict[str, Any]] = [
        {},
        {"belote": {"A": 1}},
        {"belote": {"B": 1}},
        {"belote": {"A": 2, "B": 1}},
        {"declarations": TIERCE},
        {"declarations": EQUAL_TIERCES, "first": "A"},
        {"belote": {"A": 1}, "declarations": TIERCE},
    ]
    contracts = (80, 90, 100, 130, "capot", "capot_belote", "take")
    trumps = ("hearts", "no_trumps", "all_trumps")
    stakes = ("plain", "coinche")
    for stake, trump, extra, contract, result in product(stakes, trumps, extras, contracts, made):
        yield {"contract": contract, "trump": trump, "stake": stake} | extra | result
