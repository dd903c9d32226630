"""Who asks: the session of a request and its account, as Django keeps them, read at less cost."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import DateTimeField
from django.utils import timezone

from tournament.models import User
from tournament.prepared import Given, Prepared

_SESSION = Prepared(
    lambda: Session.objects.filter(
        session_key=Given("key"), expire_date__gt=Given("now", DateTimeField())
    )
)
_USER = Prepared(lambda: User.objects.filter(pk=Given("pk")))


class SessionStore(db.SessionStore):
    """A session kept as a row: signing out ends it at once, in every process."""

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
