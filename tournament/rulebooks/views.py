"""The rules as they are read: a contest's own, the library's, two side by side."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from scoring import reminder as reminder_of
from tournament import labels
from tournament.access import readers_door
from tournament.clubs.own_rulebooks import CONTEST, workshop_clubs
from tournament.http import page_or_fragment
from tournament.models import Tournament
from tournament.rulebooks import shelf
from tournament.rulebooks.forms import CompareForm, CompareTwoForm
from tournament.rulebooks.pages import comparison_page, rules_page


@readers_door
@require_GET
def rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the rulebook in force by topic; ``q`` keeps the rules that hold its words."""
    context = rules_page(request, tournament.rulebook) | {
        "tournament": tournament,
        "form": CompareForm(),
        "start_from": _own_key(request, tournament),
    }
    return page_or_fragment(request, "rulebooks/rules.html", "rulebooks/_topics.html", context)


@readers_door
@require_GET
def compare_own(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put the rulebook in force beside another one."""
    form = CompareForm(request.GET or None)
    other = form.rulebook("other")
    context = comparison_page(request, tournament.rulebook if other else None, other)
    context |= {"tournament": tournament, "form": form}
    return render(request, "rulebooks/compare.html", context)


@login_required
@require_GET
def library(request: HttpRequest) -> HttpResponse:
    """List the rulebooks that ship."""
    lang = labels.language()
    books = [
        {
            "key": shelf.key_of(book),
            "title": book.title[lang],
            "source": book.source[lang],
            "fingerprint": book.short_fingerprint,
            "reminder": reminder_of(book, lang),
        }
        for book in shelf.shelf()
    ]
    makes_own = workshop_clubs(request.user).exists()
    context = {"books": books, "form": CompareTwoForm(), "makes_own": makes_own}
    return render(request, "rulebooks/library.html", context)


@login_required
@require_GET
def library_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show one rulebook that ships, as a contest's own is shown."""
    rulebook = shelf.find(key)
    if rulebook is None:
        raise Http404
    form = CompareTwoForm({"one": key})
    own = {"start_from": key} if workshop_clubs(request.user).exists() else {}
    context = rules_page(request, rulebook) | {"key": shelf.key_of(rulebook), "form": form} | own
    return page_or_fragment(request, "rulebooks/rules.html", "rulebooks/_topics.html", context)


@login_required
@require_GET
def library_compare(request: HttpRequest) -> HttpResponse:
    """Put two rulebooks that ship side by side."""
    form = CompareTwoForm(request.GET or None)
    context = comparison_page(request, form.rulebook("one"), form.rulebook("other"))
    return render(request, "rulebooks/compare.html", context | {"form": form})


def _own_key(request: HttpRequest, tournament: Tournament) -> str:
    """Return the workshop's key of a contest's rulebook, for who makes its club's own."""
    if not workshop_clubs(request.user).filter(pk=tournament.club_id).exists():
        return ""
    if tournament.is_frozen:
        return f"{CONTEST}{tournament.pk}"
    return "" if tournament.rulebook_own else tournament.rulebook_name
