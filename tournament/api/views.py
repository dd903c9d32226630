"""The read-only JSON API: what the organiser shows to everybody, and nothing else."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament.api.answers import as_json
from tournament.api.openapi import VERSION, Resource, description
from tournament.http import nothing_there, open_to_all
from tournament.journal.following import last_digest
from tournament.models import Tournament

KEY = re.compile("[0-9]{1,18}")
"""What may be a contest's key: anything else is answered as a program expects, not by a page."""


@csrf_exempt
@require_safe
def openapi(_request: HttpRequest) -> HttpResponse:
    """Describe the API, for programs."""
    return open_to_all(JsonResponse(description()))


def view_of(resource: Resource) -> Callable[..., HttpResponse]:
    """Return the view of a resource.

    An answer that has not changed costs one query: every change to a contest, its
    switches too, adds an act to its journal, whose digest tells the answer apart.
    """

    # It changes nothing, so that any other method is answered 405 and asks for no token.
    @csrf_exempt
    @require_safe
    def answer(request: HttpRequest, tournament_id: str) -> HttpResponse:
        if not KEY.fullmatch(tournament_id):
            return nothing_there()
        tournament = _contests().filter(pk=tournament_id).first()
        if tournament is None or not any(getattr(tournament, each) for each in resource.shown_by):
            return nothing_there()
        etag = _etag(tournament, resource)
        unchanged = etag and get_conditional_response(request, etag=etag)
        if unchanged:
            return open_to_all(unchanged)
        response = JsonResponse(as_json(resource.make(tournament)))
        if etag:
            response["ETag"] = etag
        patch_cache_control(response, public=True, no_cache=True)
        return open_to_all(response)

    return answer


def _contests() -> object:
    """Return the contests, each with its club and the digest of its last act, in one query."""
    contests = Tournament.objects.select_related("club")
    return contests.annotate(last_act=last_digest("pk", "version"))


def _etag(tournament: Tournament, resource: Resource) -> str | None:
    """Name an answer by the act it follows; None where no act can stand for it.

    The club's name is in it too: no act of a contest says that a club is called otherwise.
    """
    if tournament.last_act is None:
        return None
    said = (VERSION, resource.name, tournament.pk, tournament.last_act, tournament.club.name)
    return quote_etag(hashlib.sha256(repr(said).encode()).hexdigest()[:32])
