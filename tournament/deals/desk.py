"""What happens between a deal typed and a deal recorded: refused, asked about, or taken."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring import DealFacts, DealScore, score_deal
from tournament.deals.compare import compared
from tournament.deals.following import next_table, walk
from tournament.deals.forms import DealForm
from tournament.deals.guards import hidden_from, is_locked
from tournament.deals.hall_tables import gaps
from tournament.deals.place import facts_at
from tournament.deals.questions import questions, questions_of_the_sheet
from tournament.deals.rows import lines_of
from tournament.deals.services import StaleEntry, check_entry, record_deal
from tournament.deals.sides import SideSheet, opened, side_sheets
from tournament.deals.states import is_half_typed
from tournament.deals.tally import MatchSheet
from tournament.deals.why import Version, Why, versions, why
from tournament.http import accepted
from tournament.models import Checking, Deal, Entry, Tournament, User
from tournament.text import marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A match's sheet opened at one line by one person.

    ``whole`` is the match as it counts, ``sheet`` what is being typed of it: one
    team's sheet where both are typed (``sides``, ``side``), the match itself otherwise.
    ``hidden`` are the deals of ``sheet`` of which this person may not know what they say.
    """

    whole: MatchSheet
    sheet: MatchSheet
    sides: list[SideSheet]
    side: SideSheet | None
    by: User
    is_referee: bool
    hidden: frozenset[int]
    line: int | None = None

    @property
    def tournament(self) -> Tournament:
        """The contest."""
        return self.whole.tournament

    @property
    def letter(self) -> str:
        """The side whose sheet is typed, as entries keep it."""
        return self.side.side.value if self.side else ""

    @property
    def deal(self) -> Deal | None:
        """The deal already recorded on the line, if any."""
        return self.recorded(self.line)

    def recorded(self, number: int | None) -> Deal | None:
        """Return the deal that the sheet already has under a number, if any."""
        return next((row.deal for row in self.sheet.rows if row.deal.number == number), None)

    @property
    def locks_at(self) -> datetime | None:
        """When only the referee may change anything; None where nothing runs."""
        return self.whole.match.round.locks_at(self.tournament)

    @property
    def is_locked(self) -> bool:
        """Whether a change now takes the referee and a reason."""
        return is_locked(self.whole.match.round, self.tournament)

    @property
    def may_type(self) -> bool:
        """Whether this person may change what this sheet says."""
        return (self.side is None or self.side.may_type) and (self.is_referee or not self.is_locked)

    @property
    def hides_line(self) -> bool:
        """Whether the deal on the line is kept from this person."""
        return self.line in self.hidden

    def may_know(self, entry: Entry | None) -> bool:
        """Whether this person may see what was recorded since the page was opened."""
        if self.side is None or self.is_referee or entry is None:
            return True
        return self.side.is_own or not is_half_typed(entry.deal, Checking.TWO_SHEETS)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing here for this person to type."""
        return self.line is None or not self.may_type


def open_desk(whole: MatchSheet, asked: str, *, by: User, is_referee: bool) -> Desk:
    """Open a match's sheet: where both teams' are typed the one asked for, else one to type."""
    sides = side_sheets(whole, by=by)
    side = opened(sides, asked)
    sheet = side.sheet if side else whole
    return Desk(
        whole=whole,
        sheet=sheet,
        hidden=hidden_of(sheet, whole, by=by),
        sides=sides,
        side=side,
        by=by,
        is_referee=is_referee,
    )


def hidden_of(sheet: MatchSheet, whole: MatchSheet, *, by: User) -> frozenset[int]:
    """Return the deals of a sheet of which somebody may not know what they say."""
    kept = hidden_from(by, whole.match, (row.deal for row in whole.rows))
    return kept & {row.deal.number for row in sheet.rows}


def take(form: DealForm, desk: Desk) -> Entry | None:
    """Record a valid form and return its entry; else the form says or asks why not."""
    number = form.number if form.number is not None else desk.line
    entry = desk.sheet.typed(form.facts())
    if not accepted(form, check_entry, entry, desk.tournament):
        return None
    if number != desk.line and (fault := _number_fault(number, form, desk)):
        form.add_error("line", fault)
        return None
    asked = questions(entry, desk.sheet.rulebook)
    # What a question says of the deals around would tell what they are.
    around = () if desk.hidden else questions_of_the_sheet(entry, number, desk.sheet)
    if form.ask([*asked, *around]):
        return None
    return accepted(form, _record, form, desk, number)


def _record(form: DealForm, desk: Desk, number: int) -> Entry:
    typed = {name: form.cleaned_data[name] for name in ("client_key", "base", "reason")}
    try:
        return record_deal(
            desk.whole.match, number, form.facts(), by=desk.by, sheet=desk.letter, **typed
        )
    except StaleEntry as stale:
        if number == desk.line and desk.may_know(stale.other):
            form.rebased(stale.other)
        raise


def _number_fault(number: int, form: DealForm, desk: Desk) -> str:
    """Say why a line cannot name a deal other than the one that its page shows."""
    deal = desk.recorded(number)
    # The same form sent again: the service finds what the first one recorded.
    if deal and deal.accepted.client_key == form.cleaned_data["client_key"]:
        return ""
    figures = {"number": number, "line": desk.line}
    if number < 1:
        return _("There is no deal %(number)s.") % figures
    if desk.deal:
        return _("This is deal %(line)s, and the line says %(number)s.") % figures
    if deal:
        return _("Deal %(number)s is typed already: open it to correct it.") % figures
    return ""


def page(form: DealForm, desk: Desk) -> dict[str, object]:
    """Return what a match's page shows: its sheet, the line being typed, and why."""
    rulebook = desk.sheet.rulebook
    shown = form.clash and compared(desk.sheet.typed(form.facts()), form.clash, rulebook)
    return {
        "tournament": desk.tournament,
        "rulebook": rulebook,
        "desk": desk,
        "sheet": desk.sheet,
        "whole": desk.whole,
        "side": desk.letter,
        "query": f"sheet={desk.letter}&" if desk.letter else "",
        "lines": lines_of(desk.sheet, desk.whole, desk.hidden),
        "gaps": gaps(desk.sheet),
        "walk": walk(desk.sheet, desk.line),
        "line": desk.line,
        "deal": desk.deal,
        "form": form,
        "clash": shown,
        "why": shown_why(form, desk),
        "versions": _versions(desk),
        "hidden": desk.hidden,
        "next_table": next_table(desk.whole, by=desk.by) if desk.is_done else None,
    }


