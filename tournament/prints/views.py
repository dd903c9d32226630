"""The papers' addresses: each as PDF, or as a page that the browser prints (``?as=html``)."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from urllib.parse import quote

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from tournament.access import readers_door
from tournament.deals.addresses import find_round
from tournament.hosts import is_within_reach, phone_address
from tournament.models import Tournament
from tournament.prints.finished import File, finished
from tournament.prints.kinds import Asked, Of
from tournament.prints.listing import papers_page
from tournament.prints.pdf import PrintingUnavailable
from tournament.prints.printing import Printout
from tournament.prints.registry import BY_KEY
from tournament.text import search_key

# A paper shows what is true now, and only to who asked.
never_kept = cache_control(private=True, no_cache=True)


@readers_door
@require_GET
def index(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List what can be printed, when, and what for."""
    context = {"tournament": tournament, "page": papers_page(request, tournament)}
    return render(request, "prints/index.html", context)


@readers_door
@require_GET
@never_kept
def paper(request: HttpRequest, tournament: Tournament, paper: str) -> HttpResponse:
    """Print a paper of the contest."""
    return printed(request, Of.CONTEST, paper, Asked(tournament=tournament, roles=request.roles))


@readers_door
@require_GET
@never_kept
def of_round(
    request: HttpRequest, tournament: Tournament, number: int, round_paper: str
) -> HttpResponse:
    """Print a paper of a round."""
    round_ = find_round(tournament, number)
    asked = Asked(tournament=tournament, roles=request.roles, round=round_)
    return printed(request, Of.ROUND, round_paper, asked)


@readers_door
@require_GET
@never_kept
def of_team(
    request: HttpRequest, tournament: Tournament, team_id: int, team_paper: str
) -> HttpResponse:
    """Print a paper of a team."""
    team = get_object_or_404(tournament.teams, pk=team_id)
    asked = Asked(tournament=tournament, roles=request.roles, team=team)
    return printed(request, Of.TEAM, team_paper, asked)


def printed(request: HttpRequest, of: Of, key: str, asked: Asked) -> HttpResponse:
    """Make the paper of an address if it is for the visitor's roles; 404 or 403 otherwise."""
    kind = BY_KEY.get((of, key))
    if kind is None:
        raise Http404
    if not asked.roles & kind.roles:
        raise PermissionDenied
    site_at = phone_address(request) if is_within_reach(request) else ""
    asked = replace(asked, choices=request.GET.dict(), site_at=site_at)
    if _is_for_browser(request) or not kind.is_kept:
        return answer(request, asked.tournament, kind.make(asked))

    def make() -> File:
        return finished(asked.tournament, (of, key, *_said(asked)), lambda: _made(kind.make(asked)))

    return _as_file(request, asked.tournament, make)


def answer(request: HttpRequest, tournament: Tournament, printout: Printout) -> HttpResponse:
    """Answer a paper as a file, as a page, or with what the machine lacks to make files."""
    if _is_for_browser(request):
        return render(request, printout.template, {**printout.context, "in_browser": True})
    return _as_file(request, tournament, lambda: _made(printout))


def _said(asked: Asked) -> tuple[Hashable, ...]:
    """Return all that a paper depends on beside its contest: nothing else may."""
    choices = frozenset(asked.choices.items())
    return get_language(), asked.of, asked.roles, choices, asked.site_at


def _is_for_browser(request: HttpRequest) -> bool:
    return request.GET.get("as") == "html"


def _made(printout: Printout) -> File:
    return File(title=printout.title, content=printout.pdf())


def _as_file(
    request: HttpRequest, tournament: Tournament, make: Callable[[], File]
) -> HttpResponse:
    """Answer a file, or the page that names what the machine lacks to make one."""
    try:
        file = make()
    except PrintingUnavailable as missing:
        query = request.GET.copy()
        query["as"] = "html"
        context = {
            "tournament": tournament,
            "packages": missing.packages,
            "query": query.urlencode(),
        }
        return render(request, "prints/unavailable.html", context, status=503)
    disposition = content_disposition(file.title)
    return HttpResponse(
        file.content, content_type="application/pdf", headers={"Content-Disposition": disposition}
    )


def content_disposition(title: str) -> str:
    """Name the file that a browser would save, in ASCII and as it is written (RFC 6266)."""
    plain = slugify(search_key(title)) or "paper"
    written = quote(title.replace("/", "-"), safe="")
    return f"inline; filename=\"{plain}.pdf\"; filename*=UTF-8''{written}.pdf"
