"""A deal, a match, the whole contest under another rulebook, beside what it is here.

Nothing is written: the same sheets are read by a copy of the contest that plays otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from django.utils.translation import pgettext

from scoring import Outcome as ScoreOutcome
from scoring import Refusal, Rulebook, Side, clause_article, line_text, score_deal
from tournament import labels
from tournament.deals.adjustments import Marks
from tournament.deals.options import known, written
from tournament.deals.tally import MatchSheet, SheetRow, as_it_stands
from tournament.models import Deal, Entry, Match, Outcome, Tournament
from tournament.referee.other_rulebooks import OtherRulebook, others_of, under


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A match as another rulebook has it; ``impossible`` says why of the deals it has not.

    Those are counted there as if they were annulled.
    """

    sheet: MatchSheet
    impossible: dict[int, str]

    @property
    def match(self) -> Match:
        """The match it is of."""
        return self.sheet.match

    def row(self, number: int) -> SheetRow | None:
        """Return a deal by its number."""
        return next((row for row in self.sheet.rows if row.deal.number == number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One line of the marks under one rulebook; empty where it has no such line."""

    text: str = ""
    article: str = ""
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePair:
    """One line under both: whose, here, there."""

    side: Side
    here: Cell
    there: Cell

    @property
    def differs(self) -> bool:
        """Whether the two do not give the same."""
        return (self.here.points or 0) != (self.there.points or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class DealElsewhere:
    """A deal under another rulebook, line by line; ``impossible`` says why there is none."""

    other: OtherRulebook
    here: SheetRow
    there: SheetRow | None
    lines: tuple[LinePair, ...]
    impossible: str = ""

    @property
    def differs(self) -> bool:
        """Whether it would not be marked alike."""
        return self.there is None or self.there.marks != self.here.marks

    @property
    def totals(self) -> list[tuple[Side, int, int | None]]:
        """Each side's mark here and there."""
        theirs = self.there.marks if self.there else (None, None)
        return list(zip(Side, self.here.marks, theirs, strict=True))

    @property
    def verdicts(self) -> tuple[str, str]:
        """Whether the contract is made, here and there, in a word."""
        return _verdict(self.here), _verdict(self.there)


def told(match: Match, deals: Sequence[Deal], other: Tournament, ruled: Marks) -> Told:
    """Read a match's deals, in order with their entries, as another contest would.

    ``other`` is the contest ``under`` another rulebook, ``ruled`` are the marks that rulings
    add to the totals.
    """
    rulebook = other.rulebook
    deals = [_as_known(deal, rulebook) for deal in deals]
    impossible = {deal.number: why for deal in deals if (why := refusal_of(deal, rulebook))}
    kept = [_as_annulled(deal) if deal.number in impossible else deal for deal in deals]
    return Told(sheet=as_it_stands(match, kept, other, ruled), impossible=impossible)


def match_told(whole: MatchSheet, rulebook: Rulebook) -> Told:
    """Read a match, already shown as it counts here, under another rulebook."""
    deals = [row.deal for row in whole.rows]
    return told(whole.match, deals, under(whole.tournament, rulebook), whole.adjusted_by)


def deal_told(whole: MatchSheet, number: int, other: OtherRulebook) -> DealElsewhere | None:
    """Compare one deal line by line; None where no such deal counts here."""
    here = next((row for row in whole.rows if row.deal.number == number), None)
    if here is None:
        return None
    own = whole.tournament.rulebook
    found = match_told(whole, other.rulebook)
    why = found.impossible.get(number, "")
    there = None if why else found.row(number)
    lines = tuple(_pairs(here, there, own, other.rulebook))
    return DealElsewhere(other=other, here=here, there=there, lines=lines, impossible=why)


def everywhere(whole: MatchSheet, number: int) -> list[DealElsewhere]:
    """Mark one deal under every other rulebook, and its own with each reading turned.

    A reading, or a version of the club's own, that changes nothing of this deal is left out.
    """
    found = (deal_told(whole, number, other) for other in others_of(whole.tournament))
    return [each for each in found if each and (each.differs or each.other.is_shipped)]


def refusal_of(deal: Deal, rulebook: Rulebook) -> str:
    """Say why a deal cannot exist under a rulebook; nothing where it can."""
    if deal.accepted is None or deal.accepted.outcome != Outcome.PLAYED:
        return ""
    try:
        score_deal(deal.accepted.facts(), rulebook)
    except Refusal as refusal:
        return labels.refusal(refusal)
    return ""


def _as_known(deal: Deal, rulebook: Rulebook) -> Deal:
    """Return a deal without those choices of its table that a rulebook does not leave to it."""
    entry = deal.accepted
    if entry is None or not entry.options:
        return deal
    deal, deal.accepted = copy(deal), copy(entry)
    deal.accepted.options = written(known(entry.options, rulebook))
    return deal


def _as_annulled(deal: Deal) -> Deal:
    """Return a copy of a deal, never saved, as if it were annulled."""
    copied = copy(deal)
    copied.accepted = Entry(outcome=Outcome.VOID)
    return copied


def _pairs(
    here: SheetRow, there: SheetRow | None, own: Rulebook, other: Rulebook
) -> Iterator[LinePair]:
    ours, theirs = _cells(here, own), _cells(there, other)
    for side in Side:
        for key in dict.fromkeys([*ours, *theirs]):
            if key[0] is side:
                one, two = ours.get(key, Cell()), theirs.get(key, Cell())
                yield LinePair(side=side, here=one, there=two)


def _cells(row: SheetRow | None, rulebook: Rulebook) -> dict[tuple[Side, str], Cell]:
    """Return a deal's lines by side and reason; two of one reason are counted apart."""
    if row is None or row.score is None or row.facts is None:
        return {}
    language = labels.language()
    cells: dict[tuple[Side, str], Cell] = {}
    for line in row.score.lines:
        key = (line.side, line.reason.value)
        while key in cells:
            key = (line.side, key[1] + "'")
        cells[key] = Cell(
            text=line_text(line, row.facts, rulebook, language),
            article=clause_article(rulebook, line.clause, language),
            points=line.points,
        )
    return cells


def _verdict(row: SheetRow | None) -> str:
    if row is None or row.score is None:
        return "–"
    return VERDICTS[row.score.outcome]()


VERDICTS = {
    ScoreOutcome.MADE: lambda: pgettext("a contract", "made"),
    ScoreOutcome.FAILED: lambda: pgettext("a contract", "failed"),
    ScoreOutcome.LITIGE: lambda: pgettext("a contract", "equal split"),
    ScoreOutcome.REPLAY: lambda: pgettext("a contract", "equal split, played again"),
}
