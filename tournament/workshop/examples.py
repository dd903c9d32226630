"""The club's own examples: the marks that a deal must give, and those that a rulebook gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring import DealFacts, Refusal, Rulebook, score_deal
from tournament import labels
from tournament.deals.options import choices_of
from tournament.deals.why import Why, why
from tournament.models import RulebookExample
from tournament.rulebooks.words import deal_words

Marks = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """An example under a rulebook: what it must give, what it gives and why.

    ``got`` is None, and ``refused`` a sentence, where the deal cannot be played there.
    ``chosen`` is what its table chose of what the rulebook leaves to it, in words.
    """

    example: RulebookExample
    facts: DealFacts
    expected: Marks
    got: Marks | None = None
    why: Why | None = None
    refused: str = ""
    chosen: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the rulebook gives what the club expects."""
        return self.got == self.expected

    @property
    def said(self) -> str:
        """The deal in words that are no rulebook's."""
        return deal_words(self.facts)


def prove(examples: Iterable[RulebookExample], rulebook: Rulebook) -> list[Proof]:
    """Mark each example under a rulebook, in order."""
    return [_proof(example, rulebook) for example in examples]


def _proof(example: RulebookExample, rulebook: Rulebook) -> Proof:
    facts = example.deal
    proof = Proof(
        example=example,
        facts=facts,
        expected=(example.marks_a, example.marks_b),
        chosen=tuple(choice.other for choice in choices_of(rulebook) if choice.id in facts.options),
    )
    try:
        score = score_deal(facts, rulebook)
    except Refusal as refusal:
        return replace(proof, refused=labels.refusal(refusal))
    return replace(proof, got=(score.mark_a, score.mark_b), why=why(facts, score, rulebook))
