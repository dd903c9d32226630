"""The club itself: who has to do with it, who organises it, and changing its name."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import Club, ClubRole, Invitation, Role, RoleKind, Tournament, User
from tournament.text import tidy


def clubs_organised_by(user: User) -> QuerySet[Club]:
    """List the clubs that an account organises.

    A club that nobody organises, as it comes from a version before there were roles in a
    club, is its contests' organisers', and its own accounts' before there is any contest,
    save who came to help: by an invitation, or with another role there.
    """
    organisers = ClubRole.objects.filter(kind=RoleKind.ORGANISER, user__is_active=True)
    own = Q(pk__in=organisers.filter(user=user).values("club"))
    contests = Role.objects.filter(user=user, kind=RoleKind.ORGANISER)
    is_empty = ~Q(pk__in=Tournament.objects.order_by().values("club"))
    may_begin = Q(pk=user.club_id) & is_empty & ~Q(pk__in=_clubs_helped_by(user))
    in_charge = Q(pk__in=contests.values("tournament__club")) | may_begin
    found = Club.objects.filter(own | in_charge & ~Q(pk__in=organisers.values("club")))
    return found.order_by("name", "pk")


def _clubs_helped_by(user: User) -> QuerySet[Club]:
    """List the clubs in which an account was only ever asked to help."""
    with_role = ClubRole.objects.filter(user=user).values("club")
    invited = Invitation.objects.filter(taken_by=user).exclude(kind=RoleKind.ORGANISER)
    found = Club.objects.filter(Q(pk__in=with_role) | Q(pk__in=invited.values("club")))
    return found.values("pk")


def creates_contests(user: User) -> bool:
    """Whether an account creates, copies and restores contests: who organises a club or a contest.

    Nobody gets there by helping: who types, rules, counts or reads goes on with what he was given.
    """
    if user.is_superuser or clubs_organised_by(user).exists():
        return True
    return Tournament.objects.organised_by(user).exists()


def clubs_joined_by(user: User) -> QuerySet[Club]:
    """List the clubs in which an account has a role, were it in one contest."""
    in_contests = Role.objects.filter(user=user).values("tournament__club")
    in_clubs = ClubRole.objects.filter(user=user).values("club")
    found = Club.objects.filter(Q(pk__in=in_contests) | Q(pk__in=in_clubs))
    return found.order_by("name", "pk")


def sees_to_the_site(user: User) -> bool:
    """Whether an account organises every club that has a contest here, one at least.

    A copy holds all clubs and takes all of them back: nobody does that to somebody else's.
    """
    if user.is_superuser:
        return True
    own = clubs_organised_by(user)
    return own.exists() and not Tournament.objects.exclude(club__in=own.values("pk")).exists()


@transaction.atomic
def rename_club(club: Club, name: str, *, seen: str) -> Club:
    """Give a club another name; ``seen`` is the one that the page showed.

    Raises ``ValidationError`` on ``name``, also when somebody else has renamed it meanwhile.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    name = tidy(name)
    if club.name == name:
        return club
    if club.name != seen:
        said = _("Somebody else has named the club “%(name)s” meanwhile: save again to change it.")
        raise ValidationError({"name": ValidationError(said % {"name": club.name}, code="stale")})
    club.name = name
    club.full_clean()
    club.save(update_fields=["name"])
    return club
