"""The pages of the teams: the list, and one team with all that happens to it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Sum
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_tables2 import RequestConfig

from tournament.access import (
    ORGANISER_ROLES,
    TREASURER_ROLES,
    WELCOME_ROLES,
    organisers_door,
    readers_door,
)
from tournament.http import accepted, page_or_fragment
from tournament.models import Category, Team, Tournament
from tournament.teams import partners, services
from tournament.teams.forms import ReplaceForm, TeamForm
from tournament.teams.money import account_of
from tournament.teams.rows import next_round
from tournament.teams.tables import TeamTable
from tournament.teams.words import missed_words

TEAMS_PER_PAGE = 200


@readers_door
@require_GET
def team_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the teams; ``q`` keeps those whose name, player or number it finds."""
    text, category = request.GET.get("q", ""), request.GET.get("category", "")
    found = tournament.teams.matching(text)
    if category:
        found = found.in_category(category)
    # Without a treasurer's role money is not shown.
    shows = {
        "may_change": bool(request.roles & ORGANISER_ROLES),
        "shows_money": bool(request.roles & TREASURER_ROLES),
    }
    teams = found.prefetch_related("players").annotate(paid=Sum("payments__amount"))
    table = TeamTable(teams, of_players=tournament.is_individual, **shows)
    RequestConfig(request, paginate=False).configure(table)
    table.paginator = Paginator(table.rows, TEAMS_PER_PAGE)
    table.page = table.paginator.get_page(request.GET.get("page"))
    context = {
        **shows,
        "tournament": tournament,
        "individual": tournament.is_individual,
        "table": table,
        "text": text,
        "category": category,
        "categories": Category.choices,
        "may_welcome": bool(request.roles & WELCOME_ROLES),
        "count": tournament.teams.count(),
        "alone": tournament.players.alone().count(),
        "found": found.count(),
    }
    return page_or_fragment(request, "teams/list.html", "teams/_table.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for one team, the next number proposed, and register it."""
    number, individual = services.next_number(tournament), tournament.is_individual
    form = TeamForm(request.POST or None, number=number, individual=individual)
    if form.is_valid() and accepted(
        form, services.register_team, tournament, form.line(), by=request.user
    ):
        said = _("The player is registered.") if individual else _("The team is registered.")
        messages.success(request, said)
        return redirect("teams:add" if "another" in request.POST else "teams:list", tournament.pk)
    context = {
        "tournament": tournament,
        "form": form,
        "individual": individual,
        "enters": next_round(tournament),
        "missed": missed_words(tournament),
    }
    return render(request, "teams/add.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Show one team, and change it."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = TeamForm(request.POST or None, team=team, individual=tournament.is_individual)
    if form.is_valid() and accepted(
        form,
        services.change_team,
        team,
        form.line(),
        seen=form.cleaned_data["seen"],
        by=request.user,
    ):
        individual = tournament.is_individual
        said = _("The player is changed.") if individual else _("The team is changed.")
        messages.success(request, said)
        return redirect("teams:list", tournament.pk)
    return render(request, "teams/edit.html", team_page(tournament, team, form))


def team_page(tournament: Tournament, team: Team, form: TeamForm) -> dict[str, object]:
    """Return what the page of one team shows."""
    stale = form.has_error("__all__", "stale")
    if stale:
        form.saw(team)
    has_played = team.seats.exists()
    individual = tournament.is_individual
    return {
        "tournament": tournament,
        "team": team,
        "form": form,
        "individual": individual,
        "has_played": has_played,
        "may_separate": not (has_played or individual) and bool(team.players.all()),
        "stale": stale,
        "account": account_of(team),
        "former": team.former_players.order_by("replaced_at"),
        "next_round": next_round(tournament),
        "seat": team.seats.filter(round__tournament=tournament, round__closed_at=None)
        .select_related("round", "match")
        .first(),
        "missed": missed_words(tournament),
        "exclusion": services.exclusion_of(team) if team.withdrawn else None,
    }


@organisers_door
@require_http_methods(["GET", "POST"])
def replace(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Ask who leaves a team and who plays from now on."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = ReplaceForm(request.POST or None, team=team)
    if form.is_valid():
        player, name = form.cleaned_data["player"], form.cleaned_data["name"]
        if accepted(form, partners.replace_player, team, player, name, by=request.user):
            messages.success(request, _("%(player)s plays from now on.") % {"player": name})
            return redirect("teams:edit", tournament.pk, team.pk)
    context = {
        "tournament": tournament,
        "team": team,
        "form": form,
        "next_round": next_round(tournament),
    }
    return render(request, "teams/replace.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Ask once more, then strike a team off the list."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = Form(request.POST if request.method == "POST" else None)
    if form.is_valid() and accepted(form, services.delete_team, team, by=request.user):
        individual = tournament.is_individual
        said = _("The player is deleted.") if individual else _("The team is deleted.")
        messages.success(request, said)
        return redirect("teams:list", tournament.pk)
    context = {"tournament": tournament, "team": team, "form": form}
    return render(request, "teams/delete.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def separate(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Ask once more, then let a team's two players be alone again."""
    team = get_object_or_404(tournament.teams.prefetch_related("players"), pk=team_id)
    form = Form(request.POST if request.method == "POST" else None)
    if form.is_valid() and accepted(form, partners.separate, team, by=request.user):
        messages.success(request, _("The two players are alone again."))
        return redirect("teams:alone", tournament.pk)
    context = {"tournament": tournament, "team": team, "form": form}
    return render(request, "teams/separate.html", context)


@organisers_door
@require_POST
def withdraw_team(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Leave a team out of the next draws."""
    team = get_object_or_404(tournament.teams, pk=team_id)
    services.withdraw(team, by=request.user)
    messages.success(request, _("%(team)s: left out of the next draws.") % {"team": team})
    return redirect("teams:list", tournament.pk)


@organisers_door
@require_POST
def bring_team_back(request: HttpRequest, tournament: Tournament, team_id: int) -> HttpResponse:
    """Let a withdrawn team play again."""
    team = get_object_or_404(tournament.teams, pk=team_id)
    try:
        services.bring_back(team, by=request.user)
    except ValidationError as refusal:
        messages.warning(request, refusal.messages[0])
        return redirect("teams:list", tournament.pk)
    messages.success(request, _("%(team)s: in the next draws again.") % {"team": team})
    team.refresh_from_db()
    if team.absence:
        messages.warning(request, _("The next draw still leaves it out: check it in."))
    return redirect("teams:list", tournament.pk)
