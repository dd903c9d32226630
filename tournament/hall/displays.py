"""The screens of the hall: set up by the organiser, opened by their code, steered from afar.

What a screen shows is journalled, for it shows it to whoever is in the hall. Which of it stands
there at the moment, and what is written across it, is not: that is forgotten the moment after.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Display, Panel, Tournament, User
from tournament.tables import codes
from tournament.tables.codes import SCREEN_LENGTH
from tournament.text import tidy

MOST = 12
"""Screens of a contest."""


class Steer(StrEnum):
    """What the organiser can tell a screen from afar."""

    NEXT = "next"
    HOLD = "hold"
    TURN = "turn"
    SAY = "say"
    DARK = "dark"
    LIGHT = "light"


def new_code() -> str:
    """Return the code of a screen: « K7PM2XQD4T »."""
    return codes.new_code(SCREEN_LENGTH)


def read_screen_code(typed: str) -> str:
    """Return the code that somebody typed, or nothing where it cannot be one."""
    return codes.read_code(typed, SCREEN_LENGTH)


@transaction.atomic
def add_display(
    tournament: Tournament, *, by: User | None, client_key: UUID, **columns: Any
) -> Display:
    """Set a screen up; a form sent twice (same ``client_key``) sets up one.

    Raises ``ValidationError`` by field.
    """
    tournament = Tournament.objects.held(tournament.pk)
    if made := Display.objects.filter(client_key=client_key).first():
        return _of_contest(made, tournament)
    if tournament.displays.count() >= MOST:
        raise ValidationError(_("A contest has %(most)s screens at most.") % {"most": MOST})
    display = Display(tournament=tournament, code=new_code(), client_key=client_key, **columns)
    _check(display)
    try:
        with transaction.atomic():
            display.save(force_insert=True)
    except IntegrityError:
        # The other click won since we looked.
        return _of_contest(Display.objects.get(client_key=client_key), tournament)
    _write("display.added", display, by=by)
    return display


@transaction.atomic
def change_display(display: Display, columns: dict[str, Any], *, by: User | None) -> Display:
    """Change what a screen is called and shows. Raises ``ValidationError`` by field."""
    display = _held(display)
    before = list(display.panels)
    for name, value in columns.items():
        setattr(display, name, value)
    if display.held not in display.panels:
        display.held = ""
    _check(display)
    display.save(update_fields=[*columns, "held"])
    if display.panels != before:
        _write("display.changed", display, by=by)
    return display


@transaction.atomic
def remove_display(display: Display, *, by: User | None) -> None:
    """Take a screen down: its code opens nothing any more. A second click changes nothing."""
    tournament = Tournament.objects.held(display.tournament_id)
    found = tournament.displays.filter(pk=display.pk).first()
    if found is None:
        return
    found.tournament = tournament
    _write("display.removed", found, by=by)
    found.delete()


@transaction.atomic
def steer(display: Display, order: Steer, *, panel: str = "", message: str = "") -> Display:
    """Tell a screen what to do now. Raises ``ValidationError`` for what it cannot."""
    display, message = _held(display), tidy(message)
    if order is Steer.HOLD and panel not in display.panels:
        raise ValidationError({"panel": _("This screen does not have that panel.")})
    columns: dict[Steer, dict[str, Any]] = {
        Steer.NEXT: {"order": F("order") + 1},
        Steer.HOLD: {"held": panel},
        Steer.TURN: {"held": ""},
        Steer.SAY: {"message": message},
        Steer.DARK: {"is_dark": True},
        Steer.LIGHT: {"is_dark": False},
    }
    if order is Steer.SAY:
        display.message = message
        display.full_clean()
    Display.objects.filter(pk=display.pk).update(**columns[order])
    display.refresh_from_db()
    return display


def _held(display: Display) -> Display:
    """Read a screen again, the row of its contest kept."""
    tournament = Tournament.objects.held(display.tournament_id)
    found = tournament.displays.filter(pk=display.pk).first()
    if found is None:
        raise ValidationError(_("This screen was removed meanwhile."))
    found.tournament = tournament
    return found


def _of_contest(made: Display, tournament: Tournament) -> Display:
    """Return the screen that a form set up before, where it is the same contest's."""
    if made.tournament_id != tournament.pk:
        raise ValidationError(_("This form was sent already: open the page again."), code="sent")
    return made


def _check(display: Display) -> None:
    """Check a whole screen; its panels are in the order that they have everywhere."""
    display.name = tidy(display.name)
    others = Display.objects.filter(tournament=display.tournament_id).exclude(pk=display.pk)
    if others.filter(name=display.name).exists():
        raise ValidationError({"name": _("Another screen has this name.")})
    if not display.panels or not set(display.panels) <= set(Panel.values):
        raise ValidationError({"panels": _("Choose at least one panel.")})
    display.panels = [panel for panel in Panel.values if panel in display.panels]
    display.full_clean()


def _write(kind: str, display: Display, *, by: User | None) -> None:
    details: dict[str, Any] = {"display": display.pk}
    if kind != "display.removed":
        details["panels"] = display.panels
    journal.write(display.tournament, kind, by=by, details=details)
