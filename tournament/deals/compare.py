"""Two readings of one deal side by side, fact by fact, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Rulebook, side_points
from tournament import labels
from tournament.deals.notation import write_declarations
from tournament.deals.paper import marks_of
from tournament.deals.paper_words import marks_text
from tournament.models import Entry, Outcome

NOTHING = "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One fact of a deal, as either reading says it."""

    label: str
    one: str
    other: str

    @property
    def differs(self) -> bool:
        """Whether the two readings do not say the same here."""
        return self.one != self.other


def compared(one: Entry, other: Entry, rulebook: Rulebook) -> tuple[Compared, ...]:
    """Return the facts that either reading has, in the order of the sheet, then the marks."""
    lines = (
        Compared(label=label, one=said(one, rulebook), other=said(other, rulebook))
        for label, said in facts_in_order().items()
    )
    return tuple(line for line in lines if {line.one, line.other} != {NOTHING})


Said = Callable[[Entry, Rulebook], str]


def facts_in_order() -> dict[str, Said]:
    """Name each fact of a deal, with what says it of an entry."""
    return {
        _("Deal"): lambda entry, _rulebook: _if_any("" if entry.is_played else _outcome(entry)),
        _("Takers"): lambda entry, _rulebook: _if_any(entry.takers),
        _("Contract"): lambda entry, _rulebook: _if_any(labels.contract_label(entry.contract)),
        _("Trump"): lambda entry, _rulebook: _if_any(str(labels.TRUMPS.get(entry.trump, ""))),
        _("Coinche"): lambda entry, _rulebook: _played(entry, str(labels.STAKES[entry.stake])),
        _("Points A – B"): _points,
        _("Eight tricks"): lambda entry, _rulebook: _if_any(
            str(labels.SWEEPS.get(entry.sweep, ""))
        ),
        _("Belote"): lambda entry, _rulebook: _played(entry, _belote(entry)),
        _("Declarations of A"): lambda entry, _rulebook: _declared(entry, "A"),
        _("Declarations of B"): lambda entry, _rulebook: _declared(entry, "B"),
        _("Marks"): _marks,
    }


def _if_any(text: str) -> str:
    return text or NOTHING


def _played(entry: Entry, text: str) -> str:
    return text if entry.is_played else NOTHING


def _outcome(entry: Entry) -> str:
    return str(entry.get_outcome_display())


def _points(entry: Entry, rulebook: Rulebook) -> str:
    if not entry.is_played:
        return NOTHING
    points = side_points(entry.facts(), rulebook)
    return f"{points.a} – {points.b}"


def _belote(entry: Entry) -> str:
    held = " + ".join("A" * entry.belote_a + "B" * entry.belote_b)
    return held or pgettext("belote", "none")


def _declared(entry: Entry, side: str) -> str:
    return _if_any(write_declarations(entry.declarations.get(side, [])))


def _marks(entry: Entry, rulebook: Rulebook) -> str:
    if entry.outcome == Outcome.AWARDED:
        return marks_text((entry.awarded_a, entry.awarded_b))
    if not entry.is_played:
        return NOTHING
    marks = marks_of(entry.facts(), rulebook)
    return marks_text(marks) if marks else NOTHING