def _versions(desk: Desk) -> list[Version]:
    """Return what was typed of the deal on the line, where this person may know it."""
    if desk.deal is None or desk.hides_line:
        return []
    return versions(desk.deal, desk.tournament.rulebook, side=desk.letter)


def shown_why(form: DealForm, desk: Desk) -> Why | None:
    """Explain what is typed; on a page just opened, the deal shown or else the last one."""
    if form.is_bound:
        return preview_of(form, desk)
    if desk.hidden:
        return None
    rows = [row for row in desk.sheet.rows if row.deal.number == desk.line and desk.deal]
    row = next((row for row in reversed(rows or desk.sheet.rows) if row.score), None)
    return why(row.facts, row.score, desk.tournament.rulebook) if row else None


def preview_of(form: DealForm, desk: Desk) -> Why | None:
    """Explain the marks of what a form holds, or put on the form why there are none."""
    if not form.is_valid():
        return None
    entry = desk.sheet.typed(form.facts())
    if not accepted(form, check_entry, entry, desk.tournament):
        return None
    return _why_at(desk, form.number or desk.line, entry)


def _why_at(desk: Desk, number: int | None, entry: Entry) -> Why | None:
    """Explain an entry at its place on the sheet."""
    marked = _marked_at(desk, number, entry)
    return why(*marked, desk.tournament.rulebook) if marked else None


def _marked_at(desk: Desk, number: int | None, entry: Entry) -> tuple[DealFacts, DealScore] | None:
    """Mark an entry at its place on the sheet; None when no cards were played out."""
    if not entry.is_played:
        return None
    is_alone = number is None or desk.hidden
    facts = entry.facts() if is_alone else facts_at(desk.sheet, number, entry)
    return facts, score_deal(facts, desk.tournament.rulebook)


def recorded_in_words(entry: Entry, desk: Desk) -> str:
    """Say that a deal is recorded, with its marks, A's first."""
    number = entry.deal.number
    marked = _marked_at(desk, number, entry)
    if marked is None:
        return _("Deal %(number)s is recorded: no marks.") % {"number": number}
    _facts, score = marked
    figures = {"number": number, "a": marks(score.mark_a), "b": marks(score.mark_b)}
    return _("Deal %(number)s is recorded: %(a)s – %(b)s.") % figures
