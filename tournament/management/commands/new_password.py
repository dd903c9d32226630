"""Give an account another password, from the computer itself: the only organiser's may be lost."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.logins import account_like
from tournament.models import RoleKind, User
from tournament.people.accounts import give_new_password, username_of
from tournament.people.passwords import written_down
from tournament.upkeep.commands import LooksFirst


class Command(LooksFirst):
    """Print another password of an account, once."""

    help = "Give an account another password and print it once; without a name, the organiser's."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the account's name."""
        parser.add_argument("name", nargs="*", help="the account, as it logs in")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Find the account, give it another password and print it."""
        user = self._named(username_of(" ".join(options["name"]))) or self._only_organiser()
        self.stdout.write("\n".join(written_down(user.username, give_new_password(user))))

    def _named(self, name: str) -> User | None:
        found = account_like(name)
        if name and found is None:
            said = _("There is no account “%(name)s”. The organisers: %(names)s.")
            raise CommandError(said % {"name": name, "names": _names(_organisers())})
        return found

    def _only_organiser(self) -> User:
        found = _organisers() or list(User.objects.order_by("username"))
        if not found:
            raise CommandError(_("There is no account yet: start the site once."))
        if len(found) > 1:
            raise CommandError(_("Say of which account: %(names)s.") % {"names": _names(found)})
        return found[0]


def _organisers() -> list[User]:
    """List the accounts that organise a club, else those that organise a contest."""
    of_club = User.objects.filter(club_roles__kind=RoleKind.ORGANISER)
    of_contest = User.objects.filter(roles__kind=RoleKind.ORGANISER)
    found = of_club if of_club.exists() else of_contest
    return list(found.distinct().order_by("username"))


def _names(users: list[User]) -> str:
    return ", ".join(user.username for user in users) or "–"
