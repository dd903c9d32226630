"""Acts on a whole sheet, each shown before it is made; and the last act taken back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import desk_door
from tournament.deals import acts
from tournament.deals.addresses import find_match
from tournament.deals.checks import seen_of
from tournament.deals.desk import hidden_of
from tournament.deals.sheet_acts import as_moved, as_swapped, free_tables
from tournament.deals.sheet_forms import (
    DropTotalsForm,
    MoveForm,
    SwapForm,
    TotalsForm,
    UndoForm,
    WhereForm,
)
from tournament.deals.tally import match_sheet
from tournament.http import accepted, done
from tournament.models import Match, Tournament, User


@desk_door
@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a sheet as typed beside the same with A and B swapped, and swap them."""
    match = find_match(tournament, number, table)
    form = SwapForm(request.POST or None)
    if form.is_valid() and accepted(
        form, acts.swap_sides, match, by=request.user, **form.cleaned_data
    ):
        messages.success(request, _("Sides A and B are swapped on the whole sheet."))
        return redirect("deals:sheet", tournament.pk, number, table)
    context = _sheet(match, request.user) | {"form": form}
    asked = request.POST.get("sheet", request.GET.get("sheet", ""))
    context["side"] = asked if asked in {"A", "B"} else ""
    context["before"], context["after"] = as_swapped(context["sheet"], context["side"])
    context["hidden"] = hidden_of(context["before"], context["sheet"], by=request.user)
    return render(request, "deals/swap.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def move(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a sheet at the table it was meant for, and move it there."""
    match = find_match(tournament, number, table)
    free = free_tables(match)
    form = MoveForm(free, request.POST or None)
    if form.is_valid():
        typed = {name: form.cleaned_data[name] for name in ("seen", "reason")}
        if accepted(form, acts.move_sheet, match, form.chosen, by=request.user, **typed):
            messages.success(request, _("The sheet is moved to this table."))
            to = form.chosen
            return redirect("deals:sheet", tournament.pk, to.round.number, to.table)
    where = WhereForm(free, request.GET or None)
    to = (form if form.is_bound else where).chosen
    context = _sheet(match, request.user) | {"form": form, "where": where, "to": to}
    context["after"] = as_moved(context["sheet"], to) if to else None
    return render(request, "deals/move.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def totals(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Take a match as its two totals."""
    match = find_match(tournament, number, table)
    form = TotalsForm(match, request.POST or None)
    if form.is_valid():
        typed = {name: form.cleaned_data[name] for name in ("base", "reason", "client_key")}
        if accepted(form, acts.take_totals, match, form.marks, by=request.user, **typed):
            messages.success(request, _("The match is taken as these totals."))
            return redirect("deals:sheet", tournament.pk, number, table)
    return render(request, "deals/totals.html", _sheet(match, request.user) | {"form": form})


@desk_door
@require_http_methods(["GET", "POST"])
def drop_totals(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Count a match deal by deal again."""
    match = find_match(tournament, number, table)
    form = DropTotalsForm(request.POST or None)
    if form.is_valid() and accepted(
        form, acts.drop_totals, match, by=request.user, **form.cleaned_data
    ):
        messages.success(request, _("The match counts deal by deal again."))
        return redirect("deals:sheet", tournament.pk, number, table)
    return render(request, "deals/drop_totals.html", _sheet(match, request.user) | {"form": form})


@desk_door
@require_POST
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back the act that the page named, then show the table it was about."""
    form = UndoForm(request.POST)
    if not form.is_valid():
        return redirect("deals:hall", tournament.pk)
    if done(request, acts.undo, tournament, form.cleaned_data["act"], by=request.user):
        messages.success(request, _("Your last act is taken back."))
    place = form.cleaned_data["round"], form.cleaned_data["table"]
    return redirect("deals:sheet", tournament.pk, *place)


def _sheet(match: Match, by: User) -> dict[str, Any]:
    """Return a sheet as it is and its key, read first so that it is never newer."""
    key, now = seen_of(match), match_sheet(match)
    hidden = hidden_of(now, now, by=by)
    return {"tournament": now.tournament, "sheet": now, "seen": key, "hidden": hidden}
