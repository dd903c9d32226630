"""The workshop's pages: the club's rulebooks, starting one, reading, comparing, exporting."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournament.http import accepted, page_or_fragment
from tournament.models import Club
from tournament.referee.contest_elsewhere import contest_told
from tournament.rulebooks.pages import comparison_page, rules_page
from tournament.workshop import services
from tournament.workshop.books import find_book, played
from tournament.workshop.doors import club_door
from tournament.workshop.finding_page import finding_page
from tournament.workshop.forms import CompareBooksForm, ContestForm, ImportForm, StartForm
from tournament.workshop.shelves import shelves_of

TOML = "application/toml; charset=utf-8"


@club_door
@require_GET
def own_list(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """List the club's own rulebooks: drafts, versions, and what may be done with each."""
    return render(request, "workshop/list.html", {"shelves": shelves_of(clubs), "clubs": clubs})


@club_door
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """Begin a rulebook of one's own from any other one; ``from`` is chosen already."""
    chosen = {"rulebook": request.GET.get("from", "")}
    form = StartForm(request.POST or None, clubs=clubs, initial=chosen)
    if form.is_valid():
        given = form.cleaned_data
        act = {"club": form.club_chosen, "by": request.user, "client_key": form.once_key()}
        rulebook = given["rulebook"].rulebook
        if own := accepted(form, services.start_from, rulebook, title=given["title"], **act):
            messages.success(request, _("The draft is begun: nothing of it counts yet."))
            return redirect("workshop:own", own.pk)
    return render(request, "workshop/start.html", {"form": form})


@club_door
@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """Begin a rulebook of one's own from a TOML file."""
    form = ImportForm(request.POST or None, request.FILES or None, clubs=clubs)
    if form.is_valid():
        given = form.cleaned_data
        act = {"club": form.club_chosen, "by": request.user, "client_key": form.once_key()}
        act["title"] = given["title"]
        if own := accepted(form, services.import_rulebook, given["file"], **act):
            messages.success(request, _("The rulebook is imported, as a draft."))
            return redirect("workshop:own", own.pk)
    return render(request, "workshop/import.html", {"form": form})


@club_door
@require_GET
def read(request: HttpRequest, clubs: list[Club], key: str) -> HttpResponse:
    """Show any rulebook of the club as a contest's own is shown."""
    book = find_book(key, clubs)
    if book is None:
        raise Http404
    context = rules_page(request, book.rulebook) | {
        "book": book,
        "key": book.key,
        "form": CompareBooksForm(clubs=clubs, initial={"one": book.key}),
    }
    return page_or_fragment(request, "workshop/read.html", "rulebooks/_topics.html", context)


@club_door
@require_GET
def save_file(request: HttpRequest, clubs: list[Club], key: str) -> HttpResponse:
    """Give a rulebook as the TOML file that the engine reads."""
    book = find_book(key, clubs)
    if book is None:
        raise Http404
    response = HttpResponse(book.rulebook.to_toml(), content_type=TOML)
    name = f"{book.rulebook.name}-{book.rulebook.short_fingerprint}"
    response["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return response


@club_door
@require_GET
def compare(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """Put any two rulebooks side by side, in words and in marks."""
    form = CompareBooksForm(
        _asked(request, "one", "other"), clubs=clubs, initial=request.GET.dict()
    )
    chosen = form.cleaned_data if form.is_valid() else {}
    one, other = chosen.get("one"), chosen.get("other")
    context: dict[str, object] = {"form": form, "one": one, "other": other}
    if one and other:
        context |= comparison_page(request, one.rulebook, other.rulebook)
        context |= {"one_title": one.title, "other_title": other.title}
    return render(request, "workshop/compare.html", context)


@club_door
@require_GET
def contest(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """Show a whole contest that was played as another rulebook would have had it."""
    form = ContestForm(
        _asked(request, "contest", "under"),
        clubs=clubs,
        contests=played(clubs).organised_by(request.user),
        initial=request.GET.dict(),
    )
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        found, under = form.cleaned_data["contest"], form.cleaned_data["under"]
        context |= {
            "contest": found,
            "under": under,
            "told": contest_told(found, under.rulebook),
        }
    return render(request, "workshop/contest.html", context)


@club_door
@require_GET
def find(request: HttpRequest, clubs: list[Club]) -> HttpResponse:
    """Ask what the club marks for a few deals, and name the rulebooks nearest to it."""
    return render(request, "workshop/find.html", finding_page(request.GET, clubs))


def _asked(request: HttpRequest, *names: str) -> QueryDict | None:
    """Return what a page was asked with once all of it is there; before, nothing is amiss."""
    return request.GET if request.GET.keys() >= set(names) else None
