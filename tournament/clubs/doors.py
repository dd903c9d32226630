"""The doors of a club's own pages, its organisers', and of those where contests begin."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import View, hidden_unless
from tournament.clubs.naming import clubs_joined_by, clubs_organised_by, creates_contests


def club_door(view: View) -> View:
    """Let a club's organisers through; hand the view the club in the place of its id.

    Without any role in the club or in its contests the answer is 404, with another one 403.
    """

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, club_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        club = clubs_organised_by(request.user).filter(pk=club_id).first()
        if club is None:
            if clubs_joined_by(request.user).filter(pk=club_id).exists():
                raise PermissionDenied
            raise Http404
        return view(request, club, *args, **kwargs)

    return guarded


creators_door = hidden_unless(creates_contests)
"""Lets those through who create contests."""
