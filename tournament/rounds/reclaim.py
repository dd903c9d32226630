"""The time to complain about a round's results: it runs once the round is closed, then locks it.

It goes by the server's time, as a round's clock does: set back, that gives nobody more
than the contest has, and what is locked is the referee's to change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.access import ORGANISER_ROLES, REFEREE_ROLES, door
from tournament.deals.guards import is_locked
from tournament.models import Round, Tournament
from tournament.rounds.clock import MINUTE, face

View = Callable[..., HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reclaim:
    """The time to complain about a closed round at one moment; ``left`` in seconds."""

    locks_at: datetime
    left: int

    @property
    def is_locked(self) -> bool:
        """Whether only the referee changes the round."""
        return self.left == 0

    @property
    def face(self) -> str:
        """The time left as it is shown: ``15:00``."""
        return face(self.left)


def reclaim_of(round_: Round, now: datetime | None = None) -> Reclaim | None:
    """Read the time to complain about a round; None where it is open, or never locks."""
    tournament = round_.tournament
    locks_at = round_.locks_at(tournament)
    if locks_at is None:
        return None
    seconds = ceil((locks_at - (now or timezone.now())).total_seconds())
    # A server whose clock was set back has not given any time.
    left = min(max(0, seconds), tournament.reclaim_minutes * MINUTE)
    return Reclaim(locks_at=locks_at, left=left)


def changers_door(view: View) -> View:
    """Let the organiser in, and the referee once the round is locked; the act says what it takes.

    The view gets the contest and the round's number.
    """

    @door(ORGANISER_ROLES | REFEREE_ROLES)
    @wraps(view)
    def guarded(
        request: HttpRequest, tournament: Tournament, number: int, **kwargs: Any
    ) -> HttpResponse:
        round_ = tournament.rounds.filter(number=number).first()
        if not may_change(request, round_):
            raise PermissionDenied
        return view(request, tournament, number, **kwargs)

    return guarded


def may_change(request: HttpRequest, round_: Round | None) -> bool:
    """Whether the visitor is shown the grave acts on a round."""
    roles: frozenset[str] = request.roles  # type: ignore[attr-defined]
    if not ORGANISER_ROLES.isdisjoint(roles):
        return True
    return (
        round_ is not None
        and is_locked(round_, round_.tournament)
        and not REFEREE_ROLES.isdisjoint(roles)
    )
