"""The files of a contest: one page that lists them, and each as CSV or XLSX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from tournament.access import (
    DESK_ROLES,
    EVERY_ROLE,
    ORGANISER_ROLES,
    TREASURER_ROLES,
    door,
    readers_door,
)
from tournament.archive import sheets
from tournament.http import file_to_save
from tournament.models import RoleKind, Tournament
from tournament.spreadsheets import Sheet, csv_of, xlsx_of

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

EXTENSIONS = ("csv", "xlsx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A file that a contest gives: its name in addresses, its words, and to whom."""

    name: str
    title: _StrPromise
    what: _StrPromise
    roles: frozenset[RoleKind]
    sheet: Callable[..., Sheet]


KINDS = (
    Kind(
        name="standings",
        title=_("Standings"),
        what=_("The teams by rank, after the closed rounds."),
        roles=EVERY_ROLE,
        sheet=sheets.standings_of,
    ),
    Kind(
        name="teams",
        title=_("Teams"),
        what=_("Numbers, names, clubs and categories."),
        roles=EVERY_ROLE,
        sheet=sheets.teams_of,
    ),
    Kind(
        name="results",
        title=_("Results"),
        what=_("Each table of the closed rounds."),
        roles=EVERY_ROLE,
        sheet=sheets.results_by_round,
    ),
    Kind(
        name="deals",
        title=_("Deals"),
        what=_("Each deal of the closed rounds, with its marks."),
        roles=DESK_ROLES,
        sheet=sheets.deals_of,
    ),
    Kind(
        name="payments",
        title=_("Payments"),
        what=_("What was taken and given back, by whom and when."),
        roles=TREASURER_ROLES,
        sheet=sheets.payments_of,
    ),
)


@readers_door
@require_GET
def index(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the files of a contest that the visitor may take away."""
    context = {
        "tournament": tournament,
        "kinds": [kind for kind in KINDS if kind.roles & request.roles],
        "is_organiser": bool(ORGANISER_ROLES & request.roles),
        "api_address": request.build_absolute_uri(reverse("api:contest", args=[tournament.pk])),
    }
    return render(request, "archive/files.html", context)


def file_of(kind: Kind) -> Callable[..., HttpResponse]:
    """Return the view that gives a kind of file, behind its door."""

    @door(kind.roles)
    @require_GET
    def give(request: HttpRequest, tournament: Tournament, extension: str) -> HttpResponse:
        if extension not in EXTENSIONS:
            raise Http404
        sheet = kind.sheet(tournament, for_desk=bool(DESK_ROLES & request.roles))
        content = csv_of(sheet) if extension == "csv" else xlsx_of(sheet)
        return file_to_save(content, kind.name, tournament, extension=extension)

    return give
