"""The referee's desk, a deal laid open, and anything under another rulebook."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournament.access import desk_door
from tournament.deals.addresses import find_match
from tournament.deals.tally import match_sheet
from tournament.http import is_fragment, page_or_fragment
from tournament.models import Match, RoleKind, Tournament
from tournament.referee.contest_elsewhere import contest_told
from tournament.referee.desk import desk_of, look_up
from tournament.referee.desk_forms import ElsewhereForm, LookupForm
from tournament.referee.elsewhere import deal_told, everywhere, match_told
from tournament.referee.inspector import inspect
from tournament.referee.match_pairs import match_pairs
from tournament.referee.other_rulebooks import OtherRulebook
from tournament.referee.ruling_words import decision_words


@desk_door
@require_GET
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the one box and what it finds; below it what is in dispute, typed, ruled."""
    form, sees_all = LookupForm(request.GET), is_referee(request)
    text = form.text()
    context: dict[str, Any] = {
        "tournament": tournament,
        "form": form,
        "text": text,
        "groups": look_up(tournament, text, sees_all=sees_all, by=request.user)
        if text.strip()
        else [],
        "is_referee": sees_all,
    }
    if not text.strip() and not is_fragment(request):
        context["desk"] = desk_of(tournament, sees_all=sees_all)
    return page_or_fragment(request, "referee/desk.html", "referee/_found.html", context)


@desk_door
@require_GET
def deal(
    request: HttpRequest, tournament: Tournament, number: int, table: int, deal: int
) -> HttpResponse:
    """Lay one deal open."""
    found = inspect(find_match(tournament, number, table), deal, sees_all=is_referee(request))
    if found is None:
        raise Http404
    shown = found.row is not None and not found.is_hidden
    context = {
        "tournament": tournament,
        "found": found,
        "rulings": [(ruling, decision_words(ruling)) for ruling in found.rulings],
        "elsewhere": everywhere(found.whole, deal) if shown else [],
        "is_referee": is_referee(request),
    }
    return render(request, "referee/deal.html", context)


@desk_door
@require_GET
def elsewhere(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a deal, a match or the whole contest under another rulebook."""
    form = ElsewhereForm(request.GET, tournament=tournament)
    number, table, deal_number = form.place()
    context = {"tournament": tournament, "form": form, "other": form.chosen()}
    if number and table:
        match = find_match(tournament, number, table)
        context |= _of_match(request, match, deal_number, form.chosen())
    elif other := form.chosen():
        context["contest"] = contest_told(tournament, other.rulebook)
    return render(request, "referee/elsewhere.html", context)


def _of_match(
    request: HttpRequest, match: Match, number: int | None, other: OtherRulebook | None
) -> dict[str, Any]:
    """Return what the page shows of a match, or of one deal of it."""
    if number is None:
        whole = match_sheet(match)
        if other is None:
            return {"match": match}
        told = match_told(whole, other.rulebook)
        return {"match": match, "pairs": match_pairs(whole, told, sees_all=is_referee(request))}
    found = inspect(match, number, sees_all=is_referee(request))
    if found is None:
        raise Http404
    if found.is_hidden or found.row is None:
        return {"match": match, "found": found}
    return {
        "match": match,
        "found": found,
        "told": deal_told(found.whole, number, other) if other else None,
        "everywhere": everywhere(found.whole, number),
    }


def is_referee(request: HttpRequest) -> bool:
    """Whether who asks is a referee of the contest: nothing is kept from them."""
    return RoleKind.REFEREE in request.roles  # type: ignore[attr-defined]
