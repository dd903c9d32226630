"""A table calls the referee: one open call a table, taken, settled, noted when for nothing.

Unlike what is typed or ruled, a call is a row that changes: it is taken, then over. The database
lets the ORM change it, so each act here seals the row as it leaves it, and the verification
of the journal names a call that was altered, added or taken away beside these acts.
"""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.deals.guards import held_match, is_referee, place_of
from tournament.journal import services as journal
from tournament.models import Match, RefereeCall, Ruling, Tournament, User
from tournament.prepared import Given, Prepared
from tournament.text import plain

_OPEN = Prepared(
    lambda: RefereeCall.objects.filter(
        match=Given("match"), settled_at__isnull=True
    ).select_related("taken_by")
)


@transaction.atomic
def call_referee(
    match: Match,
    *,
    category: str,
    client_key: UUID,
    side: str = "",
    note: str = "",
    by: User | None = None,
) -> RefereeCall:
    """Call the referee to a table, for a side on its phone or ``by`` the desk.

    A table that waits already goes on waiting: its open call is returned, whoever
    presses again. Raises ``ValidationError`` by field for what is no category.
    """
    match = held_match(match)
    calls = RefereeCall.objects.filter(match=match)
    standing = calls.filter(client_key=client_key).first() or open_call(match)
    if standing:
        return standing
    said = {"side": side, "category": category, "note": plain(note)}
    call = RefereeCall(match=match, **said, by=by, client_key=client_key)
    call.full_clean()
    call.save(force_insert=True)
    _write("referee.called", call, by=by, side=side)
    return call


@transaction.atomic
def take(call: RefereeCall, *, by: User) -> RefereeCall:
    """Note that a referee goes to the table; taken twice by one it is taken once.

    Raises ``ValidationError`` when ``by`` is not the referee, another one took it
    already, or it is over.
    """
    call = _held(call, by=by)
    if call.taken_by_id == by.pk and call.settled_at is None:
        return call
    if call.settled_at:
        raise ValidationError(_("This call is over already."))
    if call.taken_by:
        raise ValidationError(
            _("%(referee)s went there already."), params={"referee": call.taken_by}
        )
    call.taken_by, call.taken_at = by, timezone.now()
    call.save(update_fields=["taken_by", "taken_at"])
    _write("call.taken", call, by=by)
    return call


@transaction.atomic
def settle(
    call: RefereeCall, *, by: User, ruling: Ruling | None = None, for_nothing: bool = False
) -> RefereeCall:
    """Note that a call is over, by a ruling or without; a call for nothing is noted as such.

    A call settled already takes the ruling that is made for it later, and otherwise
    stays as it is. Raises ``ValidationError`` when ``by`` is not the referee, or the
    ruling is one of another contest.
    """
    call = _held(call, by=by)
    if ruling and ruling.tournament_id != call.match.round.tournament_id:
        raise ValidationError(_("This ruling is of another contest."))
    is_answered = ruling is None or call.ruling_id is not None
    if call.settled_at and is_answered:
        return call
    now = timezone.now()
    call.ruling = call.ruling or ruling
    call.settled_at = call.settled_at or now
    call.taken_by, call.taken_at = call.taken_by or by, call.taken_at or now
    call.for_nothing = call.for_nothing or for_nothing
    call.save(update_fields=["ruling", "settled_at", "taken_by", "taken_at", "for_nothing"])
    details = {"ruling": ruling.number} if ruling else {}
    _write("call.settled", call, by=by, **details, for_nothing=call.for_nothing)
    return call


@transaction.atomic
def withdraw(call: RefereeCall, *, side: str = "", by: User | None = None) -> RefereeCall:
    """Take a call back, from the table's phone or ``by`` the desk; twice is once.

    Raises ``ValidationError`` once the referee took it: he is told at the table.
    """
    call = _held_row(call)
    if call.settled_at:
        return call
    if call.taken_at:
        raise ValidationError(_("The referee is on the way: say at the table that it is over."))
    call.settled_at = timezone.now()
    call.save(update_fields=["settled_at"])
    _write("call.withdrawn", call, by=by, side=side)
    return call


def open_call(match: Match) -> RefereeCall | None:
    """Return the call that a table waits with, if it does."""
    return _OPEN.first(match=match.pk)


def calls_of(tournament: Tournament) -> list[RefereeCall]:
    """Return the calls of a contest that wait, the oldest first, all that is shown loaded."""
    return list(with_places(tournament).filter(settled_at__isnull=True))


def is_anywhere_called(tournament: Tournament) -> bool:
    """Whether a table of a contest waits for the referee."""
    calls = RefereeCall.objects.filter(match__round__tournament=tournament)
    return calls.filter(settled_at__isnull=True).exists()


def past_calls(tournament: Tournament) -> list[RefereeCall]:
    """Return the calls of a contest that are over, the last first."""
    return list(with_places(tournament).filter(settled_at__isnull=False).order_by("-settled_at"))


def with_places(tournament: Tournament) -> QuerySet[RefereeCall]:
    """Return a contest's calls, the match, its teams and the people of each fetched along."""
    calls = RefereeCall.objects.filter(match__round__tournament=tournament)
    calls = calls.select_related("match__round", "by", "taken_by", "ruling")
    return calls.prefetch_related("match__seats__team")


def _held(call: RefereeCall, *, by: User) -> RefereeCall:
    """Read a call again for the referee, the contest's row kept."""
    found = _held_row(call)
    if not is_referee(by, found.match.round.tournament):
        raise ValidationError(_("Only the referee answers a call."))
    return found


def _held_row(call: RefereeCall) -> RefereeCall:
    match = held_match(call.match)
    found = RefereeCall.objects.select_related("taken_by").get(pk=call.pk)
    found.match = match
    return found


def _write(
    kind: str, call: RefereeCall, *, by: User | None, side: str = "", **figures: object
) -> None:
    details = place_of(call.match) | {"call": call.pk, "category": call.category} | figures
    # Only where a phone acted: the journal says then whose it was.
    details |= {"sheet": side} if side else {}
    journal.write(call.match.round.tournament, kind, by=by, details=details, added=[call])
