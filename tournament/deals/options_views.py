"""The desk's pages of what a table plays of what its rulebook leaves to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.access import desk_door
from tournament.deals.addresses import find_match
from tournament.deals.desk import hidden_of
from tournament.deals.options import Choice, choices_of, written
from tournament.deals.options_acts import (
    MAY_CORRECT,
    choose_options,
    correct_options,
    options_seen,
)
from tournament.deals.options_forms import CorrectedOptionsForm, OptionsForm
from tournament.deals.sheet_acts import as_played
from tournament.deals.tally import match_sheet
from tournament.http import accepted
from tournament.models import Match, Tournament


@desk_door
@require_http_methods(["GET", "POST"])
def options(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Ask what a table plays, and keep it, before its first deal."""
    match = find_match(tournament, number, table)
    choices = choices_of(tournament.rulebook, match.options)
    form = OptionsForm(choices, request.POST or None, initial={"seen": match.options})
    if form.is_valid():
        seen = form.cleaned_data["seen"]
        if accepted(form, choose_options, match, form.ids, seen=seen, by=request.user):
            messages.success(request, _("What this table plays is recorded."))
            return redirect("deals:sheet", tournament.pk, number, table)
    context = _page(request, match, choices) | {"form": form}
    return render(request, "deals/options.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def corrected(
    request: HttpRequest, tournament: Tournament, number: int, table: int
) -> HttpResponse:
    """Show a sheet by another choice of its table, then have it marked so, with a reason."""
    match = find_match(tournament, number, table)
    choices = choices_of(tournament.rulebook, match.options)
    initial = {"seen": options_seen(match)}
    form = CorrectedOptionsForm(choices, request.POST or None, initial=initial)
    if form.is_valid() and "preview" not in request.POST:
        said = {name: form.cleaned_data[name] for name in ("seen", "reason")}
        if accepted(form, correct_options, match, form.ids, by=request.user, **said):
            messages.success(request, _("The sheet is marked by what this table plays."))
            return redirect("deals:sheet", tournament.pk, number, table)
    context = _page(request, match, choices) | {"form": form}
    if form.is_bound and form.is_valid():
        context["after"] = as_played(context["sheet"], written(form.ids))
        context["is_shown"] = True
    return render(request, "deals/options_corrected.html", context)


def _page(request: HttpRequest, match: Match, choices: list[Choice]) -> dict[str, Any]:
    now = match_sheet(match)
    return {
        "tournament": now.tournament,
        "sheet": now,
        "choices": choices,
        "is_begun": bool(now.rows),
        "may_correct": bool(request.roles & MAY_CORRECT),
        "hidden": hidden_of(now, now, by=request.user),
    }
