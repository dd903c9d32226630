"""What the pages of upkeep do: set how copies are made, find one, put it back."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from tournament.models import Installation, User
from tournament.upkeep.comparing import Compared, compare_files, state_seen
from tournament.upkeep.copies import BackupFailed, backup_folder, copied, database_file
from tournament.upkeep.restoring import NotRestored, Restored, check_copy, restore
from tournament.upkeep.ring import ASKED, Copy, copies_in
from tournament.upkeep.second import choose, copies_elsewhere, forget_state
from tournament.upkeep.words import (
    NO_FILE,
    contests_as_written,
    gains_in_words,
    losses_in_words,
)

HERE = "here"
"""The place of the copies of this computer; any other is a folder of the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A copy, the name of the place where it stands, and before what it was made, in words."""

    copy: Copy
    place: str
    why: str

    @property
    def is_elsewhere(self) -> bool:
        """Whether it stands on the key alone."""
        return self.place != HERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A contest, or the rest: what would be lost of it and what would come back, in words."""

    name: str
    date: date | None
    lost: str
    back: str


def the_file() -> Path:
    """Return the database's file. Raises ``ValidationError`` where there is none."""
    source = database_file()
    if source is None:
        raise ValidationError(NO_FILE)
    return source


def set_copies(*, backup_minutes: int, second_folder: str) -> Installation:
    """Set how often copies are made and where else they go. Raises ``ValidationError``."""
    folder = backup_folder(the_file())
    if second_folder:
        # A key may take its time, or never answer: nobody who saves is to wait for it.
        try:
            second_folder = choose(second_folder, folder)
        except ValidationError as refusal:
            raise ValidationError({"second_folder": refusal}) from refusal
    with transaction.atomic():
        found = Installation.here()
        is_another = second_folder != found.second_folder
        found.backup_minutes, found.second_folder = backup_minutes, second_folder
        found.full_clean()
        found.save()
    if is_another:
        forget_state(folder)
    return found


def copy_now() -> Path:
    """Copy the database because somebody asks for it. Raises ``ValidationError``."""
    try:
        return copied(the_file(), ASKED)
    except BackupFailed as failure:
        raise ValidationError(
            _("No copy could be made: %(why)s."), params={"why": failure}
        ) from failure


def placed_copies() -> list[Placed]:
    """List the copies of this computer, then what the key has besides, the newest first."""
    source = database_file()
    if source is None:
        return []
    contests = contests_as_written()
    here = [
        Placed(copy=copy, place=HERE, why=copy.why(contests))
        for copy in copies_in(backup_folder(source))
    ]
    names = {each.copy.path.name for each in here}
    there = [
        Placed(copy=copy, place=copy.path.parent.name, why=copy.why(contests))
        for copy in copies_elsewhere(Installation.here().second_folder)
        if copy.path.name not in names
    ]
    return [*reversed(here), *reversed(there)]


def find_copy(place: str, name: str) -> Copy | None:
    """Return the copy of that name among those that are listed; what was asked is no path."""
    listed = (each.copy for each in placed_copies() if each.place == place)
    return next((copy for copy in listed if copy.path.name == name), None)


def compared(copy: Copy) -> Compared:
    """Compare a copy with what there is now. Raises ``ValidationError`` where it is of no use."""
    source = the_file()
    try:
        check_copy(copy.path)
        return compare_files(source, copy.path)
    except NotRestored as refusal:
        raise ValidationError(str(refusal)) from refusal
    except (OSError, sqlite3.Error) as failure:
        raise ValidationError(
            _("This copy cannot be read: %(why)s."), params={"why": failure}
        ) from failure


def differences(found: Compared) -> list[Difference]:
    """Say of each part that differs what would be lost and what would come back."""
    return [
        Difference(
            name=each.name,
            date=parse_date(each.date),
            lost=losses_in_words(each),
            back=gains_in_words(each),
        )
        for each in found.changed
    ]


def put_back(copy: Copy, *, seen: str, by: User) -> Restored:
    """Restore a copy, unless something was recorded since the page showed what would be lost.

    Raises ``ValidationError``; the database is then as it was.
    """
    source = the_file()
    if state_seen(source) != seen:
        raise ValidationError(
            _("Something was recorded meanwhile: look again at what would be lost."), code="stale"
        )
    try:
        return restore(copy.path, source, by=by.get_username())
    except NotRestored as refusal:
        raise ValidationError(str(refusal)) from refusal
