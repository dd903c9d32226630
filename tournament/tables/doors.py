"""The door of the tables: a code opens one side of one table of one round, without an account.

Whoever has no good code is told nothing: unknown, expired and revoked codes get the same
answer. A phone that was let in is told why its table is closed, and is never made to wait.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from tournament.limits import WITHIN, MustWait, guessed
from tournament.models import Entry, Match, TableCode
from tournament.tables.codes import find_code, is_open, read_code
from tournament.tables.forms import CodeForm

View = Callable[..., HttpResponse]

HELD = "table_codes"
"""Where a session keeps the codes that let it in."""
MOST_HELD = 12
"""An evening's rounds, both sides of each."""

SENTENCES = {
    HTTPStatus.NOT_FOUND: _("This code opens no table: look at it again on your score sheet."),
    HTTPStatus.GONE: _("This table is closed to phones now: see the score desk."),
    HTTPStatus.TOO_MANY_REQUESTS: _(
        "Too many wrong codes: wait five minutes, or see the score desk."
    ),
}


def code_door(view: View) -> View:
    """Let through who has a good code; hand the view the code's row instead of its text."""

    def let_in(request: HttpRequest, found: TableCode, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, found, *args, **kwargs)
        except Match.DoesNotExist:
            # Its round was removed since the code was found.
            return _shut(request, found.code, HTTPStatus.GONE)

    @wraps(view)
    @never_cache
    def guarded(request: HttpRequest, code: str, *args: Any, **kwargs: Any) -> HttpResponse:
        wanted = read_code(code)
        if wanted in held_codes(request):
            found = find_code(wanted)
            if found and is_open(found):
                return let_in(request, found, *args, **kwargs)
            if found and _was_recorded(request, found):
                return JsonResponse({"outcome": "recorded", "sentences": []})
            return _shut(request, code, HTTPStatus.GONE)
        try:
            found = guessed(request, partial(_find_open, wanted))
        except MustWait:
            return _shut(request, code, HTTPStatus.TOO_MANY_REQUESTS)
        if found is None:
            return _shut(request, code, HTTPStatus.NOT_FOUND)
        request.session[HELD] = [wanted, *held_codes(request)][:MOST_HELD]
        return let_in(request, found, *args, **kwargs)

    return guarded


def _find_open(wanted: str) -> TableCode | None:
    found = find_code(wanted)
    return found if found and is_open(found) else None


def held_codes(request: HttpRequest) -> list[str]:
    """Return the codes that this phone has been let in with, the last first."""
    return request.session.get(HELD, [])


def wants_json(request: HttpRequest) -> bool:
    """Whether the page's script asks, rather than the browser itself."""
    return "application/json" in request.headers.get("Accept", "")


def _was_recorded(request: HttpRequest, code: TableCode) -> bool:
    """Whether a deal sent once more, because its answer was lost, is there since before."""
    try:
        client_key = UUID(request.POST.get("client_key", ""))
    except ValueError:
        return False
    sent = Entry.objects.filter(client_key=client_key, deal__match=code.match_id, sheet=code.side)
    return wants_json(request) and sent.exists()


def _shut(request: HttpRequest, typed: str, status: HTTPStatus) -> HttpResponse:
    """Answer that a code opens nothing, with the form to type another."""
    if wants_json(request):
        outcome = "wait" if status == HTTPStatus.TOO_MANY_REQUESTS else "closed"
        answer = JsonResponse({"outcome": outcome, "sentences": [SENTENCES[status]]}, status=status)
    else:
        form = CodeForm({"code": typed})
        form.add_error("code", SENTENCES[status])
        answer = render(request, "tables/enter.html", {"form": form}, status=status)
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        answer["Retry-After"] = str(int(WITHIN.total_seconds()))
    return answer
