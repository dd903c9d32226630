"""The standings: a page to read, a file to take away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.http import require_GET

from tournament.access import readers_door
from tournament.models import Tournament
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings
from tournament.standings.tables import StandingsTable


@readers_door
@require_GET
def table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams by rank, after the closed rounds."""
    found = standings(tournament)
    context = {
        "tournament": tournament,
        "standings": found,
        "table": StandingsTable(found.lines, request=request),
    }
    return render(request, "standings/table.html", context)


@readers_door
@require_GET
def csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the standings for a spreadsheet; nothing but a 304 while no act has happened."""
    etag = quote_etag(f"{tournament.pk}-{tournament.version}-{get_language()}")
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(
            spreadsheet_csv(standings(tournament)), content_type="text/csv; charset=utf-8"
        )
        name = slugify(tournament.name) or tournament.pk
        response["Content-Disposition"] = f'attachment; filename="classement-{name}.csv"'
        response["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return response
