"""The papers' addresses: each as PDF, or as a page that the browser prints (``?as=html``)."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from tournament.access import desk_door, readers_door
from tournament.models import Tournament
from tournament.prints import services
from tournament.prints.pdf import PrintingUnavailable
from tournament.tables.addresses import phone_address
from tournament.text import search_key

# A paper shows what is true now, and only to who asked.
never_kept = cache_control(private=True, no_cache=True)


@require_GET
@desk_door
def index(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List what can be printed, and what for."""
    rounds = tournament.rounds.order_by("-number")
    return render(request, "prints/index.html", {"tournament": tournament, "rounds": rounds})


@require_GET
@never_kept
@desk_door
def score_sheets(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Print a round's score sheets: blank or ``?filled=1``, two to a page or ``?per_page=1``."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    filled = request.GET.get("filled") == "1"
    per_page = 1 if request.GET.get("per_page") == "1" else 2
    return answer(
        request,
        tournament,
        services.score_sheets_printout(
            round_,
            filled=filled,
            per_page=per_page,
            phones_at=phone_address(request) if tournament.phones else "",
        ),
    )


@require_GET
@never_kept
@readers_door
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the standings after the last closed round."""
    return answer(request, tournament, services.standings_printout(tournament))


def answer(
    request: HttpRequest, tournament: Tournament, printout: services.Printout
) -> HttpResponse:
    """Answer a paper as a file, as a page, or with what the machine lacks to make files."""
    if request.GET.get("as") == "html":
        return render(request, printout.template, {**printout.context, "in_browser": True})
    try:
        content = printout.pdf()
    except PrintingUnavailable as missing:
        query = request.GET.copy()
        query["as"] = "html"
        context = {
            "tournament": tournament,
            "packages": missing.packages,
            "query": query.urlencode(),
        }
        return render(request, "prints/unavailable.html", context, status=503)
    disposition = content_disposition(printout.title)
    return HttpResponse(
        content, content_type="application/pdf", headers={"Content-Disposition": disposition}
    )


def content_disposition(title: str) -> str:
    """Name the file that a browser would save, in ASCII and as it is written (RFC 6266)."""
    plain = slugify(search_key(title)) or "paper"
    written = quote(title.replace("/", "-"), safe="")
    return f"inline; filename=\"{plain}.pdf\"; filename*=UTF-8''{written}.pdf"
