"""A deal said as a referee would say it, line by line, from the rulebook's own data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from scoring.cells import Outcome, Reason
from scoring.clause_words import clause_article, clause_text
from scoring.contracts import NamedContract, Side, Stake, Sweep
from scoring.deals import DealFacts, DealScore, ScoreLine
from scoring.declarations import Declaration, best_of, contest, value_of
from scoring.marks_words import conversion_name, fixed_sums
from scoring.match_words import reminder
from scoring.phrases import (
    STAKES,
    bid_name,
    both,
    declaration_name,
    listed,
    number,
    trump_name,
    typeset,
)
from scoring.recount import side_points
from scoring.rulebook import Rulebook
from scoring.schema import Need, Rounded, Words

__all__ = [
    "clause_article",
    "clause_text",
    "explain",
    "line_text",
    "not_said",
    "reminder",
    "said",
    "typeset",
]

_SWEEPS = {
    Sweep.TAKERS: both("fait les huit plis", "takes the eight tricks"),
    Sweep.TAKERS_ALONE: both("fait seul les huit plis", "alone takes the eight tricks"),
    Sweep.DEFENDERS: both("ne fait aucun pli", "takes no trick"),
}
_NEEDS = {
    Need.ALL_TRICKS: both("les huit plis", "the eight tricks"),
    Need.ALL_TRICKS_ALONE: both("les huit plis au preneur seul", "the eight tricks alone"),
    Need.BELOTE: both("la belote", "the belote"),
}
_OUTCOMES = {
    Outcome.MADE: both("réussi", "made"),
    Outcome.FAILED: both("chuté", "failed"),
    Outcome.LITIGE: both("litige", "a tied deal"),
    Outcome.REPLAY: both("égalité, donne à rejouer", "equal, to be played again"),
}


def said(facts: DealFacts, score: DealScore, rulebook: Rulebook, lang: str) -> str:
    """The deal in one sentence: who took what, what was made, whether it is enough.

    Where declarations were disputed, a second one says which count and why.
    """
    rulebook = rulebook.switched(*facts.options)
    contract = facts.contract
    if contract.bid is NamedContract.TAKE:
        verb = both("prend à", "takes at")[lang]
        promise = f"{contract.takers} {verb} {trump_name(contract.trump, lang)}"
    else:
        verb = both("prend", "takes")[lang]
        bid, trump = bid_name(contract.bid, lang), trump_name(contract.trump, lang)
        promise = f"{contract.takers} {verb} {bid} {trump}"
    if contract.stake is not Stake.PLAIN:
        promise += f" {STAKES[contract.stake][lang]}"
    deed = _SWEEPS[facts.sweep][lang] if facts.sweep else _made(facts, lang)
    extras = list(_extras(facts, rulebook, lang))
    if extras:
        deed += f" {both('avec', 'with')[lang]} {listed(extras, lang)}"
    colon = " :" if lang == "fr" else ":"
    text = f"{promise}, {deed}{colon} {_verdict(facts, score, lang)}."
    return typeset(" ".join([text, *_contested(facts, rulebook, lang)]), lang)


def _made(facts: DealFacts, lang: str) -> str:
    return f"{both('fait', 'makes')[lang]} {number(facts.points or 0, lang)}"


def _extras(facts: DealFacts, rulebook: Rulebook, lang: str) -> Iterator[str]:
    """The belote and the declarations of the takers, as far as they help the contract."""
    bid, takers = facts.contract.bid, facts.contract.takers
    belotes = facts.belote[takers]
    if belotes:
        name = both("la belote", "the belote")[lang]
        if belotes > 1:
            name = f"{belotes} belotes"
        helped, worth = rulebook.belote_help(bid) * belotes, rulebook.belote.value * belotes
        needs = rulebook.named[bid].needs if isinstance(bid, NamedContract) else (Need.POINTS,)
        if helped != worth and Need.POINTS in needs:
            name += f" ({both('comptée', 'counted')[lang]} {helped})"
        yield name
    if rulebook.declarations.help:
        winner, scoring = _scoring(facts, rulebook)
        if winner is takers:
            yield listed((declaration_name(one, lang) for one in scoring), lang)


def _contested(facts: DealFacts, rulebook: Rulebook, lang: str) -> Iterator[str]:
    """Which side's declarations count and why, where that is not plain to see."""
    declared, trump = facts.declarations, facts.contract.trump
    if not (declared.a or declared.b):
        return
    found = contest(declared, trump, rulebook, facts.first)
    winner = found.winner
    if winner is None and found.is_tied:
        yield both(
            "Annonces égales : personne ne les marque.",
            "Declarations are equal: nobody scores them.",
        )[lang]
    elif winner is None:
        yield both("Les annonces ne valent rien.", "The declarations are worth nothing.")[lang]
    elif found.is_tied:
        yield both(
            f"Annonces égales : {winner}, qui parle en premier, l'emporte.",
            f"Declarations are equal: {winner} speaks first and has the better.",
        )[lang]
    else:
        bests = [best_of(declared[side], trump, rulebook) for side in (winner, winner.other)]
        if all(bests):
            better, beaten = (declaration_name(one, lang) for one in bests if one)
            yield both(
                f"Annonces : {winner} l'emporte, {better} contre {beaten}.",
                f"Declarations: {winner}'s are the better, {better} against {beaten}.",
            )[lang]


