"""The door of the public pages: no account, open as far as the organiser shows something.

What is not shown and what does not exist get the same answer. An unchanged page costs one
query and no page: the switches of the contest, read with the digest of its last act, tell whether
the page that was made before still holds, and the page's own digest whether the visitor has it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from tournament.hall.publishing import Shown
from tournament.hall.shelf import Page, Shelf
from tournament.journal.following import last_digest
from tournament.models import Tournament
from tournament.prepared import Given, Prepared
from tournament.standings.cache import last_move

View = Callable[..., HttpResponse]


PAGES = Shelf()
"""The public pages made since the process started, as long as they hold."""

KNOCK: Prepared[tuple[Any, ...]] = Prepared(
    lambda: Tournament.objects.filter(pk=Given("pk")).values_list(
        last_digest("pk", "version"), *(each.column for each in Shown), "pk"
    )
)
"""What tells whether a page still holds; a hall of phones asks it all evening."""
IS_SHOWN = {each: place for place, each in enumerate(Shown, 1)}
"""Where each switch stands in it."""


def public_door(*shown: Shown) -> Callable[[View], View]:
    """Let everybody in where one of these switches is on; hand the view its contest.

    What the view makes may depend on the contest, its language and its address alone:
    it is sent to whoever asks for the same.
    """

    def decorate(view: View) -> View:
        @require_safe
        @wraps(view)
        def guarded(request: HttpRequest, tournament_id: int, **kwargs: Any) -> HttpResponse:
            seen = KNOCK.first(pk=tournament_id)
            if seen is None or not any(seen[IS_SHOWN[each]] for each in shown):
                return nothing_there(request)

            contest = Contest(tournament_id, seen[1:])

            def made() -> Page:
                return Page.of(view(request, contest.tournament, **kwargs))

            try:
                page = PAGES.page(request.path, state(*seen), made, move=contest.move)
            except Http404:
                return nothing_there(request)
            return answer(request, page)

        return guarded

    return decorate


def state(last_act: str | None, *seen: object) -> tuple[object, ...] | None:
    """Return what changes whenever a page would; None where nothing can stand for it."""
    return None if last_act is None else (last_act, *seen, get_language())


class Contest:
    """A contest that is only read where its page no longer holds for sure.

    Read after its state: should it change meanwhile, the page is made once more.
    """

    def __init__(self, key: int, shown: tuple[object, ...]) -> None:
        self.key = key
        self.shown = shown

    @cached_property
    def tournament(self) -> Tournament:
        """Its row."""
        return get_object_or_404(Tournament, pk=self.key)

    def move(self) -> tuple[object, ...] | None:
        """Tell the last act that may have changed a page: the deals of the round in play do not.

        They come by the hundred while as many phones ask.
        """
        last = last_move(self.tournament)
        return (last, *self.shown) if last else None


def answer(request: HttpRequest, page: Page) -> HttpResponse:
    """Send a page, or tell that the visitor has it already; anybody may keep it, if asked again."""
    response = HttpResponse(page.content, content_type=page.content_type)
    response["ETag"] = page.etag
    # For the hall: what is shown no more should not be found elsewhere.
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, public=True, no_cache=True)
    return get_conditional_response(request, etag=page.etag, response=response)


def nothing_there(request: HttpRequest) -> HttpResponse:
    """Answer that there is nothing, in the same way whether there is nothing or it is kept."""
    response = page_not_found(request, Http404())
    # A 404 may be kept for a while by whoever stands between: this one may end at any moment.
    patch_cache_control(response, no_store=True)
    return response
