"""The pages of the journal."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from tournament.access import TREASURER_ROLES, desk_door
from tournament.http import file_to_save, page_or_fragment
from tournament.journal.faults import verdict
from tournament.journal.forms import NotedForm, SearchForm
from tournament.journal.listing import Search, find, journal_csv, lines
from tournament.journal.origin import Eras
from tournament.journal.verification import last_noted, verify
from tournament.models import Tournament

ACTS_PER_PAGE = 50


@desk_door
@require_GET
def acts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what happened, the newest first; the query keeps what is looked for."""
    context = acts_page(request, tournament)
    return page_or_fragment(request, "journal/acts.html", "journal/_acts.html", context)


@desk_door
@require_GET
def acts_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give the acts that are looked for as a file."""
    form = SearchForm(request.GET, tournament=tournament)
    shows = {"shows_money": bool(request.roles & TREASURER_ROLES)}
    found = find(tournament, form.search(), **shows) if form.is_valid() else []
    return file_to_save(journal_csv(tournament, found, **shows), "journal", tournament)


@desk_door
@require_POST
def verification(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Verify the journal, and say what was found; nothing is changed."""
    noted = NotedForm(request.POST)
    context = acts_page(request, tournament) | {"noted": noted}
    if noted.is_valid():
        found = verify(tournament, noted.cleaned_data["noted"])
        context |= {"verified": found, "verdict": verdict(found)}
    return render(request, "journal/acts.html", context)


def acts_page(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Return what the page of the journal shows: the filter, and a page of what it keeps."""
    form = SearchForm(request.GET, tournament=tournament)
    shows = {"shows_money": bool(request.roles & TREASURER_ROLES)}
    search = form.search() if form.is_valid() else Search()
    found = find(tournament, search, **shows) if form.is_valid() else []
    page = Paginator(found, ACTS_PER_PAGE).get_page(request.GET.get("page"))
    return {
        "tournament": tournament,
        "form": form,
        "searched": not search.is_empty,
        "found": len(found),
        "page": page,
        "lines": lines(tournament, page.object_list, **shows),
        "noted": NotedForm(),
        "last": last_noted(tournament),
        "last_restored": Eras.of(tournament).last_restored,
    }
