"""The explanations of a difference with the paper, as sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.utils.translation import gettext as _

from scoring import (
    DealFacts,
    NamedContract,
    Rulebook,
    ScoreLine,
    Stake,
    Sweep,
    line_text,
    score_deal,
)
from tournament import labels
from tournament.deals.paper import Clue, Explanation, Marks, Paper
from tournament.deals.slips import explanation_text
from tournament.text import marks, signed


def difference_text(paper: Paper, counted: Marks) -> str:
    """Say what the paper gives and what the rulebook gives."""
    return _("The paper says %(paper)s, the rulebook gives %(marks)s.") % {
        "paper": marks_text(paper),
        "marks": marks_text(counted),
    }


def marks_text(both: Paper) -> str:
    """Write both sides' marks: « 250 – 40 »; « … » where a column was not typed."""
    written = ("…" if mark is None else marks(mark) for mark in both)
    return " – ".join(written)


def clue_texts(
    found: Iterable[Explanation], facts: DealFacts, rulebook: Rulebook
) -> tuple[str, ...]:
    """Say each explanation in a sentence."""
    return tuple(clue_text(explanation, facts, rulebook) for explanation in found)


def clue_text(explanation: Explanation, facts: DealFacts, rulebook: Rulebook) -> str:
    """Say what would give the paper's marks, instead of these facts."""
    clue = explanation.clue
    if clue in WITHOUT_FIGURES:
        return WITHOUT_FIGURES[clue]()
    if explanation.line:
        return _of_line(clue, explanation.line, facts, rulebook)
    if explanation.side:
        return _("The paper's mark of %(side)s is off by %(amount)s: a slip of addition.") % {
            "side": explanation.side.value,
            "amount": signed(explanation.amount),
        }
    other = explanation.facts or facts
    if clue is Clue.JUDGED:
        return _judged(other, rulebook)
    if clue is Clue.POINTS:
        return _points(explanation, other)
    return OF_FACT[clue](other)


WITHOUT_FIGURES: dict[Clue, Callable[[], str]] = {
    Clue.COLUMNS_SWAPPED: lambda: _("The paper's two columns may be exchanged."),
    Clue.RUNNING_TOTALS: lambda: _("The paper may give the running totals."),
    Clue.NOT_ROUNDED: lambda: _("The paper's marks may not be rounded."),
}


def _of_line(clue: Clue, line: ScoreLine, facts: DealFacts, rulebook: Rulebook) -> str:
    figures = {
        "line": line_text(line, facts, rulebook, labels.language()),
        "points": line.points,
        "side": line.side.value,
    }
    if clue is Clue.LINE_LEFT_OUT:
        return _("The paper may leave out: %(line)s (%(points)s for %(side)s).") % figures
    return _("The paper may give to the other side: %(line)s (%(points)s for %(side)s).") % figures


def _belote(facts: DealFacts) -> str:
    held = facts.belote
    sides = " + ".join("A" * held.a + "B" * held.b)
    if not sides:
        return _("These would be the marks without a belote.")
    return _("These would be the marks with the belote of %(sides)s.") % {"sides": sides}


def _stake(facts: DealFacts) -> str:
    if facts.contract.stake is Stake.PLAIN:
        return _("These would be the marks without the coinche.")
    if facts.contract.stake is Stake.COINCHE:
        return _("These would be the marks of a coinched deal.")
    return _("These would be the marks of a surcoinched deal.")


def _takers(facts: DealFacts) -> str:
    return _("These would be the marks if %(side)s had taken.") % {
        "side": facts.contract.takers.value
    }


def _bid(facts: DealFacts) -> str:
    bid = facts.contract.bid
    word = labels.contract_label(bid.value if isinstance(bid, NamedContract) else str(bid))
    return _("These would be the marks of the contract “%(contract)s”.") % {"contract": word}


def _sweep(facts: DealFacts) -> str:
    if facts.sweep is None:
        return _("These would be the marks without the eight tricks.")
    if facts.sweep is Sweep.DEFENDERS:
        return _("These would be the marks if the defence took the eight tricks.")
    return _("These would be the marks if the takers took the eight tricks.")


def _trump(facts: DealFacts) -> str:
    return _("These would be the marks at %(trump)s.") % {
        "trump": labels.TRUMPS[facts.contract.trump]
    }


OF_FACT: dict[Clue, Callable[[DealFacts], str]] = {
    Clue.BELOTE: _belote,
    Clue.STAKE: _stake,
    Clue.TAKERS: _takers,
    Clue.BID: _bid,
    Clue.SWEEP: _sweep,
    Clue.TRUMP: _trump,
}


def _points(explanation: Explanation, facts: DealFacts) -> str:
    figures = {"points": facts.points}
    if not explanation.slips:
        return _("These would be the marks with %(points)s points.") % figures
    figures["slips"] = explanation_text(explanation.slips)
    return _("These would be the marks with %(points)s points (%(slips)s).") % figures


def _judged(facts: DealFacts, rulebook: Rulebook) -> str:
    if score_deal(facts, rulebook).made:
        return _("The paper may take the contract for made.")
    return _("The paper may take the contract for failed.")
