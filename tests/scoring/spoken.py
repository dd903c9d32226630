"""A rulebook as its sentences say it: figures and words read back, and deals marked by them.

Nothing of the rulebook's data is used here: a sentence that lies gives other marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from scoring import (
    DealFacts,
    NamedContract,
    Outcome,
    Rulebook,
    Side,
    Stake,
    Sweep,
    Words,
    clause_text,
)
from scoring.contracts import Mode
from scoring.marks_words import DEFENDERS, TAKERS, TITLES
from scoring.phrases import MODES, rank_name
from scoring.terms import CellName, TermName

NUMBER = r"\d{1,3}(?:[,\u202f]\d{3})+|\d+"
BY_TAKERS = {Sweep.TAKERS, Sweep.TAKERS_ALONE}
MODE_CLAUSES = {
    Mode.SUIT: "cards",
    Mode.NO_TRUMPS: "no_trumps",
    Mode.ALL_TRUMPS: "all_trumps",
    Mode.SCHMURTZ: "schmurtz",
}
SAID = {
    "fr": {
        "cell": r"aux preneurs, (.+?) ; à la défense, (.+?)(?: \(k = .*\))?",
        "as": r"comme « (.+) »",
        "value": rf"vaut ({NUMBER}), demande (.+?) \(",
        "nothing": "rien",
        "litige": "est un litige",
        "again": "se rejoue",
        "reaches": "qui atteint le contrat",
        "made": "est réussi",
        "make": "font réussir",
        "help": "Elles aident",
        "beat": "dépassent la défense",
        "needs": {
            "ce nombre de points": "points",
            "les huit plis": "all",
            "les huit plis au preneur seul": "alone",
            "la belote": "belote",
        },
        "up": "monte",
        "exact": "reste exacte",
        "by_defenders": "le complément",
        "last": "Dix de der",
    },
    "en": {
        "cell": r"to the takers, (.+?); to the defenders, (.+?)(?: \(k = .*\))?",
        "as": r"as “(.+)”",
        "value": rf"worth ({NUMBER}), needs (.+?) \(",
        "nothing": "nothing",
        "litige": "is a tied deal",
        "again": "is played again",
        "reaches": "that reaches the contract",
        "made": "is made",
        "make": "make any",
        "help": "They help",
        "beat": "beat the defenders",
        "needs": {
            "that number of points": "points",
            "the eight tricks": "all",
            "the eight tricks by one player": "alone",
            "the belote": "belote",
        },
        "up": "goes up",
        "exact": "is left exact",
        "by_defenders": "have the rest",
        "last": "Last trick",
    },
}


def whole(text: str) -> int:
    """A number as it is written, its thousands apart."""
    return int(re.sub(r"[,\u202f]", "", text))


def figures(text: str) -> list[int]:
    """Every whole number of a sentence, in order."""
    return [whole(found) for found in re.findall(NUMBER, text)]


def parts(text: str, lang: str) -> list[str]:
    """The items of « a, b et c »."""
    joint = " et " if lang == "fr" else " and "
    *most, last = text.split(joint)
    return [*(", ".join(most).split(", ") if most else []), last]


class SaidTerm(NamedTuple):
    name: TermName
    amount: int
    times_k: bool


@dataclass(frozen=True)
class Spoken:
    """A rulebook in one language, with what its sentences say."""

    rulebook: Rulebook
    lang: str

    def text(self, clause: str) -> str:
        said = clause_text(self.rulebook, clause, self.lang)
        # Narrow spaces stay between thousands only.
        return re.sub(r"\u202f(?=[:;!?»])|(?<=«)\u202f", " ", said)

    @property
    def words(self) -> dict[str, Any]:
        return SAID[self.lang]

    # --- What a contract is played for ---------------------------------------------------------

    def k(self, stake: Stake) -> int:
        if stake is Stake.PLAIN:
            return 1
        found = figures(self.text("stakes"))
        return found[0] if stake is Stake.COINCHE else found[1]

    def named(self, name: NamedContract) -> str:
        """The sentences of a named contract without what the rulebook adds in its own words."""
        text = self.text(name)
        notice = self.rulebook.named[name].notice[self.lang]
        return text.removesuffix(notice).strip() if notice else text

    def value(self, bid: int | NamedContract) -> int:
        if isinstance(bid, int):
            return bid
        return whole(self._asked(bid)[0])

    def needs(self, bid: int | NamedContract) -> list[str]:
        if isinstance(bid, int):
            return ["points"]
        return [self.words["needs"][need] for need in parts(self._asked(bid)[1], self.lang)]

    def _asked(self, name: NamedContract) -> tuple[str, str]:
        """What a named contract is worth and needs, as it is written."""
        found = re.search(self.words["value"], self.named(name))
        assert found, self.named(name)
        return found[1], found[2]

    def needed(self, bid: int | NamedContract) -> int:
        said = self.text("made_when")
        pairs = re.findall(rf"({NUMBER}) → ({NUMBER})", said)
        needs = {whole(one): whole(other) for one, other in pairs}
        return self.value(bid) if isinstance(bid, NamedContract) else needs.get(bid, bid)

    def cell(self, cell: CellName, bid: int | NamedContract) -> list[list[SaidTerm]]:
        """Each side's terms; the named contract's own sentence goes before the general one."""
        own = self.named(bid) if isinstance(bid, NamedContract) else ""
        said = self._sentence(cell, own) or self._sentence(cell, self.text(cell))
        if same := re.fullmatch(self.words["as"], said):
            title = same[1]
            other = next(c for c, words in TITLES.items() if words[self.lang].lower() == title)
            return self.cell(other, bid)
        found = re.fullmatch(self.words["cell"], said)
        assert found, said
        names = [TAKERS, DEFENDERS]
        return [self._terms(text, names[n]) for n, text in enumerate(found.groups())]

    def _sentence(self, cell: CellName, text: str) -> str:
        title = re.escape(TITLES[cell][self.lang])
        found = re.search(rf"(?:^|\. ){title} ?: (.+?)\.(?= [A-Z]|$)", text)
        return found[1] if found else ""

    def _terms(self, text: str, names: dict[TermName, Words]) -> list[SaidTerm]:
        if text == self.words["nothing"]:
            return []
        known = {words[self.lang]: name for name, words in names.items()}
        found = []
        for part in parts(text, self.lang):
            name, times, _k = part.partition(" × k")
            is_fixed = bool(re.fullmatch(NUMBER, name))
            amount = whole(name) if is_fixed else 0
            found.append(SaidTerm(TermName.FIXED if is_fixed else known[name], amount, bool(times)))
        return found

    # --- What cards, belotes and declarations are worth ----------------------------------------

    def total(self, mode: Mode) -> int:
        said = self.text(MODE_CLAUSES[mode])
        return figures(said[said.index(self.words["last"]) :])[1]

    def conversion(self, mode: Mode) -> Fraction:
        found = re.search(r"(?:multipliés par|multiplied by) (\d+(?:/\d+)?)", self._cards(mode))
        return Fraction(found[1]) if found else Fraction(1)

    def _cards(self, mode: Mode) -> str:
        return self.text(MODE_CLAUSES[mode])

    @property
    def belote(self) -> int:
        return (figures(self.text("belote")) or [0])[0]

    def help(self, bid: int | NamedContract) -> int:
        said, value = self.text("belote_help"), self.value(bid)
        by_bid = re.findall(rf"({NUMBER}) (?:à partir de|from) ({NUMBER})", said)
        if by_bid:
            helps = {whole(least): whole(points) for points, least in by_bid}
            reached = [least for least in helps if least <= value]
            return helps[max(reached)] if reached else 0
        return (figures(said) or [0])[0]

    def declared(self, facts: DealFacts, side: Side) -> int:
        """What a side's declarations are worth, by the figures of the values."""
        said, mode = self.text("declaration_values"), facts.contract.trump.mode
        start, *others = re.split(" ?; ", said)
        by_mode = {other.split(":")[0].strip(): other for other in others}
        of_mode = by_mode.get(MODES[mode][self.lang], start)
        worth = 0
        for one in facts.declarations[side]:
            if one.rank is not None:
                rank = rank_name(one.rank, self.lang)
                found = re.search(rf"carré {rank} ({NUMBER})", of_mode)
            else:
                found = re.search(rf"\b{one.kind.value} ({NUMBER})", start)
            worth += whole(found[1]) if found else 0
        return worth

    # --- A deal by the sentences ---------------------------------------------------------------

    def outcome(self, facts: DealFacts, worth: dict[Side, int]) -> Outcome:
        contract, sweep = facts.contract, facts.sweep
        takers, bid = contract.takers, contract.bid
        lacks = {
            "all": sweep not in BY_TAKERS,
            "alone": sweep is not Sweep.TAKERS_ALONE,
            "belote": not facts.belote[takers],
        }
        needs = self.needs(bid)
        if any(lacks[need] for need in needs if need != "points"):
            return Outcome.FAILED
        makes = self.words["make"] in self.text("eight_tricks")
        if "points" not in needs or (makes and sweep in BY_TAKERS):
            return Outcome.MADE
        counted = {side: self._counted(facts, side, worth) for side in Side}
        reached = counted[takers] >= self.needed(bid)
        if counted[takers] == counted[takers.other]:
            return self._equal(reached=reached)
        beats = self.words["beat"] not in self.text("made_when")
        is_ahead = counted[takers] > counted[takers.other]
        return Outcome.MADE if reached and (beats or is_ahead) else Outcome.FAILED

    def _equal(self, *, reached: bool) -> Outcome:
        said = self.text("equal_split")
        if self.words["reaches"] in said and not reached:
            return Outcome.FAILED
        words = {"litige": Outcome.LITIGE, "again": Outcome.REPLAY, "made": Outcome.MADE}
        return next(
            (outcome for name, outcome in words.items() if self.words[name] in said),
            Outcome.FAILED,
        )

    def _counted(self, facts: DealFacts, side: Side, worth: dict[Side, int]) -> Fraction:
        played = self.rulebook.plays_declarations
        helps = played and self.words["help"] in self.text("declarations")
        belotes = facts.belote[side] * self.help(facts.contract.bid)
        return self.points(facts, side) + belotes + (worth[side] if helps else 0)

    def points(self, facts: DealFacts, side: Side) -> Fraction:
        """A side's card points, converted."""
        mode, takers = facts.contract.trump.mode, facts.points
        total = self.total(mode)
        if takers is None:
            takers = 0 if facts.sweep is Sweep.DEFENDERS else total
        points = takers if side is facts.contract.takers else total - takers
        return points * self.conversion(mode)

    def marks(self, facts: DealFacts, worth: dict[Side, int], outcome: Outcome) -> dict[Side, int]:
        contract = facts.contract
        made = outcome is Outcome.MADE
        swept = facts.sweep in BY_TAKERS if made else facts.sweep is Sweep.DEFENDERS
        doubled = contract.stake is not Stake.PLAIN
        name = "_".join(["made" if made else "failed", *["swept"] * swept, *["doubled"] * doubled])
        sides = (contract.takers, contract.takers.other)
        paid = zip(sides, self.cell(CellName(name), contract.bid), strict=True)
        return {side: self._mark(terms, facts, side, worth) for side, terms in paid}

    def _mark(
        self, terms: list[SaidTerm], facts: DealFacts, side: Side, worth: dict[Side, int]
    ) -> int:
        said, contract = self.text("rounding"), facts.contract
        to = (figures(said) or [1])[0]
        if facts.last and self.words["exact"] in said:
            to = 1
        up, both = self.words["up"] in said, self.words["by_defenders"] in said
        points = self.points(facts, side)
        if both and to > 1:
            points = Fraction(nearest(self.points(facts, contract.takers.other), to, up=up))
            if side is contract.takers:
                pack = self.total(contract.trump.mode) * self.conversion(contract.trump.mode)
                points = nearest(pack, to, up=up) - points
        held = facts.belote.a + facts.belote.b
        amounts: dict[TermName, int | Fraction] = {
            TermName.POINTS: points,
            TermName.CONTRACT: self.value(contract.bid),
            TermName.BELOTE: facts.belote[side] * self.belote,
            TermName.ALL_BELOTES: held * self.belote,
            TermName.DECLARATIONS: worth[side],
            TermName.ALL_DECLARATIONS: sum(worth.values()),
            TermName.CARRIED: facts.carried,
        }
        k = self.k(contract.stake)
        total = Fraction(0)
        for term in terms:
            total += amounts.get(term.name, term.amount) * (k if term.times_k else 1)
        return nearest(total, to, up=up)


def nearest(amount: Fraction, to: int, *, up: bool) -> int:
    """The multiple of ``to`` that is nearest; halfway goes up, or down."""
    half = Fraction(1, 2)
    units = amount / to
    below = units.numerator // units.denominator
    rest = units - below
    return to * (below + (rest > half or (rest == half and up)))
