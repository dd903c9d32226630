"""The published rulings, for whoever may read the contest."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from tournament.access import readers_door
from tournament.models import Tournament
from tournament.referee.published import published


@readers_door
@require_GET
def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rulings that the referee published."""
    context = {"tournament": tournament, "rulings": published(tournament)}
    return render(request, "referee/published.html", context)
