"""What goes wrong in a round: seats to change, a round to delete, an evening to cut, the clock."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import DESK_ROLES, desk_door, organisers_door, readers_door
from tournament.deals.addresses import find_round
from tournament.http import accepted, done, is_fragment, page_or_fragment
from tournament.models import Tournament
from tournament.rounds.acts import after_backup
from tournament.rounds.checking import check_as
from tournament.rounds.clock import ClockAct, clock_of, turn_clock
from tournament.rounds.incident_forms import CheckingForm, ClockForm, PlanForm, RemoveForm
from tournament.rounds.overview import round_page, seats_page
from tournament.rounds.reclaim import changers_door, reclaim_of
from tournament.rounds.removal import plan_rounds, remove_round, restore_round
from tournament.rounds.seat_forms import seat_forms
from tournament.rounds.seating import change_seats


@changers_door
@require_http_methods(["GET", "POST"])
def seats(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show who sits where, say what a change of seats would do, and make it."""
    round_ = find_round(tournament, number)
    offered, form = seat_forms(round_, request.POST)
    if form and form.is_valid() and form.change:
        agreed = {"consent": form.consent(), "by": request.user}
        if accepted(form, change_seats, round_, form.change, **agreed):
            messages.success(request, _("The seats are changed."))
            return redirect("rounds:detail", tournament.pk, number)
    context = {"tournament": tournament, "round": round_, "forms": offered, "form": form}
    context |= {"page": round_page(round_)} | seats_page(round_, form)
    return render(request, "rounds/seats.html", context)


@changers_door
@require_http_methods(["GET", "POST"])
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Say what a round holds, and delete it with its results once its name is typed."""
    round_ = find_round(tournament, number)
    form = RemoveForm(round_, request.POST if request.method == "POST" else None)
    if form.is_valid():
        typed = form.answers() | {"by": request.user}
        reason = f"remove {number} {tournament}"
        if accepted(form, after_backup, request, reason, remove_round, round_, **typed):
            messages.success(request, _("Round %(number)s is deleted.") % {"number": number})
            return redirect("rounds:list", tournament.pk)
    context = {"tournament": tournament, "round": round_, "form": form}
    context |= {"page": round_page(round_)}
    return render(request, "rounds/remove.html", context)


@organisers_door
@require_POST
def restore(request: HttpRequest, tournament: Tournament, round_id: int) -> HttpResponse:
    """Bring a deleted round back."""
    removed = tournament.removed_rounds.filter(pk=round_id).first()
    removed = removed or get_object_or_404(tournament.rounds, pk=round_id)
    if done(request, restore_round, removed, by=request.user):
        back = {"number": removed.number}
        messages.success(request, _("Round %(number)s is back with its results.") % back)
    return redirect("rounds:list", tournament.pk)


@organisers_door
@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the number of rounds of the evening, at any time."""
    form = PlanForm(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        wanted = form.cleaned_data["rounds_planned"]
        if accepted(form, plan_rounds, tournament, wanted, by=request.user):
            messages.success(request, _("The number of rounds is changed."))
            return redirect("rounds:list", tournament.pk)
    return render(request, "rounds/plan.html", {"tournament": tournament, "form": form})


@organisers_door
@require_http_methods(["GET", "POST"])
def checking(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Have the sheet of one table checked otherwise than in the rest of the contest."""
    round_ = find_round(tournament, number)
    form = CheckingForm(round_, request.POST if request.method == "POST" else None)
    if form.is_valid():
        match, chosen = form.matches[form.cleaned_data["table"]], form.cleaned_data["checking"]
        if accepted(form, check_as, match, chosen, by=request.user):
            said = _("Table %(table)s: the way its sheet is checked is set.")
            messages.success(request, said % {"table": match.table})
            return redirect("rounds:detail", tournament.pk, number)
    context = {"tournament": tournament, "round": round_, "form": form}
    return render(request, "rounds/checking.html", context)


@readers_door
@require_GET
def clock(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round's clock as large as the screen; the answer to a poll is its face alone."""
    round_ = find_round(tournament, number)
    context = {"tournament": tournament, "round": round_, "clock": clock_of(round_)}
    context["may_type"] = not DESK_ROLES.isdisjoint(request.roles)
    return page_or_fragment(request, "rounds/clock.html", "rounds/_clock_face.html", context)


@readers_door
@require_GET
def reclaim(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Say how long one may still complain about a round, to a page that counts down."""
    round_ = find_round(tournament, number)
    if not is_fragment(request):
        return redirect("rounds:detail", tournament.pk, number)
    context = {"tournament": tournament, "round": round_, "reclaim": reclaim_of(round_)}
    return render(request, "rounds/_reclaim.html", context | {"live": True})


@desk_door
@require_POST
def turn(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Start the clock, pause it, go on, call time or take that call back."""
    round_ = find_round(tournament, number)
    form = ClockForm(request.POST)
    if form.is_valid():
        done(request, turn_clock, round_, ClockAct(form.cleaned_data["act"]), by=request.user)
    back = form.cleaned_data.get("back") or "detail"
    return redirect(f"rounds:{back}", tournament.pk, number)
