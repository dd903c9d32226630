"""What a referee usually gives the other side for a fault, from the rulebook's own terms."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.contracts import Contract
from scoring.marks_words import formula
from scoring.phrases import both
from scoring.rulebook import Rulebook
from scoring.schema import Words
from scoring.terms import Term, TermName


@dataclass(frozen=True, slots=True, kw_only=True)
class Tariff:
    """Usual marks for a fault: the sum in words, « 160 + contrat », and what it comes to.

    ``marks`` is None where that depends on a contract nobody has named, or on the cards.
    """

    text: Words
    marks: int | None


def usual_tariffs(rulebook: Rulebook, contract: Contract | None = None) -> tuple[Tariff, ...]:
    """The tariffs a rulebook offers, in its order; none where it leaves faults to the referee."""
    return tuple(
        Tariff(
            text=both(formula(terms, "fr", with_k=True), formula(terms, "en", with_k=True)),
            marks=_marks(terms, rulebook, contract),
        )
        for terms in rulebook.faults.tariffs
    )


def _marks(terms: tuple[Term, ...], rulebook: Rulebook, contract: Contract | None) -> int | None:
    known: dict[TermName, int] = {}
    k = None
    if contract:
        known[TermName.CONTRACT] = rulebook.value(contract.bid)
        k = rulebook.multipliers[contract.stake]
    total = 0
    for term in terms:
        amount = term.amount if term.name is TermName.FIXED else known.get(term.name)
        factor = k if term.times_k else 1
        if amount is None or factor is None:
            return None
        total += amount * factor
    return total
