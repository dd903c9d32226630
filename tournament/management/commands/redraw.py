"""Draw a round again from what was kept of it, and compare."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.rounds.redraw import Redrawn, redraw
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Show the draw as it was made and as it comes out now; they must be the same."""

    help = "Draw a round again from its seed and inputs; fails when anything differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the contest's id and the round's number."""
        parser.add_argument("tournament", type=int)
        parser.add_argument("round", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print both draws; exit with 1 when they differ."""
        tournament = Tournament.objects.filter(pk=options["tournament"]).first()
        round_ = tournament and tournament.rounds.filter(number=options["round"]).first()
        if not round_:
            raise CommandError(_("There is no such round."))
        if not round_.seed:
            raise CommandError(_("This round was not drawn here: there is nothing to draw again."))
        self._show(redraw(round_))

    def _show(self, redrawn: Redrawn) -> None:
        self.stdout.write(_("The draw as it was made (seed %(seed)s):") % {"seed": redrawn.seed})
        self.stdout.write(redrawn.made)
        self.stdout.write(_("The draw as it comes out of its seed and lists:"))
        self.stdout.write(redrawn.again)
        if redrawn.moved:
            self.stdout.write(
                _("Seats were changed since, at tables: %(tables)s.")
                % {"tables": ", ".join(map(str, redrawn.moved))}
            )
        if not redrawn.is_same:
            raise CommandError(_("The two draws differ."))
        self.stdout.write(_("The two draws are the same, byte for byte."))
