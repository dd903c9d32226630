"""Who enters the rulebook workshop: the organisers of a club, for its own rulebooks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournament.clubs.own_rulebooks import workshop_clubs
from tournament.models import ClubRulebook

View = Callable[..., HttpResponse]


def club_door(view: View) -> View:
    """Let through who makes rulebooks for a club; hand the view those clubs.

    For everybody else the page does not exist: 404.
    """

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        clubs = list(workshop_clubs(request.user))
        if not clubs:
            raise Http404
        return view(request, clubs, *args, **kwargs)

    return guarded


def workshop_door(view: View) -> View:
    """Let through who makes the rulebooks of a club; hand the view one of them.

    The decorated view's ``own_id`` becomes the ``ClubRulebook``. For everybody else, and
    for a rulebook of another club, the page does not exist: 404.
    """

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, own_id: int, *args: Any, **kwargs: Any) -> HttpResponse:
        rulebooks = ClubRulebook.objects.filter(club__in=workshop_clubs(request.user))
        own = get_object_or_404(rulebooks.select_related("club"), pk=own_id)
        return view(request, own, *args, **kwargs)

    return guarded
