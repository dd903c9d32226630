"""Who has which role, and which invitations stand, as the pages list them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from uuid import UUID, uuid4

from tournament.models import Club, ClubRole, Invitation, RoleKind, User
from tournament.people.invitations import State, state_of
from tournament.people.scopes import Scope
from tournament.text import alphabetical

MOST_INVITATIONS = 30
"""So many of the last invitations are listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """An account, its roles here, and in a contest those it has through its club."""

    user: User
    kinds: list[RoleKind]
    of_club: list[RoleKind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    """An invitation and where it stands."""

    row: Invitation
    state: State

    @property
    def role(self) -> RoleKind:
        """The role it gives."""
        return RoleKind(self.row.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account of a club, and whether its organisers may reset and close it."""

    user: User
    is_ones_own: bool
    key: UUID = field(default_factory=uuid4)
    """Of the button that makes another password."""


def holders(scope: Scope) -> list[Holder]:
    """List who has a role, by name, in three queries at most."""
    own: dict[int, set[str]] = defaultdict(set)
    of_club: dict[int, set[str]] = defaultdict(set)
    for user, kind in scope.roles.values_list("user", "kind"):
        own[user].add(kind)
    if scope.tournament:
        for user, kind in ClubRole.objects.filter(club=scope.club).values_list("user", "kind"):
            of_club[user].add(kind)
    users = alphabetical(User.objects.filter(pk__in={*own, *of_club}), str)
    return [
        Holder(user=user, kinds=_ordered(own[user.pk]), of_club=_ordered(of_club[user.pk]))
        for user in users
    ]


def invited(scope: Scope) -> list[Invited]:
    """List the last invitations, the newest first."""
    rows = scope.invitations().select_related("taken_by", "made_by")[:MOST_INVITATIONS]
    return [Invited(row=row, state=state_of(row)) for row in rows]


def own_accounts(club: Club, *, viewer: User) -> list[Account]:
    """List the accounts of a club, by name."""
    users = alphabetical(User.objects.filter(club=club), str)
    return [Account(user=user, is_ones_own=user.pk == viewer.pk) for user in users]


def _ordered(kinds: set[str]) -> list[RoleKind]:
    return [kind for kind in RoleKind if kind in kinds]
