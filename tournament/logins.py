"""How often a sign-in may fail: no password is guessed, and nobody keeps somebody else out.

Counted in the database, so that every process counts the same, over the last minutes: for an
account from one place, from one address whatever the account, and in all. So thirty phones
behind one router may each be mistaken, and ten thousand guesses cost next to nothing: whoever
must wait is told so before any password is worked out, and is not counted again.

A browser in which an account has signed in before is a place of its own: guesses made from
elsewhere, be it behind the same router, never make it wait.
"""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.limits import address_of, count, full_since, in_turn_of, of_late
from tournament.models import User, WrongLogin

WITHIN = timedelta(minutes=10)
MOST_OF_AN_ACCOUNT = 5
MOST_OF_AN_ADDRESS = 100
MOST_IN_ALL = 300

MUST_WAIT = "wait"
"""The code of the refusal of who must wait."""

COOKIE = "known"
SALT = "tournament.logins"
COOKIE_AGE = 60 * 60 * 24 * 365
MOST_KNOWN = 6
"""So many accounts share a browser, at a desk."""
BROWSER = "browser "


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A sign-in that is being made: for which account, from where."""

    account: str
    place: str


def begin(request: HttpRequest, username: str) -> Attempt:
    """Count a sign-in before its password is looked at, as one that failed.

    Counted beforehand, many at once are no way around. Raises ``ValidationError``, saying
    when to try again, where too many have failed.
    """
    account = _digest(username)
    address = address_of(request)
    place = _known(request).get(account)
    attempt = Attempt(account=account, place=BROWSER + place if place else address)
    with in_turn_of(WrongLogin, partial(_check, attempt)):
        count(WrongLogin(account=account, place=attempt.place))
    return attempt


def succeeded(attempt: Attempt) -> None:
    """Forget what failed there before the right password was typed."""
    WrongLogin.objects.filter(account=attempt.account, place=attempt.place).delete()


def forget(username: str) -> None:
    """Let an account sign in again at once, wherever it has failed: its password is another."""
    WrongLogin.objects.filter(account=_digest(username)).delete()


def remember(response: HttpResponse, request: HttpRequest, user: AbstractBaseUser) -> HttpResponse:
    """Have a browser known as one in which this account has signed in."""
    account = _digest(user.get_username())
    known = _known(request)
    nonce = known.pop(account, None) or secrets.token_urlsafe(12)
    kept = dict([(account, nonce), *known.items()][:MOST_KNOWN])
    response.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=SALT),
        max_age=COOKIE_AGE,
        # Asked for at the door, and where an account changes its password: on the whole site,
        # for it says nothing of anybody and no one path holds both.
        path=reverse("home"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _known(request: HttpRequest) -> dict[str, str]:
    """Return the accounts that have signed in with this browser, and what it is called for each."""
    try:
        return dict(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE))
    except signing.BadSignature:
        return {}


def folded(name: str) -> str:
    """Return a name as it is compared: whatever its case, and however its accents are typed."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def names_like(name: str) -> list[str]:
    """Return the name of the account that somebody means, whatever its case.

    There is one at most, unless both are older than that rule: then the one written so is first.
    """
    # Here, for SQLite folds the case of ASCII letters only.
    wanted = folded(name)
    names = User.objects.values_list("username", flat=True)
    return sorted((each for each in names if folded(each) == wanted), key=lambda each: each != name)


def account_like(name: str) -> User | None:
    """Return the account that somebody means by a name, whatever its case; None for no such one."""
    return User.objects.filter(username__in=names_like(name)[:1]).first()


def _digest(username: str) -> str:
    """Return what stands for an account: a password typed in the name's place is not kept."""
    return salted_hmac(SALT, folded(username), algorithm="sha256").hexdigest()


def _check(attempt: Attempt) -> None:
    """Refuse a sign-in while too many have failed."""
    recent = of_late(WrongLogin, WITHIN)
    limits = [(recent.filter(account=attempt.account, place=attempt.place), MOST_OF_AN_ACCOUNT)]
    if not attempt.place.startswith(BROWSER):
        limits += [
            (recent.filter(place=attempt.place), MOST_OF_AN_ADDRESS),
            (recent.exclude(place__startswith=BROWSER), MOST_IN_ALL),
        ]
    full = [since for rows, most in limits if (since := full_since(rows, most))]
    if full:
        raise ValidationError(_sentence(max(full) + WITHIN), code=MUST_WAIT)


def _sentence(until: datetime) -> str:
    # To the minute, the next one: at the time said it is not too early.
    at = timezone.localtime(until) + timedelta(minutes=1)
    return _(
        "Too many sign-ins went wrong: try again at %(time)s, or ask the organiser of the club"
        " for another password."
    ) % {"time": date_format(at, "TIME_FORMAT")}
