"""Put a copy of the database back: here, or on another computer."""

import sqlite3
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.upkeep.comparing import Compared, compare_files
from tournament.upkeep.copies import database_file
from tournament.upkeep.database import Unusable, check_file
from tournament.upkeep.restoring import NotRestored, check_copy, put_aside, restore
from tournament.upkeep.ring import BEFORE_RESTORE, Copy
from tournament.upkeep.words import NO_FILE, losses_in_words


class Command(BaseCommand):
    """Restore a copy, whole or not at all; what there is now is copied first, or put aside."""

    help = "Put a copy of the database back; what would be lost is said before it is asked for."
    # Django's own checks ask the database, which may be what is to be replaced.
    requires_system_checks: ClassVar[list[str]] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the copy, and whether to ask."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--yes", action="store_true", help="ask nothing")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say what would be lost, ask, restore, and say where what there was is."""
        source, copy = database_file(), options["file"]
        if source is None:
            raise CommandError(str(NO_FILE))
        try:
            if not copy.is_file():
                raise NotRestored(_("There is no file %(file)s.") % {"file": copy})
            check_copy(copy)
            damage = self._damage(source)
            compared = None if damage else self._compared(source, copy)
            if not options["yes"] and not self._agreed(copy, compared, damage):
                raise NotRestored(_("Nothing was restored."))
            aside = put_aside(source) if damage else None
            done = restore(copy, source)
        except NotRestored as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(_("The copy is restored: %(file)s.") % {"file": copy})
        if before := done.before or aside:
            self.stdout.write(_("What there was before is in %(file)s.") % {"file": before})

    def _damage(self, source: Path) -> str:
        """Say what is wrong with the file that is there; nothing where it can be read."""
        try:
            check_file(source)
        except Unusable as refusal:
            return str(refusal)
        return ""

    def _compared(self, source: Path, copy: Path) -> Compared | None:
        if not source.exists():
            return None
        try:
            return compare_files(source, copy)
        except sqlite3.Error as failure:
            raise NotRestored(
                _("%(file)s cannot be read: %(why)s.") % {"file": source, "why": failure}
            ) from failure

    def _agreed(self, copy: Path, compared: Compared | None, damage: str) -> bool:
        """Show what would be lost; where nothing would, nothing needs be asked.

        Unless it is what somebody threw away by restoring another copy, or cannot be read.
        """
        named = Copy.at_path(copy)
        if named is not None and named.reason == BEFORE_RESTORE:
            given_up = _(
                "This copy is what there was before another one was restored: it was given up."
            )
        else:
            given_up = ""
        losses = [
            f"{part.name}: {sentence}"
            for part in (compared.parts if compared else ())
            if (sentence := losses_in_words(part))
        ]
        said = [*filter(None, (damage, given_up)), *([_("This would be lost:")] if losses else ())]
        if not said:
            return True
        for line in (*said, *(f"  {loss}" for loss in losses)):
            self.stdout.write(line)
        self.stdout.write(_("Type “yes” to restore the copy:"), ending=" ")
        self.stdout.flush()
        try:
            return input().strip().lower() in {"yes", "oui", _("yes")}
        except EOFError:
            return False
