"""The tables that wait for the referee, as his desk shows them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Side
from tournament import labels
from tournament.models import RefereeCall, Tournament, User
from tournament.referee.calls import calls_of, past_calls

MINUTE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class CallShown:
    """A call in words."""

    call: RefereeCall
    about: str
    who: str
    waited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallQueue:
    """The calls that wait, the oldest first; ``key`` tells two states of it apart."""

    waiting: tuple[CallShown, ...]
    key: str


def queue_of(tournament: Tournament) -> CallQueue:
    """Return the calls that wait now."""
    calls = calls_of(tournament)
    said = [(call.pk, call.taken_by_id, _minutes(call)) for call in calls]
    state = repr((said, translation.get_language()))
    return CallQueue(
        waiting=tuple(map(call_shown, calls)),
        key=hashlib.sha256(state.encode()).hexdigest()[:16],
    )


def over_of(tournament: Tournament) -> list[CallShown]:
    """Return the calls that are over, the last first."""
    return [call_shown(call) for call in past_calls(tournament)]


def call_shown(call: RefereeCall) -> CallShown:
    """Say a call in words; its match's seats must be loaded."""
    return CallShown(
        call=call, about=about(call), who=_who(call), waited=_waited_words(_minutes(call))
    )


def about(call: RefereeCall) -> str:
    """Say what the referee is called for."""
    return str(labels.FAULTS.get(call.category, call.category))


def became_words(call: RefereeCall) -> str:
    """Say how a call ended."""
    if call.ruling_id:
        return _("Ruling %(number)s") % {"number": call.ruling.number}
    if call.for_nothing:
        return _("called for nothing")
    return _("settled without a ruling") if call.taken_at else _("taken back by the table")


def _who(call: RefereeCall) -> str:
    by: User | None = call.by
    if by:
        return _("%(name)s, at the score desk") % {"name": by}
    if not call.side:
        return _("the table")
    team = call.match.team(Side(call.side)).name
    return _("%(team)s (%(side)s)") % {"team": team, "side": call.side}


def _minutes(call: RefereeCall) -> int:
    until = call.taken_at or call.settled_at or timezone.now()
    return max(0, int((until - call.created_at).total_seconds())) // MINUTE


def _waited_words(minutes: int) -> str:
    if not minutes:
        return _("less than a minute")
    return ngettext("%(minutes)s minute", "%(minutes)s minutes", minutes) % {"minutes": minutes}
