"""The totals written at the foot of the paper, against those of the deals as they were typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.deals.paper import ADDITION_SLIPS, Clue, Marks, agrees, explanations
from tournament.deals.paper_words import clue_text, marks_text
from tournament.deals.tally import MatchSheet, SheetRow

MOST_SUSPECTS = 5
"""A difference that more deals explain, all in the same way, is explained by none of them."""
PAPER_WRONG, LEFT_OUT, TWICE, BY_A_FACT = range(4)
"""What may be wrong with one deal, the likeliest first; other facts come in the order of clues."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A deal that could explain the difference, and how; a lower ``rank`` is likelier."""

    number: int
    rank: int
    clues: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsCheck:
    """What the comparison says: one sentence, more that may explain, deals to look at."""

    is_equal: bool
    text: str
    clues: tuple[str, ...] = ()
    suspects: tuple[Suspect, ...] = ()


def compare_totals(paper: Marks, sheet: MatchSheet) -> TotalsCheck:
    """Say whether the totals are the paper's, and if not which deals could explain it."""
    # What a ruling adds is on no paper.
    counted = (
        sheet.tally.totals[0] - sheet.adjusted_by[0],
        sheet.tally.totals[1] - sheet.adjusted_by[1],
    )
    if counted == paper:
        text = _("The paper gives the same totals: %(totals)s.") % {"totals": marks_text(paper)}
        return TotalsCheck(is_equal=True, text=text)
    off = paper[0] - counted[0], paper[1] - counted[1]
    text = _("The paper gives %(paper)s, the deals typed add up to %(totals)s.") % {
        "paper": marks_text(paper),
        "totals": marks_text(counted),
    }
    return TotalsCheck(
        is_equal=False,
        text=text,
        clues=_of_the_whole(paper, counted, off, sheet),
        suspects=_likeliest([_suspect(row, off, sheet) for row in sheet.rows]),
    )


def _likeliest(found: Iterable[Suspect | None]) -> tuple[Suspect, ...]:
    """Keep the deals that explain the difference in the likeliest way, if they are few."""
    suspects = [suspect for suspect in found if suspect]
    for rank in sorted({suspect.rank for suspect in suspects}):
        of_rank = [suspect for suspect in suspects if suspect.rank == rank]
        if len(of_rank) <= MOST_SUSPECTS:
            return tuple(of_rank)
    return ()


def _suspect(row: SheetRow, off: Marks, sheet: MatchSheet) -> Suspect | None:
    """Say how one deal could explain the whole difference."""
    clues = dict(_clues(row, off, sheet))
    if not clues:
        return None
    return Suspect(number=row.deal.number, rank=min(clues), clues=tuple(clues.values()))


def _clues(row: SheetRow, off: Marks, sheet: MatchSheet) -> Iterator[tuple[int, str]]:
    """Say what may be wrong with one deal, each with its rank."""
    if row.score and not agrees((row.entry.paper_a, row.entry.paper_b), row.marks):
        text = _("The paper's marks of this deal are not those of the rulebook.")
        yield PAPER_WRONG, text
    if not row.counts:
        return
    if row.marks == (-off[0], -off[1]):
        yield LEFT_OUT, _("The paper may leave this deal out.")
    if row.marks == off:
        yield TWICE, _("The paper may count this deal twice.")
    marks = (row.marks[0] + off[0], row.marks[1] + off[1])
    if row.facts and min(marks) >= 0:
        rulebook = sheet.rulebook
        for found in explanations(row.facts, marks, rulebook):
            if found.side is None:
                place = BY_A_FACT + list(Clue).index(found.clue)
                yield place, clue_text(found, row.facts, rulebook)


def _of_the_whole(paper: Marks, counted: Marks, off: Marks, sheet: MatchSheet) -> tuple[str, ...]:
    """Say what no single deal explains."""
    clues: list[str] = []
    if paper == (counted[1], counted[0]):
        clues.append(_("The paper's two columns may be exchanged."))
    written = [(row.entry.paper_a, row.entry.paper_b) for row in sheet.rows if row.counts]
    if written and all(None not in marks for marks in written):
        added = sum(a for a, _b in written), sum(b for _a, b in written)
        if added != paper:
            text = _("The paper's own marks add up to %(totals)s: a slip of addition.")
            clues.append(text % {"totals": marks_text(added)})
    elif 0 in off and abs(sum(off)) in ADDITION_SLIPS:
        clues.append(_("A slip of addition on the paper would do: one column is right."))
    return tuple(clues)
