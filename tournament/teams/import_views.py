"""The import of a list: given, shown, then registered or used to update the teams."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.access import organisers_door
from tournament.http import accepted, page_or_fragment
from tournament.models import Tournament
from tournament.teams import services, updating
from tournament.teams.columns import find_layout
from tournament.teams.list_forms import ColumnsForm, ListForm
from tournament.teams.preview import Preview, pack, preview, unpack, update_preview
from tournament.teams.reading import Row


@organisers_door
@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for a list, a file or pasted cells, and show what it would register."""
    form = ListForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        rows = form.cleaned_data["rows"]
        return show_preview(request, tournament, rows, columns_form(tournament, rows))
    context = {
        "tournament": tournament,
        "form": form,
        "individual": tournament.is_individual,
    }
    return render(request, "teams/import.html", context)


@organisers_door
@require_http_methods(["GET", "POST"])
def import_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the list again with other columns, or register what was shown."""
    rows = unpack(request.POST.get("token", ""), tournament, request.user)
    if rows is None:
        if request.method == "POST":
            messages.error(request, _("This preview has expired: give the list again."))
        return redirect("teams:import", tournament.pk)
    form = columns_form(tournament, rows, request.POST)
    found = preview_of(tournament, rows, form)
    # What has changed since the preview was shown is shown before it is registered.
    as_shown = "save" in request.POST and request.POST.get("shown") == found.shown
    if as_shown and registered(request, tournament, rows, form, found):
        return redirect("teams:list", tournament.pk)
    return show_preview(request, tournament, rows, form)


def columns_form(tournament: Tournament, rows: Sequence[Row], typed: object = None) -> ColumnsForm:
    """Return the choice of columns, as they are found or were chosen for an earlier list."""
    layout = find_layout(
        rows,
        individual=tournament.is_individual,
        remembered=tournament.club.list_columns,
    )
    known = tournament.teams.exists() or tournament.players.exists()
    return ColumnsForm(typed, rows=rows, layout=layout, known=known)


def preview_of(tournament: Tournament, rows: Sequence[Row], form: ColumnsForm) -> Preview:
    """Return what the list would do with the columns and the purpose chosen."""
    show = update_preview if form.is_update else preview
    return show(tournament, rows, form.layout())


def registered(
    request: HttpRequest,
    tournament: Tournament,
    rows: Sequence[Row],
    form: ColumnsForm,
    found: Preview,
) -> bool:
    """Do what the preview has shown, and say it; False when it is refused."""
    layout, by = form.layout(), request.user
    if form.is_update:
        digest = found.shown.rpartition(",")[2]
        done = accepted(form, updating.update_rows, tournament, rows, layout, digest=digest, by=by)
        said = said_updated(found)
    else:
        done = accepted(form, services.register_rows, tournament, rows, layout, by=by)
        said = said_registered(found)
    if done:
        messages.success(request, said)
    return done


def show_preview(
    request: HttpRequest, tournament: Tournament, rows: Sequence[Row], form: ColumnsForm
) -> HttpResponse:
    """Answer what the rows would register, with the form that registers them."""
    context = {
        "tournament": tournament,
        "form": form,
        "preview": preview_of(tournament, rows, form),
        "token": pack(rows, tournament, request.user),
        "individual": tournament.is_individual,
    }
    return page_or_fragment(request, "teams/preview.html", "teams/_preview.html", context)


def said_registered(found: Preview) -> str:
    """Say how many teams, and players alone, a list has registered."""
    said = ngettext(
        "%(count)s team is registered.", "%(count)s teams are registered.", found.teams
    ) % {"count": found.teams}
    if not found.alone:
        return said
    waiting = ngettext(
        "%(count)s player waits for a partner.",
        "%(count)s players wait for a partner.",
        found.alone,
    ) % {"count": found.alone}
    return f"{said} {waiting}" if found.teams else waiting


def said_updated(found: Preview) -> str:
    """Say what an update has done."""
    return _("Added: %(added)s. Changed: %(changed)s. Unchanged: %(unchanged)s.") % {
        "added": found.added,
        "changed": found.changed,
        "unchanged": found.unchanged,
    }
