"""Prepare an installation the first time it starts; afterwards, do nothing."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournament.clubs.services import create_first_organiser
from tournament.demo import load_demonstration
from tournament.models import User
from tournament.people.passwords import new_password, written_down
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Create the first account, print its password once, and load the demonstration."""

    help = "Creates the first organiser and the demonstration, the first time only."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do it all on a database without any account; anything else is left alone."""
        if User.objects.exists():
            return
        password = new_password()
        organiser = create_first_organiser(password, club_name=_("My club"))
        lines = [
            "",
            _("First start: the organiser's account is created."),
            "",
            *written_down(organiser.username, password),
            "",
        ]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()
        demonstration = load_demonstration(organiser)
        self.stdout.write(
            _("A contest to look at is there: %(name)s.") % {"name": demonstration.name}
        )
