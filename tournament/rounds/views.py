"""The rounds: what was drawn, what comes next, and the acts of the organiser."""

from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import DESK_ROLES, ORGANISER_ROLES, organisers_door, readers_door
from tournament.deals.addresses import find_round
from tournament.http import accepted, done
from tournament.models import Tournament
from tournament.rounds.acts import after_backup
from tournament.rounds.clock import as_called, close_in_time, is_out
from tournament.rounds.coming import coming_draw
from tournament.rounds.forms import CloseForm, DrawForm
from tournament.rounds.incident_forms import ReopenForm
from tournament.rounds.overview import round_lines, round_page
from tournament.rounds.reclaim import changers_door, may_change
from tournament.rounds.removal import removed_rounds
from tournament.rounds.services import cancel_round, loose_ends, open_round, reopen_round


@readers_door
@require_GET
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rounds with what was typed of each, and say what comes next."""
    context = {
        "tournament": tournament,
        "rounds": round_lines(tournament),
        "next": coming_draw(tournament),
        "removed": removed_rounds(tournament),
    }
    return render(request, "rounds/list.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who would be seated, and draw the next round."""
    coming = coming_draw(tournament)
    form = DrawForm(request.POST or None, coming=coming)
    if form.is_valid():
        said = form.answers() | {"by": request.user}
        reason = f"draw {said['number']} {tournament}"
        if accepted(form, after_backup, request, reason, open_round, tournament, **said):
            return redirect("rounds:detail", tournament.pk, said["number"])
    context = {"tournament": tournament, "next": coming, "form": form}
    return render(request, "rounds/draw.html", context)


@readers_door
@require_GET
def detail(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round table by table: who plays whom, what is typed, who sits out."""
    round_ = find_round(tournament, number)
    context = {"tournament": tournament, "round": round_, "page": round_page(round_)}
    context["organises"] = not ORGANISER_ROLES.isdisjoint(request.roles)
    context["may_type"] = not DESK_ROLES.isdisjoint(request.roles)
    context |= {"may_change": may_change(request, round_), "reopening": ReopenForm()}
    return render(request, "rounds/detail.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List what is missing or not settled, and close the round on the organiser's word."""
    round_ = find_round(tournament, number)
    called_by_closing = is_out(round_)
    # An unticked box sends nothing: the method, not the data, says that it was sent.
    form = CloseForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        said = {"despite_missing": form.cleaned_data["despite_missing"], "by": request.user}
        reason = f"close {number} {tournament}"
        if accepted(form, after_backup, request, reason, close_in_time, round_, **said):
            messages.success(request, _("Round %(number)s is closed.") % {"number": number})
            return redirect("standings:table", tournament.pk)
    context = {"tournament": tournament, "round": round_, "form": form}
    context |= {"loose": loose_ends(as_called(round_)), "called_by_closing": called_by_closing}
    context["gone"] = form.has_error(NON_FIELD_ERRORS, "stale")
    return render(request, "rounds/close.html", context)


@changers_door
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take the closing of a round back."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    form = ReopenForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    if done(request, reopen_round, round_, by=request.user, reason=reason):
        messages.success(request, _("Round %(number)s is open again.") % {"number": number})
    return redirect("rounds:detail", tournament.pk, number)


@organisers_door
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Cancel a draw."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ and not done(request, cancel_round, round_, by=request.user):
        return redirect("rounds:detail", tournament.pk, number)
    messages.success(request, _("The draw of round %(number)s is cancelled.") % {"number": number})
    return redirect("rounds:list", tournament.pk)
