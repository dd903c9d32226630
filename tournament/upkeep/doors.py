"""The door of the pages about the computer itself: whoever organises all that is on it."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from tournament.access import View, hidden_unless
from tournament.clubs.naming import sees_to_the_site
from tournament.upkeep.services import find_copy

keepers_door = hidden_unless(sees_to_the_site)
"""Lets those through who see to the site."""


def copies_door(view: View) -> View:
    """Let the same through, and hand the view its copy: one of those that are listed."""

    @keepers_door
    @wraps(view)
    def guarded(
        request: HttpRequest, place: str, name: str, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        copy = find_copy(place, name)
        if copy is None:
            raise Http404
        return view(request, copy, *args, **kwargs)

    return guarded
