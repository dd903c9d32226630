"""Pages that answer « not modified » while nothing has happened in the contest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language

from tournament.models import Round, Tournament
from tournament.standings.cache import last_move

View = Callable[..., HttpResponse]


def not_modified(view: View) -> View:
    """Answer 304 when the visitor already has the page as it is; stands under the door."""

    @wraps(view)
    def guarded(
        request: HttpRequest, tournament: Tournament, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        etag = etag_of(request, tournament)
        response = get_conditional_response(request, etag=etag) if etag else None
        if response is None:
            response = view(request, tournament, *args, **kwargs)
            if etag and response.status_code == 200:  # noqa: PLR2004 -- only a whole page has one
                response["ETag"] = etag
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return guarded


def etag_of(request: HttpRequest, tournament: Tournament) -> str | None:
    """Return what changes whenever the page would; None when it must be sent in any case.

    A page shows the bar of its visitor, and the tokens of its session. One that carries a
    message must be sent, and must not be taken for the page without it. That a round locks
    is no act: time alone does it.
    """
    act = last_move(tournament)
    if act is None or len(get_messages(request)):
        return None
    shown = [
        act,
        get_language() or "",
        str(request.user.pk),
        request.session.session_key or "",
        *sorted(getattr(request, "roles", ())),
        _locked(tournament),
    ]
    return quote_etag(sha256("\n".join(shown).encode()).hexdigest()[:32])


def last_closed(tournament: Tournament) -> Round | None:
    """Return the last closed round where rounds lock in time; None where they never do."""
    if tournament.reclaim_minutes is None:
        return None
    closed = tournament.rounds.closed().defer("inputs").last()
    if closed:
        closed.tournament = tournament
    return closed


def _locked(tournament: Tournament) -> str:
    """Say whether the last closed round is locked; nothing where none ever is."""
    closed = last_closed(tournament)
    locks_at = closed.locks_at(tournament) if closed else None
    return str(locks_at is not None and locks_at <= timezone.now())