def _verdict(facts: DealFacts, score: DealScore, lang: str) -> str:
    outcome = _OUTCOMES[score.outcome][lang]
    parts = []
    if score.counted is not None and (facts.sweep or score.counted != facts.points):
        parts.append(number(score.counted, lang))
    parts.append(outcome)
    verdict = ", ".join(parts)
    if score.outcome is Outcome.LITIGE:
        left = number(score.carried, lang)
        return verdict + both(f" ({left} remis en jeu)", f" ({left} left for the next deal)")[lang]
    fell_short = (score.counted or 0) < (score.needed or 0)
    if score.outcome is Outcome.MADE and facts.sweep and fell_short:
        return verdict + both(" (les huit plis suffisent)", " (the eight tricks are enough)")[lang]
    needs = [
        _NEEDS[need][lang] if need in _NEEDS else _enough(score, lang) for need in score.missing
    ]
    if needs:
        lacked = listed(needs, lang)
        verdict += both(f" (il fallait {lacked})", f" ({lacked} needed)")[lang]
    return verdict


def _enough(score: DealScore, lang: str) -> str:
    """What the takers' points had to reach, or to beat."""
    needed, counted = score.needed or 0, score.counted or 0
    if counted < needed:
        return number(needed, lang)
    return both("plus que la défense", "more than the defenders")[lang]


def not_said(facts: DealFacts, rulebook: Rulebook, lang: str) -> str:
    """What the sheet does not report and could have: « pas coinché, pas de belote »."""
    rulebook = rulebook.switched(*facts.options)
    absent = []
    if facts.contract.stake is Stake.PLAIN and len(rulebook.stakes) > 1:
        absent.append(both("pas coinché", "not coinched")[lang])
    if not (facts.belote.a or facts.belote.b) and rulebook.most_belotes(facts.contract.trump):
        absent.append(both("pas de belote", "no belote")[lang])
    if rulebook.plays_declarations and not (facts.declarations.a or facts.declarations.b):
        absent.append(both("pas d'annonces", "no declarations")[lang])
    return ", ".join(absent)


def line_text(line: ScoreLine, facts: DealFacts, rulebook: Rulebook, lang: str) -> str:
    """What one line of the marks is for: « le contrat, 120 × 2 »."""
    rulebook = rulebook.switched(*facts.options)
    bid = facts.contract.bid
    texts = {
        Reason.POINTS: both("points des plis", "points in tricks"),
        Reason.BASE: both("somme fixe", "fixed sum"),
        Reason.SWEEP: both("les huit plis", "the eight tricks"),
        Reason.CONTRACT: both("contrat", "contract"),
        Reason.BELOTE: both("belote", "belote"),
        Reason.DECLARATIONS: both("annonces", "declarations"),
        Reason.CARRIED: both("points du litige", "points of the tied deal"),
        Reason.ROUNDING: _rounding(line, facts, rulebook),
    }
    text = texts[line.reason][lang]
    if line.reason is Reason.CONTRACT and isinstance(bid, NamedContract):
        text += f" ({bid_name(bid, lang)})"
    if line.reason is Reason.DECLARATIONS:
        _, scoring = _scoring(facts, rulebook)
        text += f" ({listed((declaration_name(one, lang) for one in scoring), lang)})"
    detail = "" if line.reason is Reason.ROUNDING else _sum_of(line, facts, rulebook, lang)
    return typeset(f"{text}, {detail}" if detail else text, lang)


