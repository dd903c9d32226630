"""The rounds: what was drawn, what comes next, and the acts of the organiser."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import DESK_ROLES, ORGANISER_ROLES, organisers_door, readers_door
from tournament.http import accepted
from tournament.models import Tournament
from tournament.rounds.forms import CloseForm, DrawForm
from tournament.rounds.overview import next_draw, round_lines, round_page
from tournament.rounds.services import (
    cancel_round,
    close_round,
    missing_deals,
    open_round,
    reopen_round,
)


@readers_door
@require_GET
def rounds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rounds with what was typed of each, and say what comes next."""
    context = {
        "tournament": tournament,
        "rounds": round_lines(tournament),
        "next": next_draw(tournament),
    }
    return render(request, "rounds/list.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who would be seated, and draw the next round."""
    coming = next_draw(tournament)
    form = DrawForm(request.POST or None, number=coming.number)
    if form.is_valid():
        number, kind = form.cleaned_data["number"], form.cleaned_data["kind"]
        if accepted(form, open_round, tournament, number, kind=kind, by=request.user):
            return redirect("rounds:detail", tournament.pk, number)
    context = {"tournament": tournament, "next": coming, "form": form}
    return render(request, "rounds/draw.html", context)


@readers_door
@require_GET
def detail(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a round table by table: who plays whom, what is typed, who sits out."""
    round_ = get_object_or_404(tournament.rounds.select_related("drawn_by"), number=number)
    round_.tournament = tournament
    context = {"tournament": tournament, "round": round_, "page": round_page(round_)}
    context["organises"] = not ORGANISER_ROLES.isdisjoint(request.roles)
    context["may_type"] = not DESK_ROLES.isdisjoint(request.roles)
    return render(request, "rounds/detail.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def close(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """List what is missing, and close the round on the organiser's word."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    # An unticked box sends nothing: the method, not the data, says that it was sent.
    form = CloseForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        despite = form.cleaned_data["despite_missing"]
        if accepted(form, close_round, round_, by=request.user, despite_missing=despite):
            messages.success(request, _("Round %(number)s is closed.") % {"number": number})
            return redirect("standings:table", tournament.pk)
    context = {"tournament": tournament, "round": round_, "form": form}
    context["missing"] = missing_deals(round_)
    return render(request, "rounds/close.html", context)


@organisers_door
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take the closing of a round back."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    if _done(request, reopen_round, round_, by=request.user):
        messages.success(request, _("Round %(number)s is open again.") % {"number": number})
    return redirect("rounds:detail", tournament.pk, number)


@organisers_door
@require_POST
def cancel(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a draw back."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ and not _done(request, cancel_round, round_, by=request.user):
        return redirect("rounds:detail", tournament.pk, number)
    messages.success(request, _("The draw of round %(number)s is taken back.") % {"number": number})
    return redirect("rounds:list", tournament.pk)


def _done(request: HttpRequest, act: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
    """Call a service that a lone button asked for; say on the next page what it refuses."""
    try:
        act(*args, **kwargs)
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)
        return False
    return True
