"""Write the archives of all contests of a club into a folder."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournament.archive.writing import write_archive
from tournament.models import Club, Tournament
from tournament.text import search_key
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Write each contest of a club as one file, for `restore_archive` to restore them all."""

    help = "Write the archives of all contests of a club into a new folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the folder, which must not be there yet, and the club where there are several."""
        parser.add_argument("folder", type=Path)
        parser.add_argument("--club", metavar="NAME", help="needed where there are several")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the files, or say why not."""
        folder, club = options["folder"], _club(options["club"])
        try:
            folder.mkdir()
            for contest in Tournament.objects.filter(club=club).order_by("pk"):
                called = slugify(search_key(contest.name))
                self.stdout.write(write_archive(contest, folder / f"{contest.pk:06}-{called}.json"))
        except OSError as failure:
            raise CommandError(
                _("The file could not be written: %(why)s.") % {"why": failure.strerror}
            ) from failure


def _club(name: str | None) -> Club:
    clubs = list(Club.objects.filter(name=name) if name else Club.objects.all())
    if len(clubs) != 1:
        names = ", ".join(Club.objects.order_by("name").values_list("name", flat=True))
        raise CommandError(_("Which club? --club, then one of: %(names)s.") % {"names": names})
    return clubs[0]
