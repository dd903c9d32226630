"""Give a role and take it away; nobody is left without an organiser."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Invitation, Role, RoleKind, User
from tournament.people.scopes import Scope


@transaction.atomic
def give_role(scope: Scope, user: User, kind: RoleKind, *, by: User) -> None:
    """Give an account a role; asked twice, it is given once.

    Raises ``ValidationError`` where the account is closed or ``by`` organises no more.
    """
    held = scope.held(by=by)
    if not User.objects.filter(pk=user.pk, is_active=True).exists():
        raise ValidationError({"account": _("This account is closed: open it again first.")})
    note_role(held, user, kind, by=by)


def note_role(scope: Scope, user: User, kind: RoleKind, *, by: User, **details: int) -> None:
    """Note a role in the caller's transaction, ``details`` being kept with it."""
    _row, is_new = scope.roles.get_or_create(user=user, kind=kind)
    if is_new and scope.tournament:
        said = {"user": user.pk, "role": kind.value} | details
        journal.write(scope.tournament, "role.given", by=by, details=said)


@transaction.atomic
def take_role(scope: Scope, user: User, kind: RoleKind, *, by: User) -> bool:
    """Take a role away, and say whether it was there.

    Raises ``ValidationError`` rather than leave a contest or a club without an organiser.
    """
    held = scope.held(by=by)
    found = held.roles.filter(user=user, kind=kind)
    if not found.exists():
        return False
    found.delete()
    if kind == RoleKind.ORGANISER:
        if not held.organisers().exists():
            # The transaction is undone: the role was never taken.
            raise ValidationError(_("This is the last organiser: give the role to another first."))
        _withdraw(held, user)
    if held.tournament:
        said = {"user": user.pk, "role": kind.value}
        journal.write(held.tournament, "role.taken", by=by, details=said)
    return True


def withdraw_those_of(user: User, invitations: QuerySet[Invitation]) -> None:
    """Withdraw what an account has invited to and nobody has taken."""
    open_ = invitations.filter(made_by=user, taken_at=None, withdrawn_at=None)
    open_.update(withdrawn_at=timezone.now())


def _withdraw(scope: Scope, user: User) -> None:
    """Withdraw the invitations of who organises here no more."""
    if scope.tournament:
        if not scope.organisers().filter(pk=user.pk).exists():
            withdraw_those_of(user, scope.invitations())
        return
    own = Role.objects.filter(user=user, kind=RoleKind.ORGANISER).values("tournament")
    of_club = Invitation.objects.filter(club=scope.club)
    withdraw_those_of(user, of_club.exclude(tournament__in=own))
