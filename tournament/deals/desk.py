"""What happens between a deal typed and a deal recorded: refused, asked about, or taken."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext as _

from scoring import DealScore
from tournament.deals.forms import DealForm
from tournament.deals.questions import questions
from tournament.deals.services import check_entry, record_deal
from tournament.deals.tally import MatchSheet
from tournament.deals.why import Why, versions, why
from tournament.http import accepted
from tournament.models import Deal, Entry, Match, Tournament, User
from tournament.templatetags.dixdeder import marks


def take(form: DealForm, match: Match, line: int, *, by: User) -> Entry | None:
    """Record a valid form and return its entry; else the form says or asks why not."""
    tournament = match.round.tournament
    entry = Entry(**form.facts())
    if not accepted(form, check_entry, entry, tournament):
        return None
    if form.ask(questions(entry, tournament.rulebook)):
        return None
    recorded: list[Entry] = []
    act = partial(record_deal, match, line, form.facts(), by=by)
    typed = {name: form.cleaned_data[name] for name in ("client_key", "base", "reason")}
    if accepted(form, lambda: recorded.append(act(**typed))):
        return recorded[0]
    if form.has_error(NON_FIELD_ERRORS, "stale"):
        form.rebased(Entry.objects.get(accepted_for__match=match, accepted_for__number=line))
    return None


def page(now: MatchSheet, form: DealForm, line: int | None) -> dict[str, object]:
    """Return what a match's page shows: its sheet, the line being typed, and why."""
    deal = deal_on(now, line)
    return {
        "tournament": now.tournament,
        "rulebook": now.tournament.rulebook,
        "sheet": now,
        "line": line,
        "deal": deal,
        "form": form,
        "why": shown_why(form, now, deal),
        "versions": versions(deal, now.tournament.rulebook) if deal else [],
    }


def deal_on(now: MatchSheet, line: int | None) -> Deal | None:
    """Return the deal already recorded on a line of the sheet, if any."""
    return next((row.deal for row in now.rows if row.deal.number == line), None)


def shown_why(form: DealForm, now: MatchSheet, deal: Deal | None) -> Why | None:
    """Explain what is typed; on a page just opened, the deal shown or else the last one."""
    if form.is_bound:
        return preview_of(form, now.tournament)
    rows = [row for row in now.rows if row.deal == deal] if deal else now.rows
    row = next((row for row in reversed(rows) if row.score), None)
    return why(row.facts, row.score, now.tournament.rulebook) if row else None


def preview_of(form: DealForm, tournament: Tournament) -> Why | None:
    """Explain the marks of what a form holds, or put on the form why there are none."""
    if not form.is_valid():
        return None
    entry = Entry(**form.facts())
    scores: list[DealScore | None] = []
    if not accepted(form, lambda: scores.append(check_entry(entry, tournament))):
        return None
    return why(entry.facts(), scores[0], tournament.rulebook) if scores[0] else None


def recorded_in_words(entry: Entry, tournament: Tournament, line: int) -> str:
    """Say that a deal is recorded, with its marks, A's first."""
    score = check_entry(entry, tournament)
    if score is None:
        return _("Deal %(number)s is recorded: no marks.") % {"number": line}
    figures = {"number": line, "a": marks(score.mark_a), "b": marks(score.mark_b)}
    return _("Deal %(number)s is recorded: %(a)s – %(b)s.") % figures
