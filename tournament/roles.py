"""What an account may do in a contest: its own roles there, and those it has in the whole club."""

from __future__ import annotations

from collections import defaultdict

from django.db import DEFAULT_DB_ALIAS
from django.db.models import FilteredRelation, Q, QuerySet

from tournament.models import ClubRole, Role, RoleKind, Tournament, User
from tournament.prepared import Given, Prepared

_COLUMNS = [field.attname for field in Tournament._meta.concrete_fields]
# The contest with each role beside it: one question at the door of every page.
_HELD = Prepared(
    lambda: (
        Tournament.objects.filter(pk=Given("tournament"))
        .order_by()
        .annotate(
            own=FilteredRelation("roles", condition=Q(roles__user=Given("user"))),
            of_club=FilteredRelation("club__roles", condition=Q(club__roles__user=Given("user"))),
        )
        .values_list("own__kind", "of_club__kind", *_COLUMNS)
    )
)


def tournament_and_roles(
    user_id: int, tournament_id: int
) -> tuple[Tournament | None, frozenset[RoleKind]]:
    """Return a contest and an account's roles in it; no contest where it has none."""
    rows = _HELD.ask(user=user_id, tournament=tournament_id)
    kinds = frozenset(RoleKind(kind) for row in rows for kind in row[:2] if kind)
    if not kinds:
        return None, kinds
    return Tournament.from_db(DEFAULT_DB_ALIAS, _COLUMNS, rows[0][2:]), kinds


def has_role(user: User | None, tournament: Tournament, kind: RoleKind) -> bool:
    """Whether an account has a role in a contest, there alone or in the whole club."""
    return user is not None and kind in tournament_and_roles(user.pk, tournament.pk)[1]


def is_held(tournament: Tournament, kind: RoleKind) -> bool:
    """Whether anybody has a role in a contest, there alone or in the whole club.

    A closed account holds nothing.
    """
    own = Role.objects.filter(tournament=tournament, kind=kind, user__is_active=True)
    of_club = ClubRole.objects.filter(club=tournament.club_id, kind=kind, user__is_active=True)
    return own.exists() or of_club.exists()


def roles_by_contest(user: User, contests: QuerySet[Tournament]) -> dict[int, frozenset[RoleKind]]:
    """Return an account's roles in each of some contests, by id and in their order.

    Those where it has none are left out. Three queries, whatever their number.
    """
    own: dict[int, set[RoleKind]] = defaultdict(set)
    for tournament, kind in Role.objects.filter(user=user).values_list("tournament", "kind"):
        own[tournament].add(RoleKind(kind))
    of_club: dict[int, set[RoleKind]] = defaultdict(set)
    for club, kind in ClubRole.objects.filter(user=user).values_list("club", "kind"):
        of_club[club].add(RoleKind(kind))
    found = {
        pk: frozenset(own.get(pk, set()) | of_club.get(club, set()))
        for pk, club in contests.values_list("pk", "club")
    }
    return {pk: kinds for pk, kinds in found.items() if kinds}
