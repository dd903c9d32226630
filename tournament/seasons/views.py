"""Seasons: who may read them, their standings, and what is put into them.

Whoever has a role in the club, or in any of its contests, reads its seasons. Who organises the
club makes and changes them, and puts in the contests that he organises: so it is a contest's own
organiser who makes its results count. Where nobody organises the club, its contests' organisers
do in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.clubs.naming import clubs_organised_by
from tournament.http import accepted, file_to_save
from tournament.models import Season, Tournament
from tournament.seasons.calendar import season_calendar
from tournament.seasons.exports import season_csv
from tournament.seasons.forms import EveningForm, NewSeasonForm, SeasonForm
from tournament.seasons.services import (
    add_evening,
    change_season,
    create_season,
    remove_evening,
    season_table,
    seasons_for,
)

View = Callable[..., HttpResponse]


def season_door(*, to_change: bool) -> Callable[[View], View]:
    """Let those through who may read a season, or change it; hand the view the season.

    It does not exist for the others: 404. Who may read it and not change it gets 403.
    """

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(
            request: HttpRequest, season_id: int, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            season = get_object_or_404(seasons_for(request.user), pk=season_id)
            may_change = clubs_organised_by(request.user).filter(pk=season.club_id).exists()
            if to_change and not may_change:
                raise PermissionDenied
            request.may_change = may_change  # type: ignore[attr-defined]
            return view(request, season, *args, **kwargs)

        return guarded

    return decorate


@login_required
@require_GET
def seasons(request: HttpRequest) -> HttpResponse:
    """List the seasons the visitor may read."""
    context = {
        "seasons": seasons_for(request.user).prefetch_related("evenings"),
        "may_create": clubs_organised_by(request.user).exists(),
    }
    return render(request, "seasons/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Show the form of a new season, and create one."""
    if not clubs_organised_by(request.user).exists():
        raise PermissionDenied
    form = NewSeasonForm(request.POST or None, user=request.user)
    if form.is_valid() and (
        made := accepted(form, create_season, by=request.user, **form.columns())
    ):
        messages.success(request, _("The season is created: add its evenings."))
        return redirect("seasons:detail", made.pk)
    return render(request, "seasons/settings.html", {"form": form})


@season_door(to_change=False)
@require_GET
def detail(request: HttpRequest, season: Season) -> HttpResponse:
    """Show a season's standings, and to an organiser what may be added."""
    return render(request, "seasons/detail.html", _shown(request, season))


@season_door(to_change=True)
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, season: Season) -> HttpResponse:
    """Show and change what a season counts."""
    initial = {name: getattr(season, name) for name in SeasonForm.base_fields}
    form = SeasonForm(request.POST or None, initial=initial)
    if form.is_valid() and accepted(form, change_season, season, form.columns(), by=request.user):
        messages.success(request, _("The settings are saved."))
        return redirect("seasons:detail", season.pk)
    return render(request, "seasons/settings.html", {"form": form, "season": season})


@season_door(to_change=True)
@require_POST
def add(request: HttpRequest, season: Season) -> HttpResponse:
    """Put a contest into a season."""
    form = EveningForm(request.POST, season=season, user=request.user)
    if form.is_valid() and accepted(
        form, add_evening, season, form.cleaned_data["tournament"], by=request.user
    ):
        return redirect("seasons:detail", season.pk)
    return render(request, "seasons/detail.html", _shown(request, season) | {"form": form})


@season_door(to_change=True)
@require_POST
def remove(request: HttpRequest, season: Season, contest_id: int) -> HttpResponse:
    """Take a contest out of a season."""
    evening = get_object_or_404(season.evenings, tournament__pk=contest_id)
    remove_evening(season, evening.tournament, by=request.user)
    return redirect("seasons:detail", season.pk)


@season_door(to_change=False)
@require_GET
def csv(request: HttpRequest, season: Season) -> HttpResponse:
    """Send a season's standings for a spreadsheet."""
    return file_to_save(season_csv(season_table(season)), "saison", season)


@season_door(to_change=False)
@require_GET
def calendar(_request: HttpRequest, season: Season) -> HttpResponse:
    """Send a season's evenings for a calendar."""
    return file_to_save(season_calendar(season), "saison", season, extension="ics")


def _shown(request: HttpRequest, season: Season) -> dict[str, Any]:
    evenings = season.evenings.select_related("tournament")
    return {
        "season": season,
        "evenings": evenings,
        # Its paper is one of a contest in it, whose readers may print it.
        "printed_from": evenings.filter(
            tournament__in=Tournament.objects.visible_to(request.user)
        ).first(),
        "standings": season_table(season),
        "form": EveningForm(season=season, user=request.user),
    }
