"""Load a played evening from a folder, and write its standings."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.models import User
from tournament.rounds.evening import import_evening
from tournament.rounds.evening_files import BadEvening
from tournament.standings.exports import plain_csv
from tournament.standings.services import standings
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    help = (
        "Load teams.csv, rounds.csv and deals.csv into a new contest, all or nothing, "
        "and write its standings as CSV on stdout."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="DIR", type=Path)
        parser.add_argument("--rulebook", required=True, metavar="NAME")
        parser.add_argument("--name", default="", help="the contest's name (default: the folder's)")
        parser.add_argument("--bye-marks", type=_marks, default=0, metavar="N")
        parser.add_argument(
            "--organiser",
            metavar="ACCOUNT",
            help="who organises the contest (default: the oldest account)",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            tournament = import_evening(
                options["folder"],
                rulebook=options["rulebook"],
                name=options["name"],
                bye_marks=options["bye_marks"],
                by=_organiser(options["organiser"]),
                say=self.stderr.write,
            )
        except BadEvening as bad:
            raise CommandError(str(bad)) from bad
        self.stdout.write(plain_csv(standings(tournament)), ending="")


def _organiser(username: str | None) -> User | None:
    if username is None:
        return User.objects.order_by("pk").first()
    user = User.objects.filter(username=username).first()
    if user is None:
        raise CommandError(_("There is no account %(name)s.") % {"name": username})
    return user


def _marks(text: str) -> int:
    if text.isdecimal():
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number of marks")
