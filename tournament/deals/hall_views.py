"""The hall's page, and who is at a table's sheet."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from tournament.access import desk_door
from tournament.deals.hall import hall_key, hall_of, hall_round
from tournament.deals.presence import at_tables, company, enter
from tournament.deals.reading import match_at
from tournament.deals.sheet_forms import HallForm, PresenceForm
from tournament.http import is_fragment, page_or_fragment
from tournament.models import Tournament

NOTHING_NEW = 204
"""What htmx takes for: leave the page as it is."""


@desk_door
@require_GET
def hall(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show every table of a round; open the one that was searched for and Entered."""
    form = HallForm(tournament, request.GET)
    asked = form.asked()
    round_ = hall_round(tournament, asked)
    context = {"tournament": tournament, "round": round_, "form": form, "asked": asked}
    if round_:
        people = at_tables(round_, but=request.user)
        key = hall_key(round_, asked, people)
        if is_fragment(request) and request.GET.get("seen") == key:
            return HttpResponse(status=NOTHING_NEW)
        tables = hall_of(round_, asked, people)
        if "open" in request.GET and tables.wanted and not is_fragment(request):
            return redirect("deals:sheet", tournament.pk, round_.number, tables.wanted.number)
        context |= {"hall": tables, "key": key}
    return page_or_fragment(request, "deals/hall.html", "deals/_hall.html", context)


@desk_door
@require_POST
def presence(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Note who has a sheet before them; answer who else has, and what they typed since."""
    match = match_at(tournament, number, table)
    if match is None:
        raise Http404
    enter(match, request.user)
    form = PresenceForm(request.POST)
    now = company(match, request.user, since=form.said("since"), seen=form.said("seen"))
    if form.said("shown") == now.key:
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "deals/_company.html", {"company": now, "tournament": tournament})
