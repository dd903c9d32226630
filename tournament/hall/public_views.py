"""The public pages: what a contest shows to everybody, made for phones."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import reminder
from tournament import labels
from tournament.hall.doors import public_door
from tournament.hall.figures import charts_of
from tournament.hall.my_team import everybody, my_team
from tournament.hall.publishing import Shown
from tournament.hall.wall import (
    closed_numbers,
    closed_results,
    known,
    latest_draw,
    wall_standings,
)
from tournament.models import Tournament
from tournament.referee.published import public, published_rulings
from tournament.rulebooks.browsing import browse, tariffs, turned
from tournament.standings.notes import line_notes, standings_notes


@public_door(*Shown)
def home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the way to all that is shown."""
    return _page(request, tournament, "home")


@public_door(Shown.DRAW)
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the latest draw, table by table."""
    return _page(request, tournament, "draw", draw=latest_draw(tournament))


@public_door(Shown.DRAW)
def draw_by_name(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the latest draw by name, so that everybody finds their own."""
    return _page(request, tournament, "draw_by_name", draw=latest_draw(tournament))


@public_door(Shown.STANDINGS)
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the standings after the closed rounds."""
    wall = wall_standings(tournament)
    notes = standings_notes(wall.standings, tournament)
    return _page(request, tournament, "standings", wall=wall, notes=notes)


@public_door(Shown.STANDINGS)
def results(
    request: HttpRequest, tournament: Tournament, number: int | None = None
) -> HttpResponse:
    """Show the results of a closed round, the last one where none is asked for."""
    numbers = closed_numbers(tournament)
    last = numbers[-1] if numbers else None
    wanted = last if number is None else number
    found = closed_results(tournament, wanted) if wanted is not None else None
    if found is None and number is not None:
        raise Http404
    locks_at = found.round.locks_at(tournament) if found else None
    context = {"results": found, "numbers": numbers, "locks_at": locks_at}
    return _page(request, tournament, "results", **context)


@public_door(Shown.STANDINGS)
def rulings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the rulings that the referee published, but those of a round that is being played."""
    found = [public(ruling, tournament) for ruling in known(published_rulings(tournament))]
    return _page(request, tournament, "rulings", rulings=found)


@public_door(Shown.STANDINGS)
def charts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the charts of the closed rounds."""
    return _page(request, tournament, "charts", charts=charts_of(tournament))


@public_door(*Shown)
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have somebody pick their team: its page keeps its number in the address."""
    return _page(request, tournament, "teams", teams=everybody(tournament))


@public_door(*Shown)
def team(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Show a team its next table, who is opposite and what it did so far."""
    mine = my_team(tournament, number)
    if mine is None:
        raise Http404
    line = mine.record.line if mine.record else None
    notes = line_notes(line) if line else []
    return _page(request, tournament, "team", mine=mine, notes=notes)


@public_door(*Shown)
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the rulebook of the contest."""
    rulebook, lang = tournament.rulebook, labels.language()
    context = {
        "rulebook": rulebook,
        "source": rulebook.source.fr if lang == "fr" else rulebook.source.en,
        "turned": turned(rulebook, lang),
        "reminder": reminder(rulebook, lang),
        "topics": browse(rulebook, lang),
        "tariffs": tariffs(rulebook, lang),
    }
    return _page(request, tournament, "rules", **context)


def _page(request: HttpRequest, tournament: Tournament, name: str, **context: Any) -> HttpResponse:
    """Write a public page: of the contest only, whoever reads it."""
    return render(request, f"hall/public/{name}.html", {"tournament": tournament} | context)
