"""The address of a ruling's slip: it is of a ruling, not of a contest, a round or a team."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from tournament.access import desk_door
from tournament.models import Tournament
from tournament.prints import referee_papers
from tournament.prints.views import answer, never_kept


@require_GET
@never_kept
@desk_door
def ruling_slip(request: HttpRequest, tournament: Tournament, ruling: int) -> HttpResponse:
    """Print the slip of a ruling, to be signed at the table."""
    found = tournament.rulings.select_related(
        "match__round", "deal", "team", "player", "by", "replaces", "replaced_by"
    ).prefetch_related("match__seats__team__players")
    one = get_object_or_404(found, number=ruling)
    one.tournament = tournament
    if one.match:
        one.match.round.tournament = tournament
    return answer(request, tournament, referee_papers.slip_printout(one))
