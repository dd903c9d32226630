"""Logging in, the list of contests, and one contest's first page and settings."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.access import organisers_door, readers_door
from tournament.clubs.deletion import delete_tournament, losses, seasons_of
from tournament.clubs.doors import club_door, creators_door
from tournament.clubs.forms import (
    AgainForm,
    ClubForm,
    DeleteForm,
    NewTournamentForm,
    settings_form,
)
from tournament.clubs.naming import (
    clubs_organised_by,
    creates_contests,
    rename_club,
    sees_to_the_site,
)
from tournament.clubs.own_rulebooks import club_to_play_for
from tournament.clubs.progress import contests_of
from tournament.clubs.services import (
    change_settings,
    create_tournament,
    settings_digest,
    start_again,
)
from tournament.clubs.sign_in import LogInView
from tournament.http import accepted
from tournament.models import Club, Tournament
from tournament.text import alphabetical

log_in = LogInView.as_view()
log_out = auth.LogoutView.as_view(next_page="clubs:login")


@login_required
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """List the contests in which the visitor has a role, newest first."""
    context = {
        "contests": contests_of(request.user),
        "clubs": alphabetical(clubs_organised_by(request.user), str),
        "creates_contests": creates_contests(request.user),
        "sees_to_the_site": sees_to_the_site(request.user),
    }
    return render(request, "home.html", context)


@creators_door
@require_http_methods(["GET", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Show the form of a new contest, and create one."""
    form = NewTournamentForm(request.POST or None, club=club_to_play_for(request.user))
    if form.is_valid() and (
        made := accepted(form, create_tournament, by=request.user, **form.columns())
    ):
        messages.success(request, _("The contest is created: you are its organiser."))
        return redirect("clubs:tournament", made.pk)
    return render(request, "clubs/create.html", {"form": form})


@creators_door
@require_http_methods(["GET", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """Start a contest from the settings, and the teams, of an earlier one."""
    form = AgainForm(request.POST or None, user=request.user)
    if form.is_valid() and (made := accepted(form, start_again, by=request.user, **form.choices())):
        messages.success(request, _("The contest is created: you are its organiser."))
        return redirect("clubs:tournament", made.pk)
    return render(request, "clubs/again.html", {"form": form})


@club_door
@require_http_methods(["GET", "POST"])
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Show what the club is called, and change it."""
    form = ClubForm(request.POST or None, initial={"name": club.name, "seen": club.name})
    if form.is_valid() and accepted(form, rename_club, club, **form.cleaned_data):
        messages.success(request, _("The club is renamed."))
        return redirect("home")
    if form.has_error("name", "stale"):
        club.refresh_from_db()
        form.show(club)
    return render(request, "clubs/club.html", {"club": club, "form": form})


@readers_door
@require_GET
def tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show where a contest stands and the one thing to do next."""
    return render(request, "clubs/tournament.html", {"tournament": tournament})


@organisers_door
@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show a contest's settings; change those that may still change."""
    form = settings_form(tournament, request.POST or None)
    seen = request.POST.get("seen", "")
    if form.is_valid() and accepted(
        form, change_settings, tournament, form.columns(), by=request.user, seen=seen
    ):
        messages.success(request, _("The settings are saved."))
        return redirect("clubs:settings", tournament.pk)
    context = {"tournament": tournament, "form": form, "seen": settings_digest(tournament)}
    return render(request, "clubs/settings.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what would be lost with a contest; delete it once its name is typed."""
    form = DeleteForm(request.POST or None, contest=tournament.name)
    if form.is_valid():
        if accepted(form, delete_tournament, tournament, by=request.user, **form.cleaned_data):
            messages.success(request, _("%(name)s is deleted.") % {"name": tournament.name})
            return redirect("home")
        tournament.refresh_from_db()
    context = {"tournament": tournament, "form": form, "losses": losses(tournament)}
    return render(request, "clubs/delete.html", context | {"seasons": seasons_of(tournament)})
