"""The doors: who may enter which page. A visitor without a role is told nothing exists."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.defaults import page_not_found

from tournament.models import RoleKind, User
from tournament.roles import tournament_and_roles

View = Callable[..., HttpResponse]

EVERY_ROLE = frozenset(RoleKind)
DESK_ROLES = frozenset({RoleKind.ORGANISER, RoleKind.SCOREKEEPER, RoleKind.REFEREE})
REFEREE_ROLES = frozenset({RoleKind.REFEREE})
ORGANISER_ROLES = frozenset({RoleKind.ORGANISER})
ANSWERING_ROLES = ORGANISER_ROLES | REFEREE_ROLES
"""Who answers for what was decided in an evening."""
TREASURER_ROLES = frozenset({RoleKind.ORGANISER, RoleKind.TREASURER})
WELCOME_ROLES = DESK_ROLES | TREASURER_ROLES
"""Who may stand at the hall's entrance and check the teams in."""


def hidden_unless(may: Callable[[User], bool]) -> Callable[[View], View]:
    """Let the accounts through that ``may``; to all others the page does not exist."""

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(request.user):
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def door(allowed: frozenset[RoleKind]) -> Callable[[View], View]:
    """Let the holders of some roles through; hand the view its tournament.

    The decorated view's ``tournament_id`` becomes ``tournament``. A role in the whole club
    counts in each of its contests. Without any role the answer is 404, with one that is not
    enough it is 403.
    """

    def decorate(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(
            request: HttpRequest, tournament_id: int, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            tournament, roles = tournament_and_roles(request.user.pk, tournament_id)
            if tournament is None:
                raise Http404
            request.roles = roles  # type: ignore[attr-defined]
            if not roles & allowed:
                raise PermissionDenied
            return view(request, tournament, *args, **kwargs)

        return guarded

    return decorate


readers_door = door(EVERY_ROLE)
desk_door = door(DESK_ROLES)
referees_door = door(REFEREE_ROLES)
organisers_door = door(ORGANISER_ROLES)
treasurers_door = door(TREASURER_ROLES)
welcome_door = door(WELCOME_ROLES)


class DeletedMeanwhile:
    """Answer 404 where what a request is about was deleted after its door had let somebody in.

    A page asks several questions, and an organiser may delete a contest or a round between
    two of them: a row that was there for the first is not for the second.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Say that the page does not exist when what it is about does not any more."""
        if isinstance(error, ObjectDoesNotExist):
            return page_not_found(request, error)
        return None
