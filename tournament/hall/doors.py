"""The door of the public pages: no account, open as far as the organiser shows something.

What is not shown and what does not exist get the same answer. An unchanged page costs one
query and no page: the contest's row, read with the digest of its last act, tells whether the
page that was made before still holds, and the page's own digest whether the visitor has it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from tournament.hall.publishing import Shown
from tournament.hall.shelf import Page, Shelf
from tournament.models import JournalEntry, Tournament

View = Callable[..., HttpResponse]

PAGES = Shelf()
"""The public pages made since the process started, as long as they hold."""


def public_door(*shown: Shown) -> Callable[[View], View]:
    """Let everybody in where one of these switches is on; hand the view its contest.

    What the view makes may depend on the contest, its language and its address alone:
    it is sent to whoever asks for the same.
    """

    def decorate(view: View) -> View:
        @require_safe
        @wraps(view)
        def guarded(request: HttpRequest, tournament_id: int, **kwargs: Any) -> HttpResponse:
            tournament = with_last_act().filter(pk=tournament_id).first()
            if tournament is None or not any(getattr(tournament, each.column) for each in shown):
                return nothing_there(request)

            def made() -> Page:
                return Page.of(view(request, tournament, **kwargs))

            try:
                page = PAGES.page(request.path, state_of(tournament), made)
            except Http404:
                return nothing_there(request)
            return answer(request, page)

        return guarded

    return decorate


def with_last_act() -> Any:  # noqa: ANN401 - a queryset whose rows have a column more
    """Return contests, each with the digest of its last act, in one query."""
    last = JournalEntry.objects.filter(tournament=OuterRef("pk"), number=OuterRef("version"))
    return Tournament.objects.annotate(last_act=Subquery(last.values("digest")[:1]))


def state_of(tournament: Tournament) -> tuple[object, ...] | None:
    """Return what changes whenever a public page would; None where nothing can stand for it."""
    last_act = tournament.last_act  # type: ignore[attr-defined]
    if last_act is None:
        return None
    shown = (tournament.shows_draw, tournament.shows_standings)
    return (tournament.pk, last_act, *shown, get_language())


def answer(request: HttpRequest, page: Page) -> HttpResponse:
    """Send a page, or tell that the visitor has it already; anybody may keep it, if asked again."""
    response = HttpResponse(page.content, content_type=page.content_type)
    response["ETag"] = page.etag
    patch_cache_control(response, public=True, no_cache=True)
    return get_conditional_response(request, etag=page.etag, response=response)


def nothing_there(request: HttpRequest) -> HttpResponse:
    """Answer that there is nothing, in the same way whether there is nothing or it is kept."""
    response = page_not_found(request, Http404())
    # A 404 may be kept for a while by whoever stands between: this one may end at any moment.
    patch_cache_control(response, no_store=True)
    return response
