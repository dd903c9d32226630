"""The copies that there are, and which of them go when one more comes.

What is hard to take back (a draw, a closing, a restoring) has a ring of its own, so that the
copies of every ten minutes never push out the one before a draw: however long the evening,
thirty of those stay. Of the copies made during play the last dozen stay, then the last one of
each hour for a day; of those that somebody asked for, ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

KEPT = 30
"""So many copies taken before an act, or at an evening's end, are kept."""
KEPT_RECENT = 12
"""So many of the last copies taken during play are kept, whatever their hour."""
KEPT_HOURS = 24
"""Before those, the last copy of each of so many hours is kept."""
KEPT_ASKED = 10
"""So many copies that somebody asked for are kept."""

PLAY = "play"
ASKED = "asked"
END = "end"
BEFORE_RESTORE = "before-restore"
RESTORED = "restored"
BEFORE_MIGRATE = "before-migrate"

LONGEST_REASON = 60

_NAME = re.compile(rf"(\d{{1,9}})-(\d{{8}}-\d{{6}})-([a-z0-9_-]{{1,{LONGEST_REASON}}})\.sqlite3")
_ROUND = re.compile(r"(draw|close|remove)-(\d{1,3})(?:-(.+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A copy of the database: its number in its folder, when and before what it was made."""

    path: Path
    number: int
    at: datetime | None
    reason: str

    @classmethod
    def at_path(cls, path: Path) -> Copy | None:
        """Read a copy's name; None for a file that is none."""
        found = _NAME.fullmatch(path.name)
        if found is None:
            return None
        return cls(path=path, number=int(found[1]), at=_time(found[2]), reason=found[3])

    @property
    def size(self) -> int:
        """How many bytes it has; 0 once it is gone."""
        try:
            return self.path.stat().st_size
        except OSError:
            return 0

    @property
    def contest(self) -> str:
        """The name of the contest before whose act it was made, as a file's name writes it."""
        found = _ROUND.fullmatch(self.reason)
        return (found[3] or "") if found else ""

    def why(self, contests: Mapping[str, str]) -> str:
        """Say before what it was made; the names of the contests are given by how they are written.

        One that is not there (any more) is named as the file is.
        """
        found = _ROUND.fullmatch(self.reason)
        if found is None:
            return str(_REASONS.get(self.reason, self.reason))
        said = str(_OF_A_ROUND[found[1]]) % {"number": found[2]}
        if not self.contest:
            return said
        written = self.contest
        if len(self.reason) == LONGEST_REASON:
            # A long name was cut short.
            written = next((each for each in contests if each.startswith(written)), written)
        return f"{said} · {contests.get(written, written.replace('-', ' '))}"


_OF_A_ROUND = {
    "draw": _("before the draw of round %(number)s"),
    "close": _("before the closing of round %(number)s"),
    "remove": _("before the removal of round %(number)s"),
}
_REASONS = {
    "draw": _("before a draw"),
    PLAY: _("during play"),
    ASKED: _("asked for"),
    END: _("when the site was stopped"),
    BEFORE_RESTORE: _("before another one was restored"),
    RESTORED: _("right after another one was restored"),
    BEFORE_MIGRATE: _("before a new version of the program"),
}


def copies_in(folder: Path) -> list[Copy]:
    """List the copies of a folder, the oldest first; none where it cannot be read."""
    try:
        # A link may lead to any file of the computer, and a pipe is waited for.
        files = [path for path in folder.iterdir() if path.is_file() and not path.is_symlink()]
    except OSError:
        return []
    found = map(Copy.at_path, files)
    return sorted((copy for copy in found if copy), key=lambda copy: (copy.number, copy.path.name))


def thin_out(folder: Path) -> None:
    """Remove the copies that are not kept."""
    for copy in superfluous(copies_in(folder)):
        copy.path.unlink(missing_ok=True)


def superfluous(copies: Iterable[Copy]) -> list[Copy]:
    """Return the copies, given the oldest first, that are not kept."""
    rings: dict[str, list[Copy]] = {PLAY: [], ASKED: [], "": []}
    for copy in copies:
        rings.get(copy.reason, rings[""]).append(copy)
    recent = rings[PLAY][-KEPT_RECENT:]
    older = rings[PLAY][: -len(recent)] if recent else []
    # By its name's hour: whatever the clock did, the last copy that says so is kept.
    hourly = list({_hour(copy): copy for copy in older}.values())
    stays = {copy.path for copy in hourly[-KEPT_HOURS:]}
    gone = [copy for copy in older if copy.path not in stays]
    return [*rings[""][:-KEPT], *rings[ASKED][:-KEPT_ASKED], *gone]


def _hour(copy: Copy) -> tuple[str, str]:
    _number, day, time, *_reason = copy.path.name.split("-")
    return day, time[:2]


def _time(text: str) -> datetime | None:
    try:
        return timezone.make_aware(datetime.strptime(text, "%Y%m%d-%H%M%S"))
    except ValueError:
        return None
