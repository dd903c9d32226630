"""Write the archive of a contest to a file."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.archive.writing import write_archive
from tournament.models import Tournament
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Write one contest as one file, which another installation can restore."""

    help = "Write the archive of a contest to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the contest and the file, which must not be there yet."""
        parser.add_argument("tournament", type=int)
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the file, or say why not."""
        tournament = Tournament.objects.filter(pk=options["tournament"]).first()
        if tournament is None:
            raise CommandError(
                _("There is no contest %(number)s.") % {"number": options["tournament"]}
            )
        try:
            self.stdout.write(write_archive(tournament, options["file"]))
        except OSError as failure:
            raise CommandError(
                _("The file could not be written: %(why)s.") % {"why": failure.strerror}
            ) from failure
