"""Where a role counts: in one contest, or in all those of a club."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db.models import Manager, Q, QuerySet
from django.utils.translation import gettext as _

from tournament.clubs.naming import clubs_organised_by
from tournament.models import Club, ClubRole, Invitation, Role, RoleKind, Tournament, User
from tournament.roles import has_role


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """One contest of a club, or the whole club where no contest is named."""

    club: Club
    tournament: Tournament | None = None

    @classmethod
    def of(cls, place: Club | Tournament) -> Scope:
        """Return the scope that is a contest, or a club."""
        if isinstance(place, Tournament):
            return cls(club=place.club, tournament=place)
        return cls(club=place)

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.tournament or self.club)

    @property
    def roles(self) -> Manager[Role] | Manager[ClubRole]:
        """The roles given here, the whole club's left out of a contest's."""
        return self.tournament.roles if self.tournament else self.club.roles

    def invitations(self) -> QuerySet[Invitation]:
        """Return the invitations to a role here, the last first."""
        return Invitation.objects.filter(club=self.club, tournament=self.tournament)

    def organisers(self) -> QuerySet[User]:
        """Return the accounts that organise it now, those of the whole club included."""
        of_club = Q(club_roles__club=self.club, club_roles__kind=RoleKind.ORGANISER)
        found = User.objects.filter(of_club)
        if self.tournament:
            own = self.tournament.roles.filter(kind=RoleKind.ORGANISER)
            found |= User.objects.filter(pk__in=own.values("user"))
        return found.filter(is_active=True).distinct()

    def kept(self) -> Scope:
        """Read it anew, its rows kept to the end of the transaction.

        So acts on who may do what follow each other.
        """
        # The club first, always: none waits for another that waits for it.
        club = Club.objects.select_for_update().get(pk=self.club.pk)
        if self.tournament:
            return Scope(club=club, tournament=Tournament.objects.held(self.tournament.pk))
        return Scope(club=club)

    def held(self, *, by: User) -> Scope:
        """Keep it, for an organiser of it.

        Raises ``ValidationError`` where the organiser is none any more.
        """
        found = self.kept()
        if not found.is_organised_by(by):
            raise ValidationError(_("You are not an organiser here any more."))
        return found

    def is_organised_by(self, user: User) -> bool:
        """Whether an account may give roles here."""
        if not User.objects.filter(pk=user.pk, is_active=True).exists():
            return False
        if self.tournament:
            return has_role(user, self.tournament, RoleKind.ORGANISER)
        return clubs_organised_by(user).filter(pk=self.club.pk).exists()


def accounts_of(club: Club) -> QuerySet[User]:
    """Return the accounts that have to do with a club: its own, and whoever has a role in it."""
    in_contests = Role.objects.filter(tournament__club=club).values("user")
    in_club = ClubRole.objects.filter(club=club).values("user")
    found = Q(club=club) | Q(pk__in=in_contests) | Q(pk__in=in_club)
    return User.objects.filter(found).order_by("username")
