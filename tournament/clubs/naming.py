"""The club itself: who may change its name, and changing it."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tournament.models import Club, Tournament, User
from tournament.text import tidy


def clubs_organised_by(user: User) -> QuerySet[Club]:
    """List the clubs of which an account organises a contest."""
    return Club.objects.filter(tournaments__in=Tournament.objects.organised_by(user)).distinct()


def clubs_known_to(user: User) -> QuerySet[Club]:
    """List the clubs an account has to do with: a role in a contest of theirs, or its own."""
    known = Q(tournaments__roles__user=user) | Q(pk=user.club_id, tournaments__isnull=True)
    return Club.objects.filter(known).distinct()


def may_rename(user: User, club: Club) -> bool:
    """Whether an account names a club: its organisers, and who belongs to one without contests."""
    if clubs_organised_by(user).filter(pk=club.pk).exists():
        return True
    return user.club_id == club.pk and not club.tournaments.exists()


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
