"""Deals and sheets: what was typed, corrected, checked, moved, taken back."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import Side, Stake
from tournament import labels
from tournament.journal.telling import Group, Sentence, Told
from tournament.models import Checking, Entry, Outcome
from tournament.text import spaced

AS_TEXT = "\ufe0e"
"""Asks a phone for the black-and-white figure of a suit."""


def deal_words(entry: Entry) -> str:
    """Say what was typed of a deal, as shortly as it was: « A 120 ♦, 126 points »."""
    return ", ".join(_deal_parts(entry))


def _deal_parts(entry: Entry) -> Iterator[str]:
    if entry.outcome == Outcome.AWARDED:
        marks = {"a": spaced(entry.awarded_a), "b": spaced(entry.awarded_b)}
        yield _("awarded %(a)s – %(b)s") % marks
        return
    if not entry.is_played:
        yield str(entry.get_outcome_display())
        return
    trump = labels.SIGNS.get(entry.trump)
    words = trump + AS_TEXT if trump else str(labels.TRUMPS.get(entry.trump, ""))
    yield " ".join([entry.takers, labels.contract_label(entry.contract), words]).strip()
    if entry.stake != Stake.PLAIN:
        yield str(labels.STAKES[entry.stake])
    if entry.sweep:
        yield str(labels.SWEEPS[entry.sweep])
    if entry.points is not None:
        yield ngettext("%(points)s point", "%(points)s points", entry.points) % {
            "points": entry.points
        }
    for side, belotes in ((Side.A, entry.belote_a), (Side.B, entry.belote_b)):
        if belotes:
            yield _("belote of %(side)s") % {"side": side.value}
    for side, declared in sorted(entry.declarations.items()):
        if declared:
            yield _("declarations of %(side)s") % {"side": side}


def _said(told: Told, name: str = "entry") -> str:
    entry = told.names.entries.get(told[name])
    if entry and entry.deal_id in told.names.apart:
        return _("one sheet of the two so far")
    return deal_words(entry) if entry else "?"


def _recorded(told: Told) -> str:
    said = {"place": told.place(), "said": _said(told), "side": told.get("sheet")}
    if told.get("sheet"):
        return _("%(place)s typed from the sheet of %(side)s: %(said)s.") % said
    return _("%(place)s typed: %(said)s.") % said


def _corrected(told: Told) -> str:
    said = {
        "place": told.place(),
        "said": _said(told),
        "before": _said(told, "replaces"),
        "side": told.get("sheet"),
    }
    if told.get("sheet"):
        words = _("%(place)s corrected on the sheet of %(side)s: %(said)s instead of %(before)s.")
    else:
        words = _("%(place)s corrected: %(said)s instead of %(before)s.")
    return told.with_reason(words % said)


def _settled(told: Told) -> str:
    words = _("%(place)s decided: %(said)s.") % {"place": told.place(), "said": _said(told)}
    return told.with_reason(words)


def _imported(told: Told) -> str:
    return ngettext(
        "%(count)s deal of round %(round)s read from a list.",
        "%(count)s deals of round %(round)s read from a list.",
        len(told["deals"]),
    ) % {"count": len(told["deals"]), "round": told["round"]}


def _sheet_confirmed(told: Told) -> str:
    deals = [str(number) for number, _entry in told["entries"]]
    return ngettext(
        "%(place)s: deal %(deals)s confirmed.", "%(place)s: deals %(deals)s confirmed.", len(deals)
    ) % {"place": told.place(), "deals": ", ".join(deals)}


def _contested(told: Told) -> str:
    words = _("%(place)s contested: %(said)s.") % {"place": told.place(), "said": _said(told)}
    return told.with_reason(words)


def _swapped(told: Told) -> str:
    return told.with_reason(_("%(place)s: A and B are swapped.") % {"place": told.place()})


def _totals_taken(told: Told) -> str:
    a, b = map(spaced, told["marks"])
    figures = {"place": told.place(), "a": a, "b": b}
    return told.with_reason(_("%(place)s taken as its totals: %(a)s – %(b)s.") % figures)


def _totals_dropped(told: Told) -> str:
    words = _("%(place)s counts deal by deal again.") % {"place": told.place()}
    return told.with_reason(words)


def _moved(told: Told) -> str:
    figures = {"place": told.place()} | told["to"]
    words = _("%(place)s: the sheet is moved to table %(table)s of round %(round)s.")
    return told.with_reason(words % figures)


def _checked_as(told: Told) -> str:
    if not told["to"]:
        return _("%(place)s is checked as in the rest of the contest.") % {"place": told.place()}
    figures = {"place": told.place(), "checking": Checking(told["to"]).label}
    return _("%(place)s is checked otherwise: %(checking)s.") % figures


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "deal.recorded": (Group.DEALS, _recorded),
    "deal.corrected": (Group.DEALS, _corrected),
    "deals.imported": (Group.DEALS, _imported),
    "deal.confirmed": (
        Group.CHECKS,
        lambda told: (
            _("%(place)s confirmed: %(said)s.") % {"place": told.place(), "said": _said(told)}
        ),
    ),
    "deal.contested": (Group.CHECKS, _contested),
    "deal.settled": (Group.CHECKS, _settled),
    "match.checking_set": (Group.CHECKS, _checked_as),
    "sheet.confirmed": (Group.CHECKS, _sheet_confirmed),
    "sheet.swapped": (Group.SHEETS, _swapped),
    "sheet.moved": (Group.SHEETS, _moved),
    "totals.taken": (Group.SHEETS, _totals_taken),
    "totals.dropped": (Group.SHEETS, _totals_dropped),
    "act.undone": (Group.DEALS, gettext_lazy("%(place)s: act %(undoes)s is undone.")),
}
