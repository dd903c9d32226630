"""The page of the players who came alone: register one, pair two."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import organisers_door
from tournament.http import accepted, done
from tournament.models import Tournament
from tournament.teams import partners
from tournament.teams.forms import AloneForm, PairForm


@organisers_door
@require_http_methods(["GET", "POST"])
def alone(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the players alone, and register one more."""
    form = AloneForm(request.POST or None)
    if form.is_valid() and accepted(
        form, partners.register_alone, tournament, form.line(), by=request.user
    ):
        messages.success(request, _("The player is registered."))
        return redirect("teams:alone", tournament.pk)
    return alone_page(request, tournament, form, PairForm(tournament=tournament))


@organisers_door
@require_http_methods(["GET", "POST"])
def pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make a team of two players alone."""
    form = PairForm(request.POST or None, tournament=tournament)
    if form.is_valid():
        one, other = form.cleaned_data["players"]
        name = form.cleaned_data["name"]
        if accepted(form, partners.pair, tournament, one, other, name=name, by=request.user):
            messages.success(request, _("The team is registered."))
            return redirect("teams:alone", tournament.pk)
    return alone_page(request, tournament, AloneForm(), form)


@organisers_door
@require_POST
def remove_alone(request: HttpRequest, tournament: Tournament, player_id: int) -> HttpResponse:
    """Take a player alone off the list."""
    player = get_object_or_404(tournament.players, pk=player_id)
    if done(request, partners.remove_alone, player, by=request.user):
        messages.success(request, _("The player is off the list."))
    return redirect("teams:alone", tournament.pk)


def alone_page(
    request: HttpRequest, tournament: Tournament, form: AloneForm, pairing: PairForm
) -> HttpResponse:
    """Answer the players alone, and the two forms."""
    context = {
        "tournament": tournament,
        "players": tournament.players.alone().order_by("key"),
        "form": form,
        "pairing": pairing,
    }
    return render(request, "teams/alone.html", context)
