"""A round's clock: started, paused, and time called once, all of it in the database.

The clock goes by the server's time, so that it survives a restart and is the same
on every screen. When the server's own clock is set back, the time left is never
more than the round has, and never less than nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.journal.beforehand import seen_first
from tournament.models import Round, Tournament, User
from tournament.rounds.services import LooseEnd, close_as_seen, ends_left_loose, still_there

MINUTE = 60


class ClockState(StrEnum):
    """Where a round's clock stands."""

    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"
    OUT = "out"
    CALLED = "called"


class ClockAct(StrEnum):
    """What the desk can do with a clock."""

    START = "start"
    PAUSE = "pause"
    CALL = "call"
    UNCALL = "uncall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock as it is at one moment; ``left`` and ``total`` in seconds."""

    state: ClockState
    left: int
    total: int
    called_at: datetime | None
    finish_deal: bool

    @property
    def is_running(self) -> bool:
        """Whether the time left goes down."""
        return self.state == ClockState.RUNNING

    @property
    def face(self) -> str:
        """The time left as it is shown: ``45:00``."""
        return face(self.left)


def face(seconds: int) -> str:
    """Write minutes and seconds as a clock shows them: ``45:00``."""
    return f"{seconds // MINUTE:02}:{seconds % MINUTE:02}"


def clock_of(round_: Round, now: datetime | None = None) -> Clock | None:
    """Read a round's clock; None where the contest has none."""
    tournament = round_.tournament
    if not tournament.has_clock:
        return None
    total = tournament.minutes * MINUTE
    left = total - _spent(round_, total, now or timezone.now())
    return Clock(
        state=_state(round_, left),
        left=left,
        total=total,
        called_at=round_.time_called_at,
        finish_deal=tournament.finish_deal,
    )


@transaction.atomic
def turn_clock(round_: Round, act: ClockAct, *, by: User | None) -> Round:
    """Start, pause or go on; call time, or take that call back.

    An act that is done already changes nothing. Raises ``ValidationError`` where
    there is no clock to turn, or the round is closed.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None or not tournament.has_clock:
        raise ValidationError(_("This round has no clock."))
    found.tournament = tournament
    if found.is_closed:
        raise ValidationError(_("This round is closed: its clock has stopped."))
    return _turned(found, act, by=by)


def close_in_time(round_: Round, *, by: User | None, despite_missing: bool = False) -> Round:
    """Close a round; where its minutes have run out, time is called with it.

    Raises ``ValidationError`` as ``close_round`` does, and then time is not called.
    """

    def look(now: Tournament) -> tuple[bool, list[LooseEnd]]:
        found = still_there(now, round_)
        is_late = is_out(found)
        return is_late, ends_left_loose(as_called(found), despite_missing=despite_missing)

    def act(held: Tournament, seen: tuple[bool, list[LooseEnd]]) -> Round:
        found, (is_late, loose) = still_there(held, round_), seen
        if is_late:
            _turned(found, ClockAct.CALL, by=by)
        return close_as_seen(found, loose, by=by)

    return seen_first(round_.tournament_id, look, act)


def is_out(round_: Round) -> bool:
    """Whether the minutes have run out and nobody has called time yet."""
    clock = clock_of(round_)
    return clock is not None and clock.state == ClockState.OUT


def as_called(round_: Round) -> Round:
    """Look at a round as closing it would make it: with time called once the minutes are out."""
    if is_out(round_):
        round_.time_called_at = timezone.now()
    return round_


def _spent(round_: Round, total: int, now: datetime) -> int:
    """Return the seconds gone, between nothing and all of them."""
    running = (now - round_.clock_from).total_seconds() if round_.clock_from else 0
    # A server whose clock was set back has not given any time back.
    return min(total, round_.clock_spent + max(0, int(running)))


def _state(round_: Round, left: int) -> ClockState:
    if round_.is_called:
        return ClockState.CALLED
    if left == 0:
        return ClockState.OUT
    if round_.clock_from:
        return ClockState.RUNNING
    return ClockState.PAUSED if round_.clock_spent else ClockState.READY


def _turned(round_: Round, act: ClockAct, *, by: User | None) -> Round:
    kind = _ACTS[act](round_)
    if kind:
        round_.save(update_fields=["clock_from", "clock_spent", "time_called_at"])
        details = {"round": round_.number, "spent": round_.clock_spent}
        journal.write(round_.tournament, kind, by=by, details=details)
    return round_


def _start(round_: Round) -> str:
    if round_.clock_from or round_.time_called_at:
        return ""
    round_.clock_from = timezone.now()
    return "clock.resumed" if round_.clock_spent else "clock.started"


def _pause(round_: Round) -> str:
    if not round_.clock_from:
        return ""
    _stop(round_)
    return "clock.paused"


def _call(round_: Round) -> str:
    if round_.time_called_at:
        return ""
    _stop(round_)
    round_.time_called_at = timezone.now()
    return "time.called"


def _uncall(round_: Round) -> str:
    if not round_.time_called_at:
        return ""
    round_.time_called_at = None
    return "time.uncalled"


def _stop(round_: Round) -> None:
    round_.clock_spent = _spent(round_, round_.tournament.minutes * MINUTE, timezone.now())
    round_.clock_from = None


_ACTS: dict[ClockAct, Callable[[Round], str]] = {
    ClockAct.START: _start,
    ClockAct.PAUSE: _pause,
    ClockAct.CALL: _call,
    ClockAct.UNCALL: _uncall,
}
