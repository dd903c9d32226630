"""The second folder, a USB key most often: each copy is put there too.

The server does it, never a page: a key takes its time, and may be pulled out at any moment.
Its copies stand in a folder of their own there, made when the key is chosen. While that
folder is not there the key is not either: nothing is then written where the key would be.
"""

from __future__ import annotations

import errno
import json
import os
import secrets
import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.upkeep.copies import CLOSED, FULL, GONE, flush
from tournament.upkeep.ring import Copy, copies_in, thin_out

PREFIX = "dix-de-der-"
STATE = "second.json"

_CLOSED = gettext_lazy("This folder is there, but the site may not write into it: choose another.")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondState:
    """How the second folder does: the last copy that it took, what went wrong since."""

    failed: str = ""
    at: datetime | None = None
    copy: str = ""

    @property
    def sentence(self) -> str:
        """Say what went wrong and what to do; nothing where all is well."""
        return str(_SENTENCES.get(self.failed, _SENTENCES["other"])) if self.failed else ""


def place_in(second: Path, folder: Path) -> Path:
    """Return the folder of this installation's copies on the key."""
    return second / f"{PREFIX}{_own_name(folder)}"


def choose(typed: str, folder: Path) -> str:
    """Prepare a second folder for copies and return its path. Raises ``ValidationError``."""
    second = Path(typed)
    if not second.is_absolute():
        raise ValidationError(_("Type the whole path of the folder, from the root: /media/key."))
    try:
        second = second.resolve(strict=True)
        if not second.is_dir():
            raise ValidationError(_("There is no such folder: is the key plugged in?"))
    except (OSError, ValueError) as failure:
        if getattr(failure, "errno", None) in CLOSED:
            raise ValidationError(_CLOSED) from failure
        raise ValidationError(_("There is no such folder: is the key plugged in?")) from failure
    try:
        if second.is_relative_to(settings.BASE_DIR) or second.is_relative_to(folder.resolve()):
            # What stands among the program's files could be served, or copied over and over.
            raise ValidationError(_("Choose a folder outside the program's own."))
        place = place_in(second, folder)
        place.mkdir(mode=0o700, exist_ok=True)
        trial = place / ".trial"
        trial.touch()
        trial.unlink()
    except OSError as failure:
        # Whatever it is called: some folders say of what is made in them that it does not exist.
        raise ValidationError(_CLOSED) from failure
    return str(second)


def follow(folder: Path, second: str) -> SecondState:
    """Put the copies that the second folder lacks into it; say how that went."""
    before = state_of(folder)
    if not second:
        return before
    copies = copies_in(folder)
    if not copies:
        return before
    try:
        place = place_in(Path(second), folder)
        for copy in _wanted(copies, place):
            _put(copy, place)
        now = SecondState(at=timezone.now(), copy=copies[-1].path.name)
    except OSError as failure:
        now = SecondState(failed=_kind(failure), at=before.at, copy=before.copy)
    if (now.failed, now.copy) != (before.failed, before.copy):
        _keep(folder, now)
    return now


def state_of(folder: Path) -> SecondState:
    """Return how the second folder did when the server last looked."""
    try:
        kept = json.loads((folder / STATE).read_text())
        at = datetime.fromisoformat(kept["at"]) if kept["at"] else None
        return SecondState(failed=str(kept["failed"]), at=at, copy=str(kept["copy"]))
    except (OSError, ValueError, LookupError, TypeError):
        return SecondState()


def forget_state(folder: Path) -> None:
    """Drop what was known of the folder, as another one is chosen."""
    with suppress(OSError):
        (folder / STATE).unlink(missing_ok=True)


def copies_elsewhere(second: str) -> list[Copy]:
    """List the copies on the key, those of other computers too, the newest last."""
    found: list[Copy] = []
    with suppress(OSError):
        for place in sorted(Path(second).glob(f"{PREFIX}*")) if second else ():
            found += copies_in(place)
    return found


def _wanted(copies: list[Copy], place: Path) -> list[Copy]:
    """Return the copies made since the newest that is there; the last alone for a new folder.

    The last alone, too, where there is no room for all, or their numbers began again.
    """
    there = max((copy.number for copy in copies_in(place)), default=None)
    since = [copy for copy in copies if there is not None and copy.number > there]
    has_room = since and shutil.disk_usage(place).free > sum(copy.size for copy in since)
    return since if has_room else copies[-1:]


def _put(copy: Copy, place: Path) -> None:
    if not place.is_dir():
        raise FileNotFoundError(errno.ENOENT, "no such folder", str(place))
    done = place / copy.path.name
    if done.exists():
        return
    if shutil.disk_usage(place).free < copy.size:
        raise OSError(errno.ENOSPC, "full", str(place))
    part = place / f"{copy.path.stem}.part"
    try:
        shutil.copyfile(copy.path, part)
        flush(part)
        part.rename(done)
        flush(place)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    thin_out(place)


def _own_name(folder: Path) -> str:
    """Return what tells this installation's copies from another one's on the same key."""
    kept = folder / "name"
    with suppress(OSError):
        if name := kept.read_text().strip():
            return name
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = folder / f"name-{secrets.token_hex(4)}"
    made.write_text(secrets.token_hex(3))
    try:
        os.link(made, kept)
    except FileExistsError:
        pass
    finally:
        made.unlink()
    return kept.read_text().strip()


def _keep(folder: Path, state: SecondState) -> None:
    said = {
        "failed": state.failed,
        "at": state.at.isoformat() if state.at else "",
        "copy": state.copy,
    }
    part = folder / f"{STATE}.part"
    with suppress(OSError):
        part.write_text(json.dumps(said))
        part.rename(folder / STATE)


def _kind(failure: OSError) -> str:
    kinds = {"gone": GONE, "full": FULL, "closed": CLOSED}
    return next((kind for kind, told in kinds.items() if failure.errno in told), "other")


_SENTENCES = {
    "gone": gettext_lazy(
        "The second folder is not there: plug the key in again. The evening goes on, the copies"
        " are on this computer only."
    ),
    "full": gettext_lazy(
        "The second folder is full: make room on the key. The evening goes on, the copies are on"
        " this computer only."
    ),
    "closed": gettext_lazy(
        "The second folder cannot be written to: is the key locked? The evening goes on, the"
        " copies are on this computer only."
    ),
    "other": gettext_lazy(
        "The last copy could not be put into the second folder: the evening goes on, the copies"
        " are on this computer only."
    ),
}
