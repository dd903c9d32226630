"""Put a copy of the database back: here, or on another computer."""

import sqlite3
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.upkeep.comparing import Compared, compare_files
from tournament.upkeep.copies import database_file
from tournament.upkeep.restoring import NotRestored, check_copy, restore
from tournament.upkeep.ring import BEFORE_RESTORE, Copy
from tournament.upkeep.words import NO_FILE, losses_in_words


class Command(BaseCommand):
    """Restore a copy, whole or not at all; what there is now is copied first."""

    help = "Put a copy of the database back; what would be lost is said before it is asked for."

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
            if not copy.exists():
                raise NotRestored(_("There is no file %(file)s.") % {"file": copy})
            check_copy(copy)
            if not options["yes"] and not self._agreed(copy, self._compared(source, copy)):
                raise NotRestored(_("Nothing was restored."))
            done = restore(copy, source)
        except NotRestored as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(_("The copy is restored: %(file)s.") % {"file": copy})
        if done.before:
            self.stdout.write(_("What there was before is in %(file)s.") % {"file": done.before})

    def _compared(self, source: Path, copy: Path) -> Compared | None:
        if not source.exists():
            return None
        try:
            return compare_files(source, copy)
        except sqlite3.Error as failure:
            raise NotRestored(
                _("%(file)s cannot be read: %(why)s.") % {"file": source, "why": failure}
            ) from failure

    def _agreed(self, copy: Path, compared: Compared | None) -> bool:
        """Show what would be lost; where nothing would, nothing needs be asked.

        Unless it is what somebody threw away by restoring another copy.
        """
        named = Copy.at_path(copy)
        is_thrown_away = named is not None and named.reason == BEFORE_RESTORE
        losses = [
            f"{contest.name}: {sentence}"
            for contest in (compared.contests if compared else ())
            if (sentence := losses_in_words(contest))
        ]
        if not losses and not is_thrown_away:
            return True
        if is_thrown_away:
            self.stdout.write(
                _("This copy is what there was before another one was restored: it was given up.")
            )
        if losses:
            self.stdout.write(_("This would be lost:"))
        for line in losses:
            self.stdout.write(f"  {line}")
        self.stdout.write(_("Type “yes” to restore the copy:"), ending=" ")
        self.stdout.flush()
        try:
            return input().strip().lower() in {"yes", "oui", _("yes")}
        except EOFError:
            return False
