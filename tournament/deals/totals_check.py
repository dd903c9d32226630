"""The totals written at the foot of the paper, against those of the deals as they were typed."""

from __future__ import annotations

from dataclasses import dataclass

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.deals.choices import DIGITS
from tournament.deals.paper import ADDITION_SLIPS, Marks, agrees, explanations
from tournament.deals.paper_words import clue_texts, marks_text
from tournament.deals.tally import MatchSheet, SheetRow

MOST_SUSPECTS = 5
"""How many deals are named: a difference that all of them explain is explained by none."""


class TotalsForm(forms.Form):
    """Both totals of the paper; they are compared, and kept nowhere."""

    total_a = forms.IntegerField(
        label=gettext_lazy("A's total on the paper"),
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )
    total_b = forms.IntegerField(
        label=gettext_lazy("B's total on the paper"),
        min_value=0,
        max_value=99_999,
        widget=DIGITS,
    )

    @classmethod
    def of(cls, data: QueryDict) -> TotalsForm:
        """Read what an address asks; a form not sent yet asks nothing."""
        return cls(data if {"total_a", "total_b"} & set(data) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suspect:
    """A deal that could explain the difference, and how."""

    number: int
    clues: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsCheck:
    """What the comparison says: one sentence, more that may explain, deals to look at."""

    is_equal: bool
    text: str
    clues: tuple[str, ...] = ()
    suspects: tuple[Suspect, ...] = ()


def check_totals(form: TotalsForm, sheet: MatchSheet) -> TotalsCheck | None:
    """Compare the totals of the paper with the sheet's; None when nothing was asked."""
    if not form.is_valid():
        return None
    paper = form.cleaned_data["total_a"], form.cleaned_data["total_b"]
    return compare_totals(paper, sheet)


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
    suspects = tuple(filter(None, (_suspect(row, off, sheet) for row in sheet.rows)))
    return TotalsCheck(
        is_equal=False,
        text=text,
        clues=_of_the_whole(paper, counted, off, sheet),
        suspects=tuple(sorted(suspects, key=_strength))[:MOST_SUSPECTS],
    )


def _strength(suspect: Suspect) -> int:
    return -len(suspect.clues)


def _suspect(row: SheetRow, off: Marks, sheet: MatchSheet) -> Suspect | None:
    """Say how one deal could explain the whole difference."""
    clues: list[str] = []
    paper = (row.entry.paper_a, row.entry.paper_b)
    if row.score and not agrees(paper, row.marks):
        clues.append(_("The paper's marks of this deal are not those of the rulebook."))
    if row.counts and row.marks == (-off[0], -off[1]):
        clues.append(_("The paper may leave this deal out."))
    if row.counts and row.marks == off:
        clues.append(_("The paper may count this deal twice."))
    if row.facts and row.counts:
        marks = (row.marks[0] + off[0], row.marks[1] + off[1])
        rulebook = sheet.tournament.rulebook
        found = explanations(row.facts, marks, rulebook) if min(marks) >= 0 else ()
        by_fact = [each for each in found if each.side is None]
        clues += clue_texts(by_fact, row.facts, rulebook)
    return Suspect(number=row.deal.number, clues=tuple(clues)) if clues else None


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
