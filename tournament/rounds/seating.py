"""Change the seats of a drawn round by hand, also after play has begun."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.deals.guards import check_open
from tournament.journal import services as journal
from tournament.journal.origin import Eras
from tournament.models import Match, Round, Seat, Tournament, User
from tournament.rounds.chairs import Act, Change, Seating, digest_of, is_whole
from tournament.rounds.names import is_round_name, round_name
from tournament.rounds.seat_plan import Grade, Plan, plan, seating_of
from tournament.rounds.services import still_there
from tournament.text import plain

KINDS = {
    Act.EXCHANGE: "seat.swapped",
    Act.SIDES: "seat.swapped",
    Act.NEW_TABLE: "seat.added",
    Act.TAKE: "seat.taken",
    Act.LEAVE: "seat.left",
}
"""What the journal calls each act."""
SITS_OUT, ABSENT = "sits out", "absent"
"""A place in the journal that is no chair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """What the organiser said: which page was read (``seen``, ``shown``), and the words typed."""

    seen: str
    shown: str = ""
    ticked: bool = False
    reason: str = ""
    round_name: str = ""


@transaction.atomic
def change_seats(round_: Round, change: Change, *, consent: Consent, by: User | None) -> None:
    """Make a change of seats, once the organiser has agreed to what it does.

    The same form sent twice makes one change. Raises ``ValidationError``: on the
    field that is still to be filled in (``ticked``, ``reason``, ``round_name``), when
    the seats are no longer those that the page showed, or when the round is locked.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    found = still_there(tournament, round_)
    if digest_of(seating_of(found)) != consent.seen:
        if _is_done(found, change, consent):
            return
        raise ValidationError(
            _("Somebody has changed the seats of this round meanwhile: look at them again."),
            code="stale",
        )
    check_open(found, tournament, by=by, reason=consent.reason)
    planned = plan(found, change)
    _check_consent(planned, consent)
    _move(planned)
    if seating_of(found) != planned.after or not is_whole(planned.after):
        raise ValidationError(
            _("A table would be left without its two sides: nothing was changed.")
        )
    journal.write(tournament, KINDS[change.act], by=by, details=_details(planned, consent))


def _check_consent(planned: Plan, consent: Consent) -> None:
    """Refuse a change until what it does was shown, and agreed to in the form it asks for."""
    if planned.grade == Grade.SAFE:
        return
    refusals: defaultdict[str, list[str]] = defaultdict(list)
    if planned.wants_tick and not consent.ticked:
        refusals["ticked"].append(_("Tick the box if the seats are to be changed all the same."))
    if planned.wants_reason and not plain(consent.reason):
        refusals["reason"].append(_("Say why the seats are changed."))
    if planned.wants_name and not is_round_name(consent.round_name, planned.round):
        refusals["round_name"].append(
            _("Type the name of the round: %(name)s.") % {"name": round_name(planned.round)}
        )
    if refusals:
        raise ValidationError(dict(refusals))
    if consent.shown != planned.shown:
        raise ValidationError(
            _("Something has changed meanwhile: read again what this does."), code="stale"
        )


def _move(planned: Plan) -> None:
    """Bring the rows from one seating to the other; a table comes and goes with its seats."""
    round_, after = planned.round, planned.after
    moving = {
        team
        for team in {*planned.before, *after}
        if team not in after or team not in planned.before or planned.before[team] != after[team]
    }
    rows = {seat.team_id: seat for seat in round_.seats.filter(team__in=moving)}
    # Everybody stands up before anybody sits down: no chair is ever taken twice.
    round_.seats.filter(team__in=moving).update(match=None, side="", place=1)
    round_.seats.filter(team__in=moving - set(after)).delete()
    matches = {match.table: match for match in round_.matches.all()}
    for team in sorted(moving & set(after)):
        chair = after[team]
        seat = rows.get(team) or Seat(round=round_, team_id=team)
        seat.match = None
        if chair:
            if chair.table not in matches:
                matches[chair.table] = Match.objects.create(round=round_, table=chair.table)
            seat.match = matches[chair.table]
        seat.side = chair.side if chair else ""
        seat.place = chair.place if chair else 1
        seat.save()
    round_.matches.filter(seats__isnull=True).delete()
    _welcome(round_, set(after) - set(planned.before))


def _welcome(round_: Round, late: set[int]) -> None:
    """Note that a late team is there, and from which round on it plays."""
    newcomers = round_.tournament.teams.filter(pk__in=late)
    newcomers.filter(entered_round__gt=round_.number).update(entered_round=round_.number)
    newcomers.filter(checked_in_at__isnull=True).update(checked_in_at=timezone.now())


def _details(planned: Plan, consent: Consent) -> dict[str, object]:
    return {
        "round": planned.round.number,
        "round_id": planned.round.pk,
        "act": planned.change.act.value,
        "teams": list(planned.change.teams),
        "table": planned.change.table,
        "moves": [
            [team, _as_list(planned.before, team), _as_list(planned.after, team)]
            for team in sorted({*planned.before, *planned.after})
            if _as_list(planned.before, team) != _as_list(planned.after, team)
        ],
        "handed": [[each.table, each.side, each.deals, each.marks] for each in planned.handed],
        "grade": planned.grade.name.lower(),
        "reason": plain(consent.reason),
        "seen": consent.seen,
    }


def _as_list(seating: Seating, team: int) -> list[int | str] | str:
    """Write a place as the journal keeps it; absent is not in the round at all."""
    if team not in seating:
        return ABSENT
    chair = seating[team]
    return SITS_OUT if chair is None else [chair.table, chair.side, chair.place]


def _is_done(round_: Round, change: Change, consent: Consent) -> bool:
    """Whether the last change of seats is this very one, sent a second time."""
    here = Eras.of(round_.tournament).last_restored
    acts = round_.tournament.journal.filter(number__gt=here, kind__in=set(KINDS.values()))
    last = acts.last()
    if last is None:
        return False
    told = last.details
    return (
        (told["round_id"], told["act"], told["teams"]) == (round_.pk, change.act, [*change.teams])
        and told["seen"] == consent.seen
        and (change.table is None or told["table"] == change.table)
    )
