"""The organiser's pages of what is shown to everybody: switches, screens, pictures; the charts."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournament.access import organisers_door, readers_door
from tournament.hall.displays import (
    add_display,
    change_display,
    remove_display,
    steer,
)
from tournament.hall.figures import charts_of
from tournament.hall.forms import (
    COLUMNS,
    NEW_DISPLAY,
    DisplayForm,
    NewDisplayForm,
    PictureForm,
    ShowForm,
    SteerForm,
)
from tournament.hall.pictures import add_picture, remove_picture
from tournament.hall.publishing import show, switches, turned_words
from tournament.hall.screens import own_panels
from tournament.hosts import phone_address
from tournament.http import accepted, done
from tournament.models import Display, Tournament
from tournament.standings.conditional import not_modified
from tournament.tables.codes import shown


@organisers_door
@require_GET
def index(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show both switches, the public address and the screens of the hall."""
    context = {
        "tournament": tournament,
        "switches": switches(tournament),
        "address": phone_address(request) + reverse("public:home", args=[tournament.pk]),
        "displays": tournament.displays.all(),
        "pictures": tournament.club.pictures.count(),
    }
    return render(request, "hall/index.html", context)


@organisers_door
@require_POST
def turn_switch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the draw, or the standings, to everybody; or to nobody any more."""
    form = ShowForm(request.POST)
    if form.is_valid():
        what, shown = form.said()
        if done(request, show, tournament, what, shown=shown, by=request.user):
            messages.success(request, turned_words(what, shown=shown))
    return redirect("hall:index", tournament.pk)


@organisers_door
@require_http_methods(["GET", "POST"])
def new_display(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set a screen of the hall up."""
    form = NewDisplayForm(request.POST or None, initial=NEW_DISPLAY)
    if form.is_valid() and (
        made := accepted(form, add_display, tournament, by=request.user, **form.columns())
    ):
        messages.success(request, _("The screen is set up: open its address on it."))
        return redirect("hall:display", tournament.pk, made.pk)
    return render(request, "hall/display_form.html", {"tournament": tournament, "form": form})


@organisers_door
@require_http_methods(["GET", "POST"])
def display(request: HttpRequest, tournament: Tournament, display_id: int) -> HttpResponse:
    """Show what a screen can be told from afar, and tell it."""
    found = _display(tournament, display_id)
    form = SteerForm(request.POST or None, initial={"message": found.message})
    if form.is_valid() and accepted(form, steer, found, **form.said()):
        return redirect("hall:display", tournament.pk, found.pk)
    opened = reverse("screens:screen", args=[shown(found.code)])
    context = {
        "tournament": tournament,
        "display": found,
        "form": form,
        "address": phone_address(request) + opened,
        "panels": own_panels(found),
    }
    return render(request, "hall/display.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def edit_display(request: HttpRequest, tournament: Tournament, display_id: int) -> HttpResponse:
    """Change what a screen is called and shows."""
    found = _display(tournament, display_id)
    initial = {name: getattr(found, name) for name in COLUMNS}
    form = DisplayForm(request.POST or None, initial=initial)
    if form.is_valid() and accepted(form, change_display, found, form.columns(), by=request.user):
        messages.success(request, _("The screen is changed."))
        return redirect("hall:display", tournament.pk, found.pk)
    context = {"tournament": tournament, "form": form, "display": found}
    return render(request, "hall/display_form.html", context)


@organisers_door
@require_POST
def drop_display(request: HttpRequest, tournament: Tournament, display_id: int) -> HttpResponse:
    """Take a screen down."""
    found = tournament.displays.filter(pk=display_id).first()
    if found and done(request, remove_display, found, by=request.user):
        messages.success(request, _("The screen is removed: its address shows nothing any more."))
    return redirect("hall:index", tournament.pk)


@organisers_door
@require_http_methods(["GET", "POST"])
def pictures(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the pictures of the club, and take another one."""
    form = PictureForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        said = form.cleaned_data
        if accepted(form, add_picture, tournament.club, said["title"], said["file"]):
            messages.success(request, _("The picture is kept."))
            return redirect("hall:pictures", tournament.pk)
    found = tournament.club.pictures.defer("content")
    context = {"tournament": tournament, "form": form, "pictures": found}
    return render(request, "hall/pictures.html", context)


@organisers_door
@require_POST
def drop_picture(request: HttpRequest, tournament: Tournament, picture_id: int) -> HttpResponse:
    """Drop a picture."""
    remove_picture(tournament.club, picture_id)
    messages.success(request, _("The picture is removed."))
    return redirect("hall:pictures", tournament.pk)


@readers_door
@require_GET
@not_modified
def charts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the charts of the closed rounds."""
    context = {"tournament": tournament, "charts": charts_of(tournament)}
    return render(request, "hall/charts.html", context)


def _display(tournament: Tournament, key: int) -> Display:
    found = get_object_or_404(tournament.displays, pk=key)
    found.tournament = tournament
    return found
