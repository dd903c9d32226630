"""The calls: the queue of the referee's desk, and what is done with each."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import desk_door, referees_door
from tournament.deals.addresses import find_match
from tournament.http import accepted, done, is_fragment, page_or_fragment
from tournament.models import RefereeCall, RoleKind, Tournament
from tournament.referee.call_forms import RefereeCallForm, SettleForm
from tournament.referee.call_queue import became_words, over_of, queue_of
from tournament.referee.calls import call_referee, open_call, settle, take, withdraw

NOTHING_NEW = 204
"""What htmx takes for: leave the page as it is."""


@desk_door
@require_GET
def calls(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the tables that wait, and what became of the others' calls."""
    queue = queue_of(tournament)
    if is_fragment(request) and request.GET.get("seen") == queue.key:
        return HttpResponse(status=NOTHING_NEW)
    context = {
        "tournament": tournament,
        "queue": queue,
        "is_referee": RoleKind.REFEREE in request.roles,
    }
    if not is_fragment(request):
        context["over"] = [(each, became_words(each.call)) for each in over_of(tournament)]
    return page_or_fragment(request, "referee/calls.html", "referee/_queue.html", context)


@desk_door
@require_http_methods(["GET", "POST"])
def call(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    """Call the referee to a table from the score desk."""
    match = find_match(tournament, number, table)
    form = RefereeCallForm(request.POST or None)
    if form.is_valid() and accepted(
        form, call_referee, match, **form.cleaned_data, by=request.user
    ):
        messages.success(request, _("The referee is called."))
        return redirect("deals:sheet", tournament.pk, number, table)
    context = {"tournament": tournament, "match": match, "form": form, "call": open_call(match)}
    return render(request, "referee/call.html", context)


@referees_door
@require_POST
def take_call(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Go to a table that called."""
    done(request, take, _call_of(tournament, call), by=request.user)
    return redirect("referee:desk", tournament.pk)


@referees_door
@require_POST
def settle_call(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Note that a call is over without a ruling, or was for nothing."""
    form = SettleForm(request.POST)
    if form.is_valid():
        done(request, settle, _call_of(tournament, call), by=request.user, **form.cleaned_data)
    return redirect("referee:desk", tournament.pk)


@desk_door
@require_POST
def withdraw_call(request: HttpRequest, tournament: Tournament, call: int) -> HttpResponse:
    """Take a table's call back from the score desk."""
    found = _call_of(tournament, call)
    if done(request, withdraw, found, by=request.user):
        messages.success(request, _("The call is taken back."))
    place = found.match
    return redirect("deals:sheet", tournament.pk, place.round.number, place.table)


def _call_of(tournament: Tournament, key: int) -> RefereeCall:
    calls = RefereeCall.objects.select_related("match__round")
    return get_object_or_404(calls, pk=key, match__round__tournament=tournament)