def _rounding(line: ScoreLine, facts: DealFacts, rulebook: Rulebook) -> Words:
    rounding = rulebook.rounding
    if rounding.who is Rounded.DEFENDERS and line.side is facts.contract.takers:
        return both("arrondi : ce que laisse la défense", "rounding: what the defenders leave")
    return both(f"arrondi à {rounding.to} près", f"rounding to {rounding.to}")


def _scoring(facts: DealFacts, rulebook: Rulebook) -> tuple[Side | None, list[Declaration]]:
    """The side whose declarations score, and those of them that are worth something."""
    trump = facts.contract.trump
    if not (facts.declarations.a or facts.declarations.b):
        return None, []
    winner = contest(facts.declarations, trump, rulebook, facts.first).winner
    declared = facts.declarations[winner] if winner else ()
    return winner, [one for one in declared if value_of(one, trump, rulebook)]


def _sum_of(line: ScoreLine, facts: DealFacts, rulebook: Rulebook, lang: str) -> str:
    """How a line comes about, where it is more than one figure: « 120 × 2 »."""
    k = rulebook.multipliers[facts.contract.stake]
    conversion = conversion_name(facts.contract.trump.mode, rulebook)
    for factors in _products(line, facts, rulebook):
        exact = Fraction(math.prod(factors))
        if _rounded(exact) == line.points and len(factors) > 1:
            return _times(factors, conversion, lang)
        if k > 1 and _rounded(exact * k) == line.points:
            return _times([*factors, Fraction(k)], conversion, lang)
    return ""


def _rounded(exact: Fraction) -> int:
    """The nearest whole number, half a point up, as converted points are counted."""
    return math.floor(exact + Fraction(1, 2))


def _products(line: ScoreLine, facts: DealFacts, rulebook: Rulebook) -> Iterator[list[Fraction]]:
    """What the line may be the product of, the multiplier k left out."""
    contract = facts.contract
    if line.reason is Reason.CONTRACT:
        yield [Fraction(rulebook.value(contract.bid))]
    elif line.reason is Reason.POINTS:
        conversion = rulebook.trumps[contract.trump.mode].conversion
        points = Fraction(side_points(facts, rulebook)[line.side])
        yield [points] if conversion == 1 else [points, conversion]
    elif line.reason is Reason.BELOTE:
        for held in (facts.belote[line.side], facts.belote.a + facts.belote.b):
            yield [Fraction(n) for n in (held, rulebook.belote.value) if n != 1]
    elif line.reason in (Reason.BASE, Reason.SWEEP):
        yield from ([Fraction(amount)] for amount in fixed_sums(contract.bid, rulebook))


def _times(factors: Iterable[Fraction], conversion: str, lang: str) -> str:
    """The product in words; its one fraction is the conversion."""
    return " × ".join(
        number(factor, lang) if factor.denominator == 1 else conversion for factor in factors
    )


def explain(facts: DealFacts, score: DealScore, rulebook: Rulebook, lang: str) -> str:
    """The whole deal: the sentence, what is absent, then each side's lines with articles."""
    rulebook = rulebook.switched(*facts.options)
    text = [said(facts, score, rulebook, lang)]
    absent = not_said(facts, rulebook, lang)
    if absent:
        text.append(f"({absent})")
    for side in Side:
        lines = [line for line in score.lines if line.side is side]
        stop = both(" :", ":")[lang] if lines else "."
        verb = both("marque", "marks")[lang]
        text.append(typeset(f"{side} {verb} {number(score.total(side), lang)}{stop}", lang))
        for line in lines:
            article = clause_article(rulebook, line.clause, lang)
            words = line_text(line, facts, rulebook, lang)
            text.append(f"  {number(line.points, lang):>6}  {words} [{article}]")
    return "\n".join(text)
