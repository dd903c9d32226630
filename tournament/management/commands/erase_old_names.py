"""Erase the names that clubs keep no longer."""

from typing import Any

from django.utils.translation import ngettext

from tournament.people.erasure import erase_all_old
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Erase the names of players of the contests older than each club has chosen."""

    help = "Erase the names of players that clubs keep no longer. Run it once a day."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Erase them and say how many."""
        count = erase_all_old()
        said = ngettext("%(count)s name erased.", "%(count)s names erased.", count)
        self.stdout.write(said % {"count": count})
