"""Open one more club on the site, and the account that organises it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.people.accounts import open_club
from tournament.people.passwords import written_down
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Make a club; print the password of its organiser, once."""

    help = "Open a club and its organiser's account; the password is printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the club's name and its organiser's."""
        parser.add_argument("name", help="the club's name")
        parser.add_argument("--organiser", required=True, help="the account that organises it")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Open the club, whole or not at all."""
        try:
            account, password = open_club(options["name"], options["organiser"])
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        self.stdout.write(_("The club is open: %(name)s.") % {"name": options["name"]})
        if password:
            self.stdout.write("\n".join(written_down(account.username, password)))
        else:
            self.stdout.write(_("The account was there already: its password stays."))
