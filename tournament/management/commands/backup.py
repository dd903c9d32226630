"""Copy the database now."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.upkeep.commands import LooksFirst
from tournament.upkeep.copies import BackupFailed, copied, copied_to, database_file
from tournament.upkeep.ring import ASKED
from tournament.upkeep.words import NO_FILE


class Command(LooksFirst):
    """Copy the database among the copies, or elsewhere; whoever plays goes on."""

    help = "Copy the database now, while the site goes on; say where the copy is."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take where to put it."""
        parser.add_argument("--to", type=Path, metavar="FOLDER_OR_FILE", help="beside the others")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the copy and say where it is, or say why there is none."""
        source = database_file()
        if source is None:
            raise CommandError(str(NO_FILE))
        if not source.exists():
            raise CommandError(_("There is no database yet: %(file)s.") % {"file": source})
        target = options["to"]
        try:
            made = copied_to(source, target.resolve()) if target else copied(source, ASKED)
        except BackupFailed as failure:
            raise CommandError(_("No copy could be made: %(why)s.") % {"why": failure}) from failure
        self.stdout.write(str(made))
