"""Restore a contest from its archive."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.archive.reading import MOST_BYTES, read_archive
from tournament.archive.restoring import restore
from tournament.models import User
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Restore a contest, whole or not at all."""

    help = "Restore a contest from its archive; changes nothing when the archive is refused."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file, and who organises the contest from now on."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--organiser", metavar="USERNAME", help="an account made organiser")
        parser.add_argument(
            "--accept",
            action="store_true",
            help="restore it even though its journal does not verify",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Restore it and say which contest it is, or say why not."""
        name = options["organiser"]
        by = User.objects.filter(username=name).first() if name else None
        if name and by is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": name})
        try:
            with options["file"].open("rb") as file:
                content = file.read(MOST_BYTES + 1)
            restored = restore(read_archive(content), by=by, accept=options["accept"])
        except OSError as failure:
            raise CommandError(
                _("The file could not be read: %(why)s.") % {"why": failure.strerror}
            ) from failure
        except ValidationError as refusal:
            raise CommandError(refusal.messages[0]) from refusal
        self.stdout.write(f"{restored.pk} · {restored.name}")
