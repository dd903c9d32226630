"""What makes a contest's settings fit together; each refusal stands beside its field."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import shipped_rulebooks
from tournament.clubs.halls import LARGEST_TABLE, BadHall, Room, check_rooms
from tournament.clubs.own_rulebooks import is_sound
from tournament.models import (
    ByeKind,
    Criterion,
    EndKind,
    Ranking,
    RoleKind,
    Shape,
    Tournament,
    User,
)
from tournament.roles import has_role
from tournament.text import tidy

MOST_CRITERIA = 6
MOST_DEALS = 99
"""The most deals that a match can be set to have."""
LIMITS = ("target", "deals", "minutes")
NEEDED: Mapping[str, str] = {
    EndKind.TARGET: "target",
    EndKind.DEALS: "deals",
    EndKind.CLOCK: "minutes",
}
"""The one limit that each end needs; the first of several needs two of them."""

MISSING = {
    "target": gettext_lazy("Say at which target."),
    "deals": gettext_lazy("Say after how many deals."),
    "minutes": gettext_lazy("Say how many minutes a round lasts, for example 45."),
}
HALL_REFUSALS = {
    "too_many_rooms": gettext_lazy("That is more rooms than a hall has."),
    "room_twice": gettext_lazy("Two rooms have the same name: %(text)s."),
    "rooms_overlap": gettext_lazy("These rooms share a table: %(text)s."),
    "not_a_room": gettext_lazy("Write a room as “Salle 2 : 21-40”, one a line: %(text)s."),
    "not_tables": gettext_lazy("These are not table numbers: %(text)s. Write 3, 4 or 10-12."),
}


def check(tournament: Tournament) -> None:
    """Refuse, with ``ValidationError`` by field, a contest that could not be played as set."""
    tournament.name, tournament.place = tidy(tournament.name), tidy(tournament.place)
    if not tournament.is_frozen and not _is_known(tournament):
        raise ValidationError({"rulebook_name": _("Choose one of the rulebooks.")})
    _check_end(tournament)
    _check_gifts(tournament)
    _check_criteria(tournament)
    _check_hall(tournament)
    _check_rounds(tournament)
    tournament.full_clean()


def check_locked(tournament: Tournament, minutes_before: int | None, *, by: User | None) -> None:
    """Refuse more time to complain about a round that is locked, but to a referee."""
    if tournament.reclaim_minutes == minutes_before or minutes_before is None:
        return
    if has_role(by, tournament, RoleKind.REFEREE):
        return
    now, before = timezone.now(), timedelta(minutes=minutes_before)
    for round_ in tournament.rounds.filter(closed_at__lte=now - before):
        locks_at = round_.locks_at(tournament)
        if locks_at is None or now < locks_at:
            raise ValidationError(
                {
                    "reclaim_minutes": _(
                        "Round %(number)s is locked: only the referee gives more time."
                    )
                    % {"number": round_.number}
                }
            )


def hall_refusal(bad: BadHall) -> str:
    """Say why tables or rooms cannot be taken as typed."""
    return str(HALL_REFUSALS[bad.code]) % {"text": bad.text}


def _is_known(tournament: Tournament) -> bool:
    """Whether the rulebook ships, or is a version of the club's own that is kept whole."""
    if tournament.rulebook_own:
        return is_sound(tournament.rulebook_own, tournament.rulebook_name)
    return tournament.rulebook_name in shipped_rulebooks()


def _check_end(tournament: Tournament) -> None:
    """Keep only the limits in force: the others must not look as if they were."""
    needed = NEEDED.get(tournament.end_kind)
    for limit in LIMITS:
        if needed and limit != needed:
            setattr(tournament, limit, None)
    if needed and not getattr(tournament, needed):
        raise ValidationError({needed: MISSING[needed]})
    if tournament.end_kind == EndKind.FIRST:
        missing = [limit for limit in LIMITS if not getattr(tournament, limit)]
        if len(missing) > 1:
            sentence = _("The first of several needs two limits at least: %(missing)s")
            raise ValidationError(
                {missing[0]: sentence % {"missing": " ".join(str(MISSING[it]) for it in missing)}}
            )


def _check_gifts(tournament: Tournament) -> None:
    """Ask for a number of deals where rounds without a match are marked by it."""
    for field in ("bye_kind", "missed_kind"):
        if getattr(tournament, field) == ByeKind.HALF_TABLE and not tournament.deals:
            raise ValidationError(
                {
                    field: _(
                        "81 for each deal needs a number of deals: choose it as the end of a match,"
                        " or another way to mark sitting out."
                    )
                }
            )


def _check_criteria(tournament: Tournament) -> None:
    """Keep criteria only where they rank, each once, the lot last."""
    if tournament.ranking != Ranking.CUSTOM:
        tournament.criteria = []
        return
    chosen = list(tournament.criteria)
    if not chosen:
        raise ValidationError({"criteria": _("Choose at least the first criterion.")})
    if len(chosen) > MOST_CRITERIA or not set(chosen) <= set(Criterion.values):
        raise ValidationError({"criteria": _("Choose among the criteria of the list.")})
    if len(set(chosen)) < len(chosen):
        raise ValidationError({"criteria": _("A criterion is chosen twice.")})
    if Criterion.LOT in chosen[:-1]:
        raise ValidationError({"criteria": _("A lot leaves nobody tied: choose it last.")})


def _check_hall(tournament: Tournament) -> None:
    """Refuse tables that cannot be, and rooms that overlap."""
    tables = tournament.tables_out
    if not all(isinstance(table, int) and 1 <= table <= LARGEST_TABLE for table in tables):
        raise ValidationError({"tables_out": _("Table numbers go from 1 to 999.")})
    rooms: list[Room] = tournament.rooms
    try:
        check_rooms(rooms)
    except BadHall as bad:
        raise ValidationError({"rooms": hall_refusal(bad)}) from bad


def _check_rounds(tournament: Tournament) -> None:
    """Refuse fewer rounds than were drawn, and entrants of the wrong size for the shape."""
    if tournament.pk is None:
        return
    drawn = tournament.rounds.count()
    if tournament.rounds_planned is not None and tournament.rounds_planned < drawn:
        raise ValidationError(
            {
                "rounds_planned": _("Round %(number)s has been drawn: type %(number)s or more.")
                % {"number": drawn}
            }
        )
    before = Tournament.objects.values_list("shape", flat=True).get(pk=tournament.pk)
    was, becomes = before == Shape.INDIVIDUAL, tournament.is_individual
    if was != becomes and (tournament.teams.exists() or tournament.players.exists()):
        raise ValidationError(
            {
                "shape": _(
                    "Somebody is registered already: players are entered one by one in an"
                    " individual contest, by teams in the others. Start another contest."
                )
            }
        )
