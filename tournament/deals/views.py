"""The scorekeepers' pages: the hall, one table's sheet, and the marks before saving."""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import desk_door
from tournament.deals import desk
from tournament.deals.forms import DealForm
from tournament.deals.tally import MatchSheet, match_sheet, match_sheets
from tournament.http import page_or_fragment
from tournament.models import Match, Tournament


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
    deal = desk.deal_on(now, line)
    form = DealForm(
        request.POST or None,
        rulebook=tournament.rulebook,
        correcting=deal.accepted if deal else None,
    )
    if "preview" not in request.POST and form.is_valid():
        entry = desk.take(form, match, line, by=request.user)
        if entry:
            request.session["by_line"] = bool(form.cleaned_data["line"])
            messages.success(request, desk.recorded_in_words(entry, tournament, line))
            return redirect("deals:sheet", tournament.pk, number, table)
    context = desk.page(now, form, line) | {"by_line": request.session.get("by_line", False)}
    return render(request, "deals/sheet.html", context)


@desk_door
@require_POST
def preview(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Answer the marks of what is typed so far, line by line, before it is saved."""
    now = match_sheet(find_match(tournament, number, table))
    deal = desk.deal_on(now, wanted_line(request, now)) if "deal" in request.GET else None
    form = DealForm(
        request.POST,
        rulebook=tournament.rulebook,
        correcting=deal.accepted if deal else None,
    )
    context = {"form": form, "why": desk.preview_of(form, tournament)}
    return render(request, "deals/_preview.html", context)


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
