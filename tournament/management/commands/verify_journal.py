"""Verify the journals: say what was altered, and fail when anything was."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.journal.faults import sentence
from tournament.journal.verification import Noted, Verified, parse_noted, verify
from tournament.models import Tournament
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Verify some contests, all of them when none is named."""

    help = "Verify the journals of the contests; fails at the first act altered or missing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the contests' ids, and what was noted of the journal of one of them."""
        parser.add_argument("tournament", type=int, nargs="*", help="all of them when not given")
        parser.add_argument(
            "--noted",
            metavar="NUMBER:DIGEST",
            help="an act of the journal as it was noted on a paper: 412:a3f9-c21b",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say of each contest that its journal is whole, or all that is not."""
        wanted = options["tournament"]
        contests = Tournament.objects.filter(pk__in=wanted) if wanted else Tournament.objects.all()
        found = list(contests.order_by("pk"))
        if unknown := set(wanted) - {tournament.pk for tournament in found}:
            raise CommandError(_("There is no contest %(number)s.") % {"number": min(unknown)})
        noted = self._noted(options["noted"], len(found))
        altered = [each for each in found if not self._say(each, verify(each, noted))]
        if altered:
            raise CommandError(
                ngettext(
                    "The journal of %(count)s contest was altered.",
                    "The journals of %(count)s contests were altered.",
                    len(altered),
                )
                % {"count": len(altered)}
            )

    def _noted(self, text: str | None, contests: int) -> Noted | None:
        if not text:
            return None
        if contests != 1:
            raise CommandError(_("Name the one contest of which this was noted."))
        try:
            return parse_noted(text)
        except ValidationError as refusal:
            raise CommandError(refusal.messages[0]) from refusal

    def _say(self, tournament: Tournament, found: Verified) -> bool:
        """Write what was found; return whether the journal is whole."""
        self.stdout.write(f"{tournament.pk} · {tournament.name}")
        for fault in found.faults:
            self.stdout.write(f"  {sentence(fault)}")
        if found.is_whole:
            self.stdout.write(
                "  "
                + ngettext(
                    "%(count)s act, nothing altered. Last: %(number)s %(digest)s",
                    "%(count)s acts, nothing altered. Last: %(number)s %(digest)s",
                    found.acts,
                )
                % {
                    "count": found.acts,
                    "number": found.last.number,
                    "digest": found.last.digest,
                }
            )
        return found.is_whole
