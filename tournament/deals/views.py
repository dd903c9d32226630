"""The scorekeepers' pages: one table's sheet, and the marks of a deal before it is saved."""

from __future__ import annotations

import re
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import desk_door
from tournament.deals import desk
from tournament.deals.by_table import kept_sheet
from tournament.deals.desk import Desk
from tournament.deals.forms import DealForm
from tournament.deals.presence import enter
from tournament.deals.sheet_forms import PaperTotalsForm
from tournament.deals.tally import MatchSheet
from tournament.deals.totals_check import compare_totals
from tournament.models import Match, RoleKind, Tournament

BY_LINE = "by_line"
"""How somebody types, kept in their session: by the line, or field by field."""


@desk_door
@require_http_methods(["GET", "POST"])
def sheet(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show one match's sheet; take its next deal, or the deal that ``?deal=`` names."""
    opened = open_desk(request, tournament, number, table)
    form = form_of(request, opened)
    if "preview" not in request.POST and form.is_valid():
        entry = desk.take(form, opened)
        if entry:
            if not opened.deal:
                remember_the_way(request, by_line=form.is_by_line)
            messages.success(request, desk.recorded_in_words(entry, opened))
            return redirect(address(opened))
    enter(opened.whole.match, request.user)
    form.open_where(by_line=request.session.get(BY_LINE, True))
    totals = PaperTotalsForm.of(request.GET)
    context = desk.page(form, opened) | {
        "by_line": request.session.get(BY_LINE, False),
        "totals_form": totals,
        "totals_check": totals.totals and compare_totals(totals.totals, opened.sheet),
    }
    return render(request, "deals/sheet.html", context)


@desk_door
@require_POST
def preview(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Answer the marks of what is typed so far, line by line, before it is saved."""
    opened = open_desk(request, tournament, number, table)
    form = form_of(request, opened)
    context = {"tournament": tournament, "form": form, "why": desk.preview_of(form, opened)}
    return render(request, "deals/_preview.html", context)


def open_desk(request: HttpRequest, tournament: Tournament, number: int, table: int) -> Desk:
    """Open a table's sheet as an address asks: whose sheet, at which deal."""
    try:
        whole = kept_sheet(tournament, number, table)
    except Match.DoesNotExist:
        raise Http404 from None
    asked = request.GET.get("sheet", "")
    is_referee = RoleKind.REFEREE in request.roles
    opened = desk.open_desk(whole, asked, by=request.user, is_referee=is_referee)
    if is_saved(request) and asked != opened.letter:
        raise Http404
    return replace(opened, line=wanted_line(request, opened.sheet))


def form_of(request: HttpRequest, opened: Desk) -> DealForm:
    """Return the entry form of the line that is open."""
    deal = opened.deal
    return DealForm(
        request.POST or None,
        rulebook=opened.sheet.rulebook,
        correcting=deal.accepted if deal else None,
        has_paper=opened.tournament.paper_marks,
        needs_reason=opened.is_locked,
    )


def remember_the_way(request: HttpRequest, *, by_line: bool) -> None:
    """Keep how somebody types; a session is a row, written only when it changes."""
    if request.session.get(BY_LINE) != by_line:
        request.session[BY_LINE] = by_line


def address(opened: Desk) -> str:
    """Return the address of a sheet, open at its next deal."""
    match = opened.whole.match
    path = reverse("deals:sheet", args=[opened.tournament.pk, match.round.number, match.table])
    return f"{path}?sheet={opened.letter}" if opened.letter else path


def is_saved(request: HttpRequest) -> bool:
    """Whether a form is sent to be recorded, and not only to see what it gives."""
    return request.method == "POST" and request.resolver_match.url_name == "sheet"


def wanted_line(request: HttpRequest, now: MatchSheet) -> int | None:
    """Return the number of the deal to type: the one asked for, else the next one.

    A form to be recorded always names its deal, and its sheet: between showing and
    sending it, the next deal may have become another.
    """
    asked = request.GET.get("deal", "")
    if not asked and not is_saved(request):
        return now.next_number
    if not re.fullmatch(r"[1-9][0-9]{0,2}", asked):
        raise Http404
    return int(asked)
