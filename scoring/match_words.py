"""Rounding, the target, faults and their tariffs as sentences; the foot of a score sheet."""

from __future__ import annotations

from collections.abc import Callable

from scoring.clauses import allowed_modes
from scoring.coherence import resolve
from scoring.contracts import Stake
from scoring.marks_words import formula
from scoring.phrases import LANGUAGES, both, chosen, listed, number, typeset
from scoring.rulebook import Rulebook
from scoring.schema import Fault, Five, LastDeal, Rounded, TargetRule, Words
from scoring.terms import CellMarks, CellName

FAULTS = {
    Fault.WRONG_ANNOUNCEMENT: both("fausse annonce", "wrong announcement"),
    Fault.DOUBTFUL_COUNT: both("compte douteux", "doubtful count"),
    Fault.REVOKE: both("renonce", "revoke"),
    Fault.MISDEAL: both("maldonne", "misdeal"),
    Fault.OUT_OF_TURN: both("parole hors tour", "call out of turn"),
    Fault.CONDUCT: both("conduite", "conduct"),
    Fault.CHEATING: both("tricherie", "cheating"),
    Fault.CALL_FOR_NOTHING: both("appel pour rien", "call for nothing"),
}


def _rounding(rulebook: Rulebook) -> Words:
    rule = rulebook.rounding
    has_parts = any(
        rulebook.trumps[mode].conversion.denominator > 1 for mode in allowed_modes(rulebook)
    )
    if rule.to == 1 and not has_parts:
        return both("Les marques ne sont pas arrondies.", "Marks are not rounded.")
    way = both("monte", "goes up") if rule.five is Five.UP else both("descend", "goes down")
    if rule.to == 1:
        return both(
            f"Marques arrondies au point le plus proche, la moitié {way.fr}.",
            f"Marks are rounded to the nearest point, halfway {way.en}.",
        )
    fr = f"Marques arrondies à {rule.to} près, la moitié {way.fr}."
    en = f"Marks are rounded to {rule.to}, halfway {way.en}."
    if rule.who is Rounded.DEFENDERS:
        fr += " On arrondit les points de la défense, les preneurs ont le complément."
        en += " The defenders' points are rounded, the takers have the rest."
    if rule.last_deal is LastDeal.EXACT:
        fr += " La dernière donne reste exacte."
        en += " The last deal is left exact."
    return both(fr, en)


def _target(rulebook: Rulebook) -> Words:
    target = rulebook.target
    fr, en = number(target, "fr"), number(target, "en")
    if rulebook.target_rule is TargetRule.REACH:
        return both(f"La partie se gagne à {fr} points.", f"A match is won at {en} points.")
    return both(
        f"La partie se gagne en dépassant {fr} points.", f"A match is won beyond {en} points."
    )


def _faults(rulebook: Rulebook) -> Words:
    categories, tariffs = rulebook.faults.categories, rulebook.faults.tariffs
    said = []
    if categories:
        fr, en = (listed((FAULTS[fault][lang] for fault in categories), lang) for lang in LANGUAGES)
        said.append(both(f"L'arbitre est appelé pour : {fr}.", f"The referee is called for: {en}."))
    if tariffs:
        sums = [[formula(terms, lang, with_k=True) for terms in tariffs] for lang in LANGUAGES]
        fr, en = (chosen(said, lang) for said, lang in zip(sums, LANGUAGES, strict=True))
        said.append(
            both(f"Tarifs d'usage à l'autre camp : {fr}.", f"Usual marks to the other side: {en}.")
        )
    if not said:
        said = [both("Les fautes sont laissées à l'arbitre.", "Faults are left to the referee.")]
    if rulebook.faults.referee_may_play:
        said.append(both("L'arbitre peut jouer lui-même.", "The referee may play too."))
    return both(" ".join(text.fr for text in said), " ".join(text.en for text in said))


MATCH_WORDS: dict[str, Callable[[Rulebook], Words]] = {
    "rounding": _rounding,
    "target": _target,
    "faults": _faults,
}


def reminder(rulebook: Rulebook, lang: str) -> str:
    """The rules of marking in one line, for the foot of a score sheet.

    How a match ends is left out: the contest sets it, and the sheet's head says it.
    """

    def pays(cell: CellName) -> str:
        marks = resolve(rulebook.marks, cell) or CellMarks(takers=(), defenders=())
        return f"{formula(marks.takers, lang)} / {formula(marks.defenders, lang)}"

    text = both(
        f"Preneurs / défense. Réussi : {pays(CellName.MADE)}. Chuté : {pays(CellName.FAILED)}.",
        f"Takers / defenders. Made: {pays(CellName.MADE)}. Failed: {pays(CellName.FAILED)}.",
    )[lang]
    k = rulebook.multipliers
    if k[Stake.COINCHE]:
        stakes = [f"coinche ×{k[Stake.COINCHE]}"]
        if k[Stake.SURCOINCHE]:
            stakes.append(f"surcoinche ×{k[Stake.SURCOINCHE]}")
        text += f" {listed(stakes, lang).capitalize()}."
    extras = [f"belote {rulebook.belote.value}"]
    if rulebook.rounding.to > 1:
        to = rulebook.rounding.to
        extras.append(both(f"arrondi à {to}", f"rounded to {to}")[lang])
    return typeset(f"{text} {', '.join(extras).capitalize()}.", lang)
