"""Bring the database up to this version: the file is looked at first, and copied."""

from __future__ import annotations

import sqlite3
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import DatabaseError
from django.utils.translation import gettext as _

from tournament.upkeep.copies import backup, database_file
from tournament.upkeep.database import Unusable, check_file, check_writable, schema_of, too_new
from tournament.upkeep.faults import fault_of
from tournament.upkeep.ring import BEFORE_MIGRATE


class Command(Migrate):
    """Django's own, after a look at the file and a copy of it when something is to change.

    A migration that is interrupted leaves the database before or after it, never between:
    each is one transaction. The next start goes on with the next one.
    """

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take what Django takes, and whether to go without a copy."""
        super().add_arguments(parser)
        parser.add_argument("--without-backup", action="store_true", help="make no copy first")

    def handle(self, *args: Any, without_backup: bool = False, **options: Any) -> None:
        """Look, copy and migrate; say in one sentence what is wrong with the file."""
        source = database_file()
        try:
            if source is not None:
                check_file(source)
                check_writable(source)
                if source.exists() and source.stat().st_size:
                    schema = schema_of(source)
                    if schema.unknown and not options.get("app_label"):
                        raise Unusable(too_new(source))
                    if schema.missing and not (schema.is_new or without_backup):
                        backup(BEFORE_MIGRATE, say=self.stderr.write)
            super().handle(*args, **options)
        except Unusable as refusal:
            raise CommandError(str(refusal)) from refusal
        except (DatabaseError, sqlite3.Error) as failure:
            if (fault := fault_of(failure)) is None:
                raise
            raise CommandError(
                _("The database could not be brought up to date. %(why)s") % {"why": fault.sentence}
            ) from failure
