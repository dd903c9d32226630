"""Restore contests from their archives."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.archive.reading import MOST_BYTES, read_archive
from tournament.archive.restoring import restore
from tournament.logins import account_like
from tournament.models import Tournament, User
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Restore contests, each whole or not at all: one that is refused leaves the others."""

    help = "Restore contests from their archives; one that is refused changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files or their folders, and who organises the contests from now on."""
        parser.add_argument("archives", type=Path, nargs="+", help="files, or folders of them")
        parser.add_argument("--organiser", metavar="USERNAME", help="an account made organiser")
        parser.add_argument(
            "--accept",
            action="store_true",
            help="restore them even though their journals do not verify",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Restore them and say which contest each is, then which were refused and why."""
        name, refused = options["organiser"], []
        by = account_like(name) if name else None
        if name and by is None:
            raise CommandError(_("There is no account “%(name)s”.") % {"name": name})
        for file in _files(options["archives"]):
            try:
                restored = _restored(file, by=by, accept=options["accept"])
                self.stdout.write(f"{restored.pk} · {restored.name}")
            except ValidationError as refusal:
                refused.append(f"{file.name}: {refusal.messages[0]}")
        if refused:
            raise CommandError("\n".join(refused))


def _files(archives: list[Path]) -> Iterator[Path]:
    for archive in archives:
        files = sorted(archive.glob("*.json")) if archive.is_dir() else [archive]
        if not files:
            raise CommandError(_("There is no archive in %(folder)s.") % {"folder": archive})
        yield from files


def _restored(file: Path, *, by: User | None, accept: bool) -> Tournament:
    try:
        with file.open("rb") as opened:
            content = opened.read(MOST_BYTES + 1)
    except OSError as failure:
        raise ValidationError(
            _("The file could not be read: %(why)s.") % {"why": failure.strerror}
        ) from failure
    return restore(read_archive(content), by=by, accept=accept)
