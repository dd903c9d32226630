"""The copies there are, for the tests of what makes them."""

from pathlib import Path

from tournament.upkeep.copies import backup_folder, database_file
from tournament.upkeep.ring import copies_in


def backups() -> list[Path]:
    """List the copies there are, the oldest first."""
    source = database_file()
    return [copy.path for copy in copies_in(backup_folder(source))] if source else []
