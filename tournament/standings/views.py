"""The standings: a page to read, a team's own record, a file to take away."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournament.access import DESK_ROLES, organisers_door, readers_door
from tournament.http import done, file_to_save
from tournament.models import Tournament
from tournament.standings.cache import kept
from tournament.standings.conditional import last_closed, not_modified
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.lots import draw_lot
from tournament.standings.notes import line_notes, standings_notes
from tournament.standings.records import team_record
from tournament.standings.services import Standings, standings
from tournament.standings.tables import StandingsTable


@readers_door
@require_GET
@not_modified
def table(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams by rank, after the closed rounds."""
    found = standings(tournament)
    for_desk = _is_desk(request)
    kept_as = ("ranks", get_language(), for_desk)
    ranks = kept(tournament, kept_as, lambda: _ranks(request, tournament, found))
    notes = standings_notes(found, tournament, for_desk=for_desk)
    context = {"tournament": tournament, "standings": found, "ranks": ranks, "notes": notes}
    context["last_closed"] = last_closed(tournament)
    return render(request, "standings/table.html", context)


@readers_door
@require_GET
@not_modified
def team(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Show what one team did, round by round; meant for its own phone."""
    found = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    record = team_record(tournament, found)
    notes = line_notes(record.line, for_desk=_is_desk(request)) if record.line else []
    context = {"tournament": tournament, "record": record, "notes": notes}
    return render(request, "standings/team.html", context)


@organisers_door
@require_POST
def lot(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the lot that parts the teams equal on everything else."""
    if drawn := done(request, draw_lot, tournament, by=request.user):
        said = _("The lot is drawn: seed %(seed)s.")
        messages.success(request, said % {"seed": drawn.lot_seed})
    return redirect("standings:table", tournament.pk)


@readers_door
@require_GET
@not_modified
def csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Send the standings for a spreadsheet."""
    for_desk = _is_desk(request)
    kept_as = ("csv", get_language(), for_desk)
    written = kept(tournament, kept_as, lambda: _csv(tournament, for_desk=for_desk))
    return file_to_save(written, "classement", tournament)


def _is_desk(request: HttpRequest) -> bool:
    """Whether the visitor reads the register: all that rulings did is then shown."""
    return bool(DESK_ROLES & request.roles)


def _ranks(request: HttpRequest, tournament: Tournament, found: Standings) -> str:
    """Lay out every rank: the longest work of the page, the same for all its visitors."""
    options = {"of_players": tournament.is_individual, "for_desk": _is_desk(request)}
    # Without the request: with it a table shows the 25 lines its visitor asked for, kept for all.
    tables = [
        (name, StandingsTable(lines, found.criteria, **options))
        for name, lines in [("", found.lines), *((pool.name, pool.lines) for pool in found.pools)]
    ]
    context = {"tournament": tournament, "standings": found, "tables": tables}
    return render_to_string("standings/_ranks.html", context, request)


def _csv(tournament: Tournament, *, for_desk: bool) -> str:
    found = standings(tournament)
    below = standings_notes(found, tournament, for_desk=for_desk)
    return spreadsheet_csv(found, below=below, for_desk=for_desk)
