"""Invitations: a link, good once and for some hours, that gives a role to whoever opens it."""

from __future__ import annotations

from datetime import timedelta
from enum import StrEnum
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.journal import services as journal
from tournament.models import Invitation, RoleKind, User
from tournament.people.accounts import check_password, new_account, save_account, username_of
from tournament.people.passwords import digest_of, secret_of
from tournament.people.scopes import Scope
from tournament.people.services import note_role

LONGEST_HOURS = 168


class State(StrEnum):
    """Where an invitation stands."""

    OPEN = "open"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


SENTENCES = {
    State.TAKEN: gettext_lazy("This invitation was used already: ask the organiser for another."),
    State.WITHDRAWN: gettext_lazy("This invitation was withdrawn: ask the organiser for another."),
    State.EXPIRED: gettext_lazy("This invitation is over: ask the organiser for another."),
}
"""What is said to who opens one that lets nobody in."""


def state_of(invitation: Invitation) -> State:
    """Say where an invitation stands now."""
    if invitation.taken_at:
        return State.TAKEN
    if invitation.withdrawn_at:
        return State.WITHDRAWN
    return State.OPEN if timezone.now() < invitation.expires_at else State.EXPIRED


@transaction.atomic
def invite(scope: Scope, kind: RoleKind, hours: int, *, by: User, key: UUID) -> str:
    """Make an invitation, and return its secret, to be shown once.

    A form sent twice (same ``key``) makes one, and gives the same secret. Raises
    ``ValidationError``.
    """
    held = scope.held(by=by)
    secret = secret_of(key)
    if held.invitations().filter(client_key=key).exists():
        return secret
    made = Invitation(
        club=held.club,
        tournament=held.tournament,
        kind=kind,
        digest=digest_of(secret),
        made_by=by,
        expires_at=timezone.now() + timedelta(hours=hours),
        client_key=key,
    )
    made.full_clean()
    made.save(force_insert=True)
    if held.tournament:
        said = {"invitation": made.pk, "role": made.kind}
        journal.write(held.tournament, "role.invited", by=by, details=said)
    return secret


@transaction.atomic
def withdraw(scope: Scope, invitation_id: int, *, by: User) -> None:
    """Have an invitation let nobody in any more; one that was taken, or withdrawn, stays so."""
    held = scope.held(by=by)
    unused = held.invitations().filter(pk=invitation_id, taken_at=None, withdrawn_at=None)
    if unused.update(withdrawn_at=timezone.now()) and held.tournament:
        said = {"invitation": invitation_id}
        journal.write(held.tournament, "role.invitation_withdrawn", by=by, details=said)


def find(secret: str) -> Invitation | None:
    """Return the invitation of a link, whether it is still good or not."""
    found = Invitation.objects.select_related("club", "tournament__club", "made_by")
    return found.filter(digest=digest_of(secret)).first()


@transaction.atomic
def accept(invitation: Invitation, *, user: User) -> None:
    """Take an invitation for an account: of two at the same moment the database lets one win.

    Raises ``ValidationError`` where it is good no more.
    """
    scope = _scope(invitation).kept()
    now = timezone.now()
    unused = Invitation.objects.filter(pk=invitation.pk, taken_at=None, withdrawn_at=None)
    if not unused.filter(expires_at__gt=now).update(taken_at=now, taken_by=user):
        invitation.refresh_from_db()
        state = state_of(invitation)
        raise ValidationError(SENTENCES.get(state, _("This invitation lets nobody in.")))
    note_role(scope, user, RoleKind(invitation.kind), by=user, invitation=invitation.pk)


def accept_as_new(invitation: Invitation, *, name: str, password: str) -> User:
    """Make an account with the name and the password that somebody chose, and accept as it.

    Raises ``ValidationError`` by field; no account is left where the invitation is not good.
    """
    check_password(password, User(username=username_of(name)))
    account = new_account(invitation.club, name, password)
    with transaction.atomic():
        # The club first, always: an account that an organiser makes takes its turn after it too.
        _scope(invitation).kept()
        accept(invitation, user=save_account(account))
    return account


def _scope(invitation: Invitation) -> Scope:
    return Scope(club=invitation.club, tournament=invitation.tournament)
