"""The screens of the hall, opened by their code, and the pictures that turn on them.

A screen asks every two seconds: mostly it hears that nothing changed, and how much time is
left. Its clock goes by what the server says is left, never by the hour that a screen or the
server takes it to be.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control
from django.views.decorators.http import require_safe

from tournament.hall.displays import read_screen_code
from tournament.hall.doors import Contest, nothing_there, state
from tournament.hall.screens import EMPTY, Slide, in_play, panel_slides, shown_panels, slides
from tournament.hall.shelf import Page, Shelf
from tournament.journal.following import last_digest
from tournament.models import Display, Panel, Picture
from tournament.rounds.clock import Clock, clock_of

View = Callable[..., HttpResponse]

SCREENS_BYTES = 2 * 1024 * 1024
"""So much is kept of them: the screens of a few halls, in both languages."""
SLIDES = Shelf(SCREENS_BYTES)
PANELS = Shelf(SCREENS_BYTES)
YEAR = 31_536_000
DIGEST = re.compile(r"[0-9a-f]{64}")


def screen_door(view: View) -> View:
    """Let in whoever has a screen's code; hand the view its screen, in one query.

    A screen speaks the site's language whatever its television was bought in, or the one
    that ``?lang=`` names.
    """

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, screen: str) -> HttpResponse:
        code = read_screen_code(screen)
        display = _displays().filter(code=code).first() if code else None
        asked = request.GET.get("lang", "")
        language = asked if asked in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            response = view(request, display) if display else nothing_there(request)
        response["Content-Language"] = language
        return response

    return guarded


@screen_door
def screen(request: HttpRequest, display: Display) -> HttpResponse:
    """Show a screen; without a script ``?page=`` turns it, and the browser asks for the next."""
    found = slides(display)
    asked = request.GET.get("page", "")
    page = int(asked) % len(found) if re.fullmatch(r"[0-9]{1,6}", asked) else 0
    context = {
        "display": display,
        "slides": found,
        "now": found[page].key,
        "following": page + 1,
        "clock": _clock(display),
    }
    response = render(request, "hall/screens/screen.html", context)
    response["X-Robots-Tag"] = "noindex"
    patch_cache_control(response, no_store=True)
    return response


@screen_door
def news(request: HttpRequest, display: Display) -> HttpResponse:
    """Answer a screen's pages as they are now, or that it has them; and the time left."""
    page = SLIDES.page(request.path, _state(display), lambda: _pages(request, display))
    response = HttpResponse(page.content, content_type=page.content_type)
    response["ETag"] = page.etag
    patch_cache_control(response, no_store=True)
    response = get_conditional_response(request, etag=page.etag, response=response)
    if clock := _clock(display):
        response["Clock-Left"] = str(clock.left)
        response["Clock-State"] = clock.state.value
    return response


@require_safe
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Send a picture; its address is its digest, so that it may be kept for ever."""
    found = Picture.objects.filter(digest=digest).first() if DIGEST.fullmatch(digest) else None
    if found is None:
        return nothing_there(request)
    response = HttpResponse(bytes(found.content), content_type="image/png")
    patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    return response


def _displays() -> Any:  # noqa: ANN401 - a queryset whose rows have a column more
    """Return screens, each with its contest and the digest of the contest's last act."""
    found = Display.objects.select_related("tournament")
    return found.annotate(last_act=last_digest("tournament", "tournament__version"))


def _state(display: Display) -> tuple[object, ...] | None:
    """Return what changes whenever the pages of a screen would."""
    return state(
        display.last_act,  # type: ignore[attr-defined]
        *_shown(display),
        tuple(display.panels),
        display.held,
        display.message,
        display.is_dark,
        display.order,
        display.seconds,
        _pictures(display),
    )


def _shown(display: Display) -> tuple[bool, bool]:
    return display.tournament.shows_draw, display.tournament.shows_standings


def _pictures(display: Display) -> tuple[str, ...]:
    """Name the pictures that a screen shows: they are of no contest, and no act adds one."""
    if Panel.PICTURES not in display.panels:
        return ()
    club = display.tournament.club_id
    return tuple(Picture.objects.filter(club=club).values_list("digest", flat=True))


def _pages(request: HttpRequest, display: Display) -> Page:
    """Put the pages of a screen together, those of each panel made once for all screens."""
    contest = Contest(display.tournament_id, (*_shown(display), _pictures(display)))

    def of_panel(panel: Panel) -> str:
        # The finished tables come with the deals; nothing else does.
        move = contest.move if panel != Panel.RESULTS else lambda: None
        name = f"{display.tournament_id}/{panel}"
        seen = state(display.last_act, *contest.shown)  # type: ignore[attr-defined]

        def made() -> Page:
            return _written(request, display, panel_slides(display, panel))

        return PANELS.page(name, seen, made, move=move).content.decode()

    parts = [of_panel(panel) for panel in shown_panels(display)]
    if not any(parts):
        parts = [_written(request, display, [EMPTY]).content.decode()]
    context = {"display": display, "parts": parts}
    return Page.of(HttpResponse(render_to_string("hall/screens/_slides.html", context, request)))


def _written(request: HttpRequest, display: Display, found: list[Slide]) -> Page:
    """Write some pages of a screen."""
    context = {"display": display, "slides": found}
    html = render_to_string("hall/screens/_panel.html", context, request)
    return Page.of(HttpResponse(html.strip()))


def _clock(display: Display) -> Clock | None:
    if not display.tournament.has_clock:
        return None
    playing = in_play(display.tournament)
    return clock_of(playing) if playing else None
