"""The scorekeepers' pages: the hall, one table's sheet, and the marks before saving."""

from __future__ import annotations

import re
from functools import partial

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring import DealScore
from tournament.access import desk_door
from tournament.deals.forms import DealForm
from tournament.deals.services import check_entry, record_deal
from tournament.deals.tally import MatchSheet, match_sheet, match_sheets
from tournament.deals.why import Why, versions, why
from tournament.http import accepted, page_or_fragment
from tournament.models import Deal, Entry, Match, Tournament
from tournament.templatetags.dixdeder import marks


@desk_door
@require_GET
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every table of the latest round: deals typed and running totals."""
    round_ = tournament.rounds.order_by("-number").first()
    sheets = match_sheets(round_) if round_ else []
    context = {
        "tournament": tournament,
        "round": round_,
        "sheets": sheets,
        "complete": sum(sheet.is_complete for sheet in sheets),
    }
    return page_or_fragment(request, "deals/hall.html", "deals/_hall.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def sheet(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show one match's sheet; take its next deal, or the deal that ``?deal=`` names."""
    match = find_match(tournament, number, table)
    now = match_sheet(match)
    line = wanted_line(request, now)
    deal = next((row.deal for row in now.rows if row.deal.number == line), None)
    form = DealForm(
        request.POST or None,
        rulebook=tournament.rulebook,
        correcting=deal.accepted if deal else None,
    )
    asked = "preview" in request.POST
    if not asked and form.is_valid() and recorded(request, form, match, line):
        return redirect("deals:sheet", tournament.pk, number, table)
    context = {"tournament": tournament, "sheet": now, "line": line, "deal": deal, "form": form}
    context["why"] = shown_why(form, now, deal)
    context["versions"] = versions(deal, tournament.rulebook) if deal else []
    return render(request, "deals/sheet.html", context)


@desk_door
@require_POST
def preview(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Answer the marks of what is typed so far, line by line, before it is saved."""
    find_match(tournament, number, table)
    form = DealForm(request.POST, rulebook=tournament.rulebook)
    return render(request, "deals/_why.html", {"form": form, "why": preview_of(form, tournament)})


def find_match(tournament: Tournament, number: int, table: int) -> Match:
    """Return the match at a table of a round, its teams loaded, or answer 404."""
    matches = Match.objects.with_teams().select_related("round")
    match = get_object_or_404(
        matches, round__tournament=tournament, round__number=number, table=table
    )
    match.round.tournament = tournament
    return match


def wanted_line(request: HttpRequest, now: MatchSheet) -> int | None:
    """Return the number of the deal to type: the one asked for, else the next one.

    A form always names its deal: between showing and sending it, the next deal
    may have become another.
    """
    asked = request.GET.get("deal", "")
    if not asked and request.method == "GET":
        return now.next_number
    if not re.fullmatch(r"[1-9][0-9]{0,2}", asked):
        raise Http404
    return int(asked)


def recorded(request: HttpRequest, form: DealForm, match: Match, line: int) -> bool:
    """Record a valid form and say what it marks; else leave on the form why not."""
    done: list[Entry] = []
    act = partial(record_deal, match, line, form.facts(), by=request.user)
    typed = {name: form.cleaned_data[name] for name in ("client_key", "base", "reason")}
    if accepted(form, lambda: done.append(act(**typed))):
        messages.success(request, recorded_in_words(done[0], match.round.tournament, line))
        return True
    if form.has_error(NON_FIELD_ERRORS, "stale"):
        form.rebased(Entry.objects.get(accepted_for__match=match, accepted_for__number=line))
    return False


def recorded_in_words(entry: Entry, tournament: Tournament, line: int) -> str:
    """Say that a deal is recorded, with its marks, A's first."""
    score = check_entry(entry, tournament)
    if score is None:
        return _("Deal %(number)s is recorded: no marks.") % {"number": line}
    figures = {"number": line, "a": marks(score.mark_a), "b": marks(score.mark_b)}
    return _("Deal %(number)s is recorded: %(a)s – %(b)s.") % figures


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
