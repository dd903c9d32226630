"""Bring the database up to this version: the file is looked at first, and copied."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.commands.migrate import Command as Migrate
from django.utils.translation import gettext as _

from tournament.upkeep.commands import LooksFirst
from tournament.upkeep.copies import backup, database_file
from tournament.upkeep.database import Unusable, schema_of, too_new
from tournament.upkeep.lock import is_served
from tournament.upkeep.ring import BEFORE_MIGRATE


class Command(LooksFirst, Migrate):
    """Django's own, after a look at the file and a copy of it when something is to change.

    A migration that is interrupted leaves the database before or after it, never between:
    each is one transaction. The next start goes on with the next one.
    """

    writes = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what Django takes, and whether to go without a copy."""
        super().add_arguments(parser)
        parser.add_argument("--without-backup", action="store_true", help="make no copy first")

    def handle(self, *args: Any, without_backup: bool = False, **options: Any) -> None:
        """Make a copy where something is to change, then migrate."""
        source = database_file()
        if source is not None and source.exists() and source.stat().st_size:
            schema = schema_of(source)
            if schema.unknown and not options.get("app_label"):
                raise Unusable(too_new(source))
            if schema.missing and is_served(source):
                raise Unusable(
                    _(
                        "A server of an earlier version has %(file)s open: stop it with Ctrl-C,"
                        " then start again."
                    )
                    % {"file": source}
                )
            if schema.missing and not (schema.is_new or without_backup):
                backup(BEFORE_MIGRATE, say=self.stderr.write)
        super().handle(*args, **options)
