"""What every command of the site does first, and says when the machine stops it."""

from __future__ import annotations

import sqlite3
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from tournament.upkeep.copies import database_file
from tournament.upkeep.database import Unusable, check_file, check_not_lost, check_writable
from tournament.upkeep.faults import fault_of


class LooksFirst(BaseCommand):
    """A command that looks at the database's file before anything asks it.

    Django's own checks ask it already: a file that is not the site's, or not whole, would end
    in a traceback instead of one sentence. So would what the machine does later on.
    """

    writes = False
    """Whether it is of no use where the file cannot be written to."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Look at the file, then do what Django does. Raises ``CommandError`` with a sentence."""
        try:
            self._look()
            return super().execute(*args, **options)
        except Unusable as refusal:
            raise CommandError(str(refusal)) from refusal
        except (DatabaseError, sqlite3.Error) as failure:
            if (fault := fault_of(failure)) is None:
                raise
            raise CommandError(
                _("The command was stopped. %(why)s") % {"why": fault.sentence}
            ) from failure

    def _look(self) -> None:
        if (source := database_file()) is not None:
            check_file(source)
            check_not_lost(source)
            if self.writes:
                check_writable(source)
