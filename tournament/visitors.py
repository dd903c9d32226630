"""Who asks: the session of a request and its account, as Django keeps them, read at less cost."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.db.models import DateTimeField
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import has_vary_header, patch_cache_control

from tournament.models import User
from tournament.prepared import Given, Prepared

_SESSION = Prepared(
    lambda: Session.objects.filter(
        session_key=Given("key"), expire_date__gt=Given("now", DateTimeField())
    )
)
_USER = Prepared(lambda: User.objects.filter(pk=Given("pk")))

IDLE = timedelta(hours=12)
"""Without a page asked for, an account is signed out after so long: overnight it stays in."""
ABSOLUTE = timedelta(days=3)
"""And after so long whatever was asked: a contest's week-end."""
NOTED_EVERY = timedelta(minutes=30)
"""That a session is used is written so often: each time is a disk's wait."""
SINCE, SEEN = "signed_in_at", "seen_at"
"""Where a session keeps these times, in seconds."""


class SessionStore(db.SessionStore):
    """A session kept as a row: signing out ends it at once, in every process.

    That of an account ends when it was not used for a while, and some days after signing in.
    """

    _as_read: dict[str, Any] | None = None

    def load(self) -> dict[str, Any]:
        """Read what the session holds; one that is over holds nothing any more."""
        kept: dict[str, Any] = super().load()
        if SESSION_KEY not in kept:
            return kept
        now = timezone.now().timestamp()
        if _is_over(kept, now):
            self.delete(self.session_key)
            self._session_key = None
            return {}
        if now - kept.get(SEEN, 0) > NOTED_EVERY.total_seconds():
            self.modified, self._as_read = True, dict(kept)
        return kept

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django has it
        """Write the session; that it was used is not worth failing a page for on a full disk."""
        is_only_noted = self._as_read is not None and self._as_read == self._get_session()
        try:
            super().save(must_create)
        except (DatabaseError, UpdateError):
            if not is_only_noted:
                raise

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Note when an account signed in and was last seen, as the row is written."""
        if SESSION_KEY in data:
            now = timezone.now().timestamp()
            data = {SINCE: now} | data | {SEEN: now}
            # Kept in hand too: the next save is of the same session.
            self._session_cache = data
        row = super().create_model_instance(data)
        if SESSION_KEY in data:
            row.expire_date = timezone.now() + IDLE
        return row

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found


class Accounts(ModelBackend):
    """The accounts of the site, signed in with their password."""

    def get_user(self, user_id: int) -> User | None:
        """Return an account that may still be here."""
        user = _USER.first(pk=user_id)
        return user if user and self.user_can_authenticate(user) else None


class PrivatePages:
    """Have nobody keep what a visitor was shown but his own browser, which asks again each time.

    What the answer depends on his cookies for, and says nothing else of, is his.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Say so; stands above what reads the session."""
        response = self._get_response(request)
        if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response


def _is_over(kept: dict[str, Any], now: float) -> bool:
    """Whether an account's session ends here; one from before these times were kept goes on."""
    since, seen = kept.get(SINCE, now), kept.get(SEEN, now)
    # A time of the future is of a clock that was set back since.
    return now - since > ABSOLUTE.total_seconds() or now - seen > IDLE.total_seconds()
