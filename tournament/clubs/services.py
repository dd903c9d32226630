"""Create a contest and change its settings, as long as no round has opened."""

from __future__ import annotations

import hashlib
import json
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring import shipped_rulebooks
from tournament.journal import services as journal
from tournament.models import ByeKind, Club, EndKind, Role, RoleKind, Tournament, User
from tournament.text import tidy

IDENTITY = ("name", "date", "place")
"""What may be mended at any time."""

RULES = (
    "rulebook_name",
    "end_kind",
    "target",
    "deals",
    "ranking",
    "bye_kind",
    "bye_marks",
    "bye_wins",
)
"""What the marks and the ranks depend on: fixed once the first round is open."""


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
    if client_key and (made := Tournament.objects.filter(client_key=client_key).first()):
        return made
    tournament = Tournament(club=club or club_of(by), **columns)
    if client_key:
        tournament.client_key = client_key
    _check(tournament)
    try:
        with transaction.atomic():
            tournament.save(force_insert=True)
    except IntegrityError:
        # The other click won since we looked.
        return Tournament.objects.get(client_key=client_key)
    if by:
        Role.objects.create(user=by, tournament=tournament, kind=RoleKind.ORGANISER)
    journal.write(tournament, "tournament.created", by=by, details=_rules(tournament))
    return tournament


@transaction.atomic
def change_settings(
    tournament: Tournament, columns: dict[str, Any], *, by: User, seen: str
) -> Tournament:
    """Change a contest's settings; once a round has opened, only its name, date and place.

    ``seen`` is the ``settings_digest`` of what the form showed. Raises
    ``ValidationError`` by field, or as a whole when somebody else changed the
    settings meanwhile.
    """
    current = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if settings_digest(current) != seen:
        raise ValidationError(
            _("Somebody else changed the settings meanwhile: check them, then save again."),
            code="stale",
        )
    if current.is_frozen and any(
        columns.get(name, value) != value for name, value in _rules(current).items()
    ):
        raise ValidationError(
            _("The first round is open: the rulebook and what counts can no longer change here."),
            code="frozen",
        )
    before = _columns(current)
    for name, value in columns.items():
        setattr(current, name, value)
    _check(current)
    current.save(update_fields=[*IDENTITY, *RULES])
    changed = sorted(name for name, value in _columns(current).items() if value != before[name])
    if changed:
        journal.write(
            current,
            "tournament.settings_changed",
            by=by,
            details={"changed": changed, **_rules(current)},
        )
    return current


def settings_digest(tournament: Tournament) -> str:
    """Return a short text that differs as soon as any setting does."""
    shown = json.dumps(_columns(tournament), sort_keys=True, default=str)
    return hashlib.sha256(shown.encode()).hexdigest()[:16]


def create_first_organiser(password: str, *, club_name: str) -> User:
    """Create the first account, which can organise, and the club it belongs to."""
    club = Club.objects.order_by("pk").first() or Club.objects.create(name=club_name)
    return User.objects.create_user(username=FIRST_ORGANISER, password=password, club=club)


FIRST_ORGANISER = "organisateur"


def club_of(user: User | None) -> Club:
    """Return the club whose contests an account creates: its own, else the first there is."""
    club = (user.club if user else None) or Club.objects.order_by("pk").first()
    return club or Club.objects.create(name=_("My club"))


def _check(tournament: Tournament) -> None:
    """Refuse a contest that could not be played as set."""
    tournament.name, tournament.place = tidy(tournament.name), tidy(tournament.place)
    if tournament.rulebook_name not in shipped_rulebooks():
        raise ValidationError({"rulebook_name": _("Choose one of the rulebooks.")})
    by_deals = tournament.end_kind == EndKind.DEALS
    # Only one of the two numbers is in force: the other must not look as if it were.
    tournament.target = None if by_deals else tournament.target
    tournament.deals = tournament.deals if by_deals else None
    if not (tournament.deals if by_deals else tournament.target):
        sentence = _("Say after how many deals.") if by_deals else _("Say at which target.")
        raise ValidationError({"deals" if by_deals else "target": sentence})
    if tournament.bye_kind == ByeKind.HALF_TABLE and not by_deals:
        raise ValidationError(
            {
                "bye_kind": _(
                    "81 for each deal needs a number of deals: choose it as the end of a match,"
                    " or another way to mark sitting out."
                )
            }
        )
    tournament.full_clean()


def _columns(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in (*IDENTITY, *RULES)}


def _rules(tournament: Tournament) -> dict[str, Any]:
    return {name: getattr(tournament, name) for name in RULES}
