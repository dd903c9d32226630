"""Accounts, without e-mail: made on the spot, given another password, closed."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import logins
from tournament.models import Club, ClubRole, Invitation, Role, RoleKind, User
from tournament.people.passwords import new_password, password_of, salt_of
from tournament.people.scopes import Scope
from tournament.people.services import note_role, withdraw_those_of
from tournament.postgresql.locks import in_turn
from tournament.text import tidy


def make_account(scope: Scope, name: str, kind: RoleKind, *, by: User, key: UUID) -> str:
    """Make an account of the club with a role, and return its password, to be shown once.

    A form sent twice (same ``key``) makes one account and gives the same password.
    Raises ``ValidationError`` on ``name``.
    """
    password = password_of(key)
    account = new_account(scope.club, name, password, salt=salt_of(key))
    with transaction.atomic():
        held = scope.held(by=by)
        own = held.club.user_set.filter(username=account.username, password=account.password)
        note_role(held, own.first() or save_account(account), kind, by=by)
    return password


def new_account(club: Club, name: str, password: str, *, salt: str | None = None) -> User:
    """Return an account that is not saved yet.

    Its password is worked out here, which takes a while: no row may be held meanwhile.
    """
    return User(username=username_of(name), club=club, password=make_password(password, salt))


def username_of(name: str) -> str:
    """Return a name as it is kept: without what nobody sees, one space between two words."""
    return str(User.normalize_username(tidy(name)))


def save_account(account: User) -> User:
    """Save a new account in the caller's transaction; a name is nobody else's, whatever its case.

    Raises ``ValidationError`` on ``name``.
    """
    in_turn("accounts")
    check_name(account)
    account.full_clean(exclude=["password", "club", "username"])
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError as twice:
        raise _taken() from twice
    return account


def check_name(account: User) -> None:
    """Refuse a name that is none, or that somebody has whatever its case, on ``name``."""
    try:
        User._meta.get_field("username").clean(account.username, account)
    except ValidationError as refusal:
        raise ValidationError({"name": refusal.messages}) from refusal
    if logins.names_like(account.username):
        raise _taken()


def _taken() -> ValidationError:
    return ValidationError({"name": _("Somebody has this name already: choose another.")})


def check_password(password: str, account: User) -> None:
    """Refuse a password that is easily guessed, on ``password``."""
    try:
        validate_password(password, account)
    except ValidationError as refusal:
        raise ValidationError({"password": refusal.messages}) from refusal


def reset_password(club: Club, user: User, *, by: User, key: UUID) -> str:
    """Give an account of the club another password, and return it, to be shown once.

    Its sessions end. Raises ``ValidationError`` where that is not for ``by`` to do.
    """
    password = password_of(key)
    hashed = make_password(password)
    with transaction.atomic():
        account = _account(Scope(club=club).held(by=by), user)
        account.password = hashed
        account.save(update_fields=["password"])
        logins.forget(account.username)
    return password


def change_password(user: User, password: str) -> User:
    """Give an account the password that it chose; its other sessions end."""
    check_password(password, user)
    user.password = make_password(password)
    user.save(update_fields=["password"])
    return user


def close_account(club: Club, user: User, *, by: User) -> None:
    """Close an account: whoever uses it is out at once and for good. What it did stays in its name.

    Raises ``ValidationError`` rather than leave a contest without an organiser.
    """
    _close(club, user, by=by)
    # Nobody signs in with it any more: what is deleted now does not come back.
    end_sessions(user)


def end_sessions(user: User) -> None:
    """Have a person sign in again everywhere, the next time that the account is open."""
    open_ = Session.objects.filter(expire_date__gt=timezone.now())
    own = [row.pk for row in open_.iterator() if row.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=own).delete()


@transaction.atomic
def _close(club: Club, user: User, *, by: User) -> None:
    account = _account(Scope(club=club).held(by=by), user)
    if account == by:
        raise ValidationError(_("You cannot close your own account: another organiser does."))
    account.is_active = False
    account.save(update_fields=["is_active"])
    organised = Role.objects.filter(user=account, kind=RoleKind.ORGANISER)
    for role in organised.select_related("tournament__club"):
        if not Scope.of(role.tournament).organisers().exists():
            said = _("%(contest)s would be left without an organiser: give it another first.")
            raise ValidationError(said % {"contest": role.tournament})
    withdraw_those_of(account, Invitation.objects.all())


@transaction.atomic
def open_account(club: Club, user: User, *, by: User) -> None:
    """Open an account again that was closed, its roles as they were."""
    account = _account(Scope(club=club).held(by=by), user)
    account.is_active = True
    account.save(update_fields=["is_active"])


def _account(scope: Scope, user: User) -> User:
    """Read an account anew that a club's organisers may reset and close: all its own."""
    account = User.objects.select_for_update().get(pk=user.pk)
    elsewhere = ClubRole.objects.filter(user=account).exclude(club=scope.club).exists()
    elsewhere |= Role.objects.filter(user=account).exclude(tournament__club=scope.club).exists()
    if account.club_id != scope.club.pk or account.is_superuser or elsewhere:
        raise ValidationError(
            _("This account is not this club's alone: who uses it changes its password.")
        )
    return account


def give_new_password(user: User) -> str:
    """Give an account another password, for whoever has the computer itself; return it.

    Its sessions end; one that was closed is open again.
    """
    password = new_password()
    hashed = make_password(password)
    with transaction.atomic():
        account = User.objects.select_for_update().get(pk=user.pk)
        account.password, account.is_active = hashed, True
        account.save(update_fields=["password", "is_active"])
        logins.forget(account.username)
    return password


def open_club(name: str, organiser: str) -> tuple[User, str]:
    """Open a club, and return the account that organises it with its password.

    The password is empty where the account was there already. Raises ``ValidationError`` on
    ``name`` where a club of that name is there, and on ``organiser``.
    """
    club = Club(name=tidy(name))
    club.full_clean()
    others = Club.objects.values_list("name", flat=True)
    if logins.folded(club.name) in map(logins.folded, others):
        raise ValidationError({"name": _("There is a club of this name already.")})
    password = new_password()
    account = new_account(club, organiser, password)
    with transaction.atomic():
        club.save(force_insert=True)
        there = User.objects.filter(username=account.username).first()
        ClubRole.objects.create(
            user=there or save_account(account), club=club, kind=RoleKind.ORGANISER
        )
    return (there, "") if there else (account, password)
