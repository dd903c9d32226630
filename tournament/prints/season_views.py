"""The address of a season's standings on paper: of a season that the contest is in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from tournament.access import readers_door
from tournament.models import Season, Tournament
from tournament.prints.season_papers import season_printout
from tournament.prints.views import answer, never_kept


@readers_door
@require_GET
@never_kept
def season(request: HttpRequest, tournament: Tournament, season_id: int) -> HttpResponse:
    """Print the standings of a season."""
    found = get_object_or_404(Season, evenings__tournament=tournament, pk=season_id)
    return answer(request, tournament, season_printout(found))
