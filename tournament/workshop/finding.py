"""« Find my rules »: a few deals, the marks your club writes for each, the nearest rulebooks.

Pure: the questions and the answers come from the rulebooks alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scoring import DealFacts, NamedContract, Rulebook
from tournament.rulebooks.samples import TYPICAL, deals_of_every_sort, marks_of

QUESTIONS = 10
NEVER = "never"
"""The answer that no such deal is played."""
KNOWN = 0.4
"""What telling two rulebooks apart once more is worth, each time less."""
AGAIN = 0.5
"""What a deal of a sort that was asked about already is worth, each time less."""
ARGUED = 1.3
"""What a deal that clubs argue about is worth beside the others."""
MOST_ARGUED = len(TYPICAL)
MOST_ANSWERS = 8
"""A question with more answers than this is too long to read."""

Marks = tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One deal and what it may be marked; None among ``answers`` where it is not played."""

    facts: DealFacts
    answers: tuple[Marks, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """An answer that a rulebook would give otherwise."""

    question: Question
    yours: Marks
    its: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A rulebook, how many of the answers are its own, and where it differs."""

    rulebook: Rulebook
    agreed: int
    answered: int
    differing: tuple[Differing, ...]


@lru_cache(maxsize=16)
def questions_for(rulebooks: tuple[Rulebook, ...]) -> tuple[Question, ...]:
    """Choose the deals that part these rulebooks best, one after the other.

    Each time the deal is taken that tells the most pairs apart, those that nothing tells
    apart yet before all others, and of another sort than those before; of equals the plainest.
    They are returned the plainest first.
    """
    table = [
        (facts, tuple(marks_of(facts, rulebook) for rulebook in rulebooks))
        for facts in dict.fromkeys(deals_of_every_sort())
    ]
    argued = {facts for facts, _row in table[:MOST_ARGUED]}
    table = [(facts, row) for facts, row in table if 1 < len(set(row)) <= MOST_ANSWERS]
    pairs = list(combinations(range(len(rulebooks)), 2))
    worth = dict.fromkeys(pairs, 1.0)
    sorts: Counter[object] = Counter()
    chosen: list[Question] = []
    while table and len(chosen) < QUESTIONS:
        best = max(
            table,
            key=lambda each: (
                _parted(each[1], worth)
                * AGAIN ** sorts[_sort(each[0])]
                * (ARGUED if each[0] in argued else 1)
            ),
        )
        table.remove(best)
        facts, row = best
        sorts[_sort(facts)] += 1
        for one, other in pairs:
            if row[one] != row[other]:
                worth[one, other] *= KNOWN
        played = sorted({marks for marks in row if marks}, reverse=True)
        chosen.append(Question(facts=facts, answers=(*played, *([None] if None in row else []))))
    plainest = {facts: place for place, facts in enumerate(deals_of_every_sort())}
    return tuple(sorted(chosen, key=lambda question: plainest[question.facts]))


def nearest(
    rulebooks: Sequence[Rulebook], questions: Sequence[Question], answers: Mapping[int, Marks]
) -> list[Found]:
    """Rank the rulebooks by how many answers are theirs; ``answers`` by a question's number.

    A question without an answer says nothing. Equals stay in the order they came in.
    """
    found = [_compared(rulebook, questions, answers) for rulebook in rulebooks]
    return sorted(found, key=lambda each: -each.agreed)


def answers_of(rulebook: Rulebook, questions: Sequence[Question]) -> dict[int, Marks]:
    """Answer as a rulebook would."""
    return {number: marks_of(question.facts, rulebook) for number, question in enumerate(questions)}


def _compared(
    rulebook: Rulebook, questions: Sequence[Question], answers: Mapping[int, Marks]
) -> Found:
    its = answers_of(rulebook, questions)
    differing = tuple(
        Differing(question=questions[number], yours=yours, its=its[number])
        for number, yours in answers.items()
        if its[number] != yours
    )
    answered = len(answers)
    return Found(
        rulebook=rulebook,
        agreed=answered - len(differing),
        answered=answered,
        differing=differing,
    )


def _sort(facts: DealFacts) -> object:
    """What a deal is about: its contract if it is named, its trump, coinche, tricks and extras."""
    contract = facts.contract
    bid = contract.bid if isinstance(contract.bid, NamedContract) else ""
    declared = bool(facts.declarations.a or facts.declarations.b)
    return bid, contract.trump.mode, contract.stake, facts.sweep, facts.belote, declared


def _parted(row: Sequence[Marks], worth: Mapping[tuple[int, int], float]) -> float:
    return sum(value for (one, other), value in worth.items() if row[one] != row[other])


def written(marks: Marks) -> str:
    """Write an answer as a field's value."""
    return NEVER if marks is None else f"{marks[0]}-{marks[1]}"
