"""A second pair of eyes: read a whole sheet and confirm it, contest a deal, decide between two."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import desk_door
from tournament.deals import checks
from tournament.deals.addresses import find_match
from tournament.deals.sheet_checks import checks_of, to_settle
from tournament.deals.sheet_forms import AgreeForm, ConfirmForm, ContestForm, SettleForm
from tournament.deals.tally import match_sheet
from tournament.http import accepted, done
from tournament.models import Entry, Match, Tournament


@desk_door
@require_http_methods(["GET", "POST"])
def confirm(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show a whole sheet to somebody who did not type it, and take their word for it."""
    match = find_match(tournament, number, table)
    form = ConfirmForm(request.POST or None)
    if form.is_valid():
        typed = {"seen": form.cleaned_data["seen"], "by": request.user}
        if accepted(form, checks.confirm_sheet, match, **typed):
            messages.success(request, _("Table %(table)s is confirmed.") % {"table": table})
            return redirect(f"{reverse('deals:hall', args=[tournament.pk])}?show=waiting")
    return render(request, "deals/confirm.html", _whole_sheet(request, match) | {"form": form})


@desk_door
@require_POST
def contest(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Take what a second person finds wrong with one deal of a sheet."""
    match = find_match(tournament, number, table)
    context = _whole_sheet(request, match, request.POST)
    form = context["contest"]
    if form.is_valid():
        said = {"agrees": False, "by": request.user, "note": form.cleaned_data["note"]}
        if accepted(form, checks.answer, form.contested, **said):
            messages.success(request, _("The deal is in dispute."))
            return redirect("deals:confirm", tournament.pk, number, table)
    return render(request, "deals/confirm.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def settle(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Show the first deal to decide, or the one asked for, and take the decision."""
    seen = checks_of(match_sheet(find_match(tournament, number, table)), by=request.user)
    row = seen.row(_number(request.GET.get("deal")))
    asked = to_settle(seen, row) if row and row.deal.number not in seen.hidden else None
    form = SettleForm(asked, request.POST or None) if asked else None
    if form and form.is_valid():
        typed = {name: form.cleaned_data[name] for name in ("base", "client_key", "reason")}
        if accepted(form, checks.settle, row.deal, form.chosen, by=request.user, **typed):
            messages.success(request, _("Deal %(deal)s is settled.") % {"deal": row.deal.number})
            return redirect("deals:settle", tournament.pk, number, table)
    context = {"tournament": tournament, "sheet": seen.sheet, "checks": seen}
    return render(request, "deals/settle.html", context | {"asked": asked, "form": form})


@desk_door
@require_POST
def agree(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Take back what the desk contested: the deal is right as it was typed."""
    form = AgreeForm(request.POST)
    if not form.is_valid():
        raise Http404
    entries = Entry.objects.select_related("deal__match__round")
    match = find_match(tournament, number, table)
    entry = get_object_or_404(entries, pk=form.cleaned_data["entry"], deal__match=match)
    if done(request, checks.answer, entry, agrees=True, by=request.user):
        messages.success(request, _("Deal %(deal)s is confirmed.") % {"deal": entry.deal.number})
    return redirect("deals:settle", tournament.pk, number, table)


def _whole_sheet(
    request: HttpRequest, match: Match, contested: QueryDict | None = None
) -> dict[str, Any]:
    """Return what the page to confirm shows; its key is read first, so that it is never newer."""
    key, now = checks.seen_of(match), match_sheet(match)
    return {
        "tournament": now.tournament,
        "sheet": now,
        "seen": key,
        "checks": checks_of(now, by=request.user),
        "contest": ContestForm(now.rows, contested),
    }


def _number(asked: str | None) -> int | None:
    """Read the number of a deal; without one the first to decide is meant."""
    if not asked:
        return None
    if not asked.isdecimal() or len(asked) > len("999"):
        raise Http404
    return int(asked)
