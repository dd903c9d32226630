"""Create a contest, and change its settings as far as the rounds already played allow."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import json
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.clubs.checks import check, check_locked
from tournament.clubs.own_rulebooks import club_to_play_for
from tournament.journal import services as journal
from tournament.journal.settings import kept as as_kept
from tournament.models import Club, ClubRole, Deal, Match, Role, RoleKind, Tournament, User
from tournament.roles import has_role
from tournament.teams.rows import line_of
from tournament.teams.services import register_teams

IDENTITY = ("name", "date", "place")
"""What may be mended at any time, and of which the journal only says that it was."""

RULES = (
    "rulebook_name",
    "rulebook_own",
    "shape",
    "pool_size",
    "end_kind",
    "target",
    "deals",
    "equal_kind",
    "cut_to_target",
    "finish_deal",
)
"""What every match is played by: fixed once the first round is open."""

EVENING = (
    "rounds_planned",
    "minutes",
    "ranking",
    "criteria",
    "points_win",
    "points_tie",
    "points_loss",
    "points_absent",
    "bye_kind",
    "bye_marks",
    "bye_wins",
    "missed_kind",
    "missed_marks",
    "check_in",
    "fee",
    "clubs_apart",
    "tables_out",
    "rooms",
    "checking",
    "paper_marks",
    "phones",
    "reclaim_minutes",
    "excluded_kind",
    "names_sanctioned",
)
"""What an evening that goes otherwise than planned may change; the journal keeps both values."""

SETTINGS = (*IDENTITY, *RULES, *EVENING)


@transaction.atomic
def create_tournament(
    *,
    by: User | None,
    club: Club | None = None,
    client_key: UUID | None = None,
    **columns: Any,
) -> Tournament:
    """Create a contest and make its creator the organiser.

    ``columns`` are the tournament's. A form sent twice (same ``client_key``)
    creates one contest. Without ``by`` (the command line) nobody gets a role.
    Raises ``ValidationError`` by field.
    """
    tournament, _is_new = _create(by=by, club=club, client_key=client_key, columns=columns)
    return tournament


@transaction.atomic
def start_again(
    source: Tournament,
    *,
    by: User,
    client_key: UUID,
    name: str,
    date: datetime.date,
    place: str = "",
    with_teams: bool,
) -> Tournament:
    """Create a contest with an earlier one's settings and, if asked, its teams; nothing else.

    A team comes with its number, players, club, categories and fixed table, unless it has
    withdrawn; no result, fee, seed or check-in comes along. A form sent twice
    (same ``client_key``) creates one contest. Raises ``ValidationError`` by field.
    """
    columns = {setting: getattr(source, setting) for setting in (*RULES, *EVENING)}
    columns |= {"name": name, "date": date, "place": place}
    tournament, is_new = _create(
        by=by, club=source.club, client_key=client_key, columns=columns, source=source
    )
    if is_new and with_teams:
        teams = source.teams.playing().select_related("tournament").prefetch_related("players")
        lines = [
            dataclasses.replace(line_of(team), seed_rank=None, fee_owed=None, fee_paid=None)
            for team in teams
        ]
        if lines:
            register_teams(tournament, lines, by=by)
    return tournament


@transaction.atomic
def change_settings(
    tournament: Tournament, columns: dict[str, Any], *, by: User, seen: str
) -> Tournament:
    """Change a contest's settings; once a round has opened, not what matches are played by.

    ``seen`` is the ``settings_digest`` of what the form showed. A table that has begun
    is checked as it began. Raises ``ValidationError`` by field, or as a whole when
    somebody else changed the settings meanwhile.
    """
    current = Tournament.objects.held(tournament.pk)
    if settings_digest(current) != seen:
        raise ValidationError(
            _("Somebody else changed the settings meanwhile: check them, then save again."),
            code="stale",
        )
    if current.is_frozen and _touches_rules(current, columns):
        raise ValidationError(
            _("The first round is open: the rulebook and what counts can no longer change here."),
            code="frozen",
        )
    before = _columns(current, SETTINGS)
    for name, value in columns.items():
        setattr(current, name, value)
    check(current)
    check_locked(current, before["reclaim_minutes"], by=by)
    if current.checking != before["checking"]:
        _keep_checking(current, before["checking"])
    current.save(update_fields=SETTINGS)
    after = _columns(current, SETTINGS)
    changed = sorted(name for name in SETTINGS if after[name] != before[name])
    if changed:
        kept = [name for name in changed if name not in IDENTITY]
        values = {name: [as_kept(name, each[name]) for each in (before, after)] for name in kept}
        journal.write(
            current,
            "tournament.settings_changed",
            by=by,
            details={"changed": changed, "values": values},
        )
    return current


def settings_digest(tournament: Tournament) -> str:
    """Return a short text that differs as soon as any setting does."""
    shown = json.dumps(_columns(tournament, SETTINGS), sort_keys=True, default=str)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def create_first_organiser(password: str, *, club_name: str) -> User:
    """Create the first account, which organises the whole club, and the club it belongs to."""
    club = Club.objects.order_by("pk").first() or Club.objects.create(name=club_name)
    user = User.objects.create_user(username=FIRST_ORGANISER, password=password, club=club)
    ClubRole.objects.create(user=user, club=club, kind=RoleKind.ORGANISER)
    return user


FIRST_ORGANISER = "organisateur"


def club_of(user: User | None) -> Club:
    """Return the club whose contests an account creates, made where there is none yet."""
    return club_to_play_for(user) or Club.objects.create(name=_("My club"))


def _create(
    *,
    by: User | None,
    club: Club | None,
    client_key: UUID | None,
    columns: dict[str, Any],
    source: Tournament | None = None,
) -> tuple[Tournament, bool]:
    """Return the contest, and whether this call made it."""
    if client_key and (made := Tournament.objects.filter(client_key=client_key).first()):
        return _own(made, by), False
    tournament = Tournament(club=club or club_of(by), **columns)
    if client_key:
        tournament.client_key = client_key
    check(tournament)
    try:
        with transaction.atomic():
            tournament.save(force_insert=True)
    except IntegrityError:
        # The other click won since we looked.
        return _own(Tournament.objects.get(client_key=client_key), by), False
    if by:
        Role.objects.create(user=by, tournament=tournament, kind=RoleKind.ORGANISER)
    details = {
        name: as_kept(name, value)
        for name, value in _columns(tournament, (*RULES, *EVENING)).items()
    }
    if source:
        details["source"] = source.pk
    journal.write(tournament, "tournament.created", by=by, details=details)
    return tournament, True


def _own(made: Tournament, by: User | None) -> Tournament:
    """Return the contest that a form made before, to who organises it and to nobody else."""
    if not has_role(by, made, RoleKind.ORGANISER):
        raise ValidationError(_("This form was sent already: open the page again."), code="sent")
    return made


def _keep_checking(tournament: Tournament, checking: str) -> None:
    """Have the tables that have begun keep the way their sheets are checked."""
    begun = Deal.objects.filter(
        Q(match__round__tournament=tournament) | Q(match__round__removed_from=tournament)
    )
    Match.objects.filter(pk__in=begun.values("match"), checking="").update(checking=checking)


def _touches_rules(tournament: Tournament, columns: dict[str, Any]) -> bool:
    """Whether some columns change what matches are played by; a clock may tick otherwise."""
    current = _columns(tournament, RULES)
    has_clock = columns.get("minutes", tournament.minutes) is not None
    return has_clock != (tournament.minutes is not None) or any(
        columns.get(name, value) != value for name, value in current.items()
    )


def _columns(tournament: Tournament, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in names}
