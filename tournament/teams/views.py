"""The pages of the teams: the list, one team, a list to import."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_tables2 import RequestConfig

from tournament.access import ORGANISER_ROLES, organisers_door, readers_door
from tournament.http import accepted, page_or_fragment
from tournament.models import Team, Tournament
from tournament.teams import services
from tournament.teams.columns import Layout, find_layout
from tournament.teams.forms import ColumnsForm, ListForm, TeamForm
from tournament.teams.preview import pack, preview, unpack, written
from tournament.teams.reading import Row
from tournament.teams.tables import TeamTable

TEAMS_PER_PAGE = 200


@require_GET
@readers_door
def team_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams; ``q`` keeps those whose name, player or number it finds."""
    text = request.GET.get("q", "")
    may_change = bool(request.roles & ORGANISER_ROLES)
    found = tournament.teams.matching(text).prefetch_related("players")
    table = TeamTable(found, may_change=may_change)
    RequestConfig(request, paginate={"per_page": TEAMS_PER_PAGE}).configure(table)
    context = {
        "tournament": tournament,
        "table": table,
        "text": text,
        "may_change": may_change,
        "count": tournament.teams.count(),
        "found": found.count(),
    }
    return page_or_fragment(request, "teams/list.html", "teams/_table.html", context)


@require_http_methods(["GET", "POST"])
@organisers_door
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for one team, the next number proposed, and register it."""
    form = TeamForm(request.POST or None, number=services.next_number(tournament))
    if form.is_valid() and accepted(
        form, services.register_team, tournament, form.line(), by=request.user
    ):
        messages.success(request, _("The team is registered."))
        return redirect("teams:add" if "another" in request.POST else "teams:list", tournament.pk)
    return render(request, "teams/add.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "POST"])
@organisers_door
def edit(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Show one team, and change it."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = TeamForm(request.POST or None, team=team)
    if form.is_valid() and accepted(
        form,
        services.change_team,
        team,
        form.line(),
        seen=form.cleaned_data["seen"],
        by=request.user,
    ):
        messages.success(request, _("The team is changed."))
        return redirect("teams:list", tournament.pk)
    return render(request, "teams/edit.html", team_page(tournament, team, form))


def team_page(tournament: Tournament, team: Team, form: TeamForm) -> dict[str, object]:
    """Return what the page of one team shows."""
    stale = form.has_error("__all__", "stale")
    if stale:
        form.saw(team)
    has_played = team.seats.exists()
    return {
        "tournament": tournament,
        "team": team,
        "form": form,
        "has_played": has_played,
        "stale": stale,
    }


@require_http_methods(["GET", "POST"])
@organisers_door
def delete(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Ask once more, then strike a team off the list."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = Form(request.POST if request.method == "POST" else None)
    if form.is_valid() and accepted(form, services.delete_team, team, by=request.user):
        messages.success(request, _("The team is deleted."))
        return redirect("teams:list", tournament.pk)
    context = {"tournament": tournament, "team": team, "form": form}
    return render(request, "teams/delete.html", context)


@organisers_door
@require_POST
def withdraw_team(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Leave a team out of the next draws."""
    team = get_object_or_404(tournament.teams, pk=team_id)
    services.withdraw(team, by=request.user)
    messages.success(request, _("Team %(number)s is withdrawn.") % {"number": team.number})
    return redirect("teams:list", tournament.pk)


@organisers_door
@require_POST
def bring_team_back(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Let a withdrawn team play again."""
    team = get_object_or_404(tournament.teams, pk=team_id)
    services.bring_back(team, by=request.user)
    messages.success(request, _("Team %(number)s is back.") % {"number": team.number})
    return redirect("teams:list", tournament.pk)


@require_http_methods(["GET", "POST"])
@organisers_door
def import_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a list, a file or pasted cells, and show what it would register."""
    form = ListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        rows = form.cleaned_data["rows"]
        columns = ColumnsForm(rows=rows, layout=find_layout(rows))
        return show_preview(request, tournament, rows, columns)
    return render(request, "teams/import.html", {"tournament": tournament, "form": form})


@require_http_methods(["GET", "POST"])
@organisers_door
def import_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list again with other columns, or register what was shown."""
    rows = unpack(request.POST.get("token", ""), tournament, request.user)
    if rows is None:
        if request.method == "POST":
            messages.error(request, _("This preview has expired: give the list again."))
        return redirect("teams:import", tournament.pk)
    form = ColumnsForm(request.POST, rows=rows, layout=find_layout(rows))
    layout = form.layout()
    # Columns changed since the preview was shown are shown before they are registered.
    as_shown = "save" in request.POST and request.POST.get("shown") == written(layout)
    if as_shown and accepted(
        form, services.register_rows, tournament, rows, layout, by=request.user
    ):
        messages.success(request, said_registered(rows, layout))
        return redirect("teams:list", tournament.pk)
    return show_preview(request, tournament, rows, form)


def show_preview(
    request: HttpRequest, tournament: Tournament, rows: Sequence[Row], form: ColumnsForm
) -> HttpResponse:
    """Answer what the rows would register, with the form that registers them."""
    context = {
        "tournament": tournament,
        "form": form,
        "preview": preview(tournament, rows, form.layout()),
        "token": pack(rows, tournament, request.user),
    }
    return page_or_fragment(request, "teams/preview.html", "teams/_preview.html", context)


def said_registered(rows: Sequence[Row], layout: Layout) -> str:
    """Say how many teams a list has registered."""
    count = len(rows) - layout.has_titles
    return ngettext("%(count)s team is registered.", "%(count)s teams are registered.", count) % {
        "count": count
    }
