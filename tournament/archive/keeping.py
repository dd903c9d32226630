"""An archive between the page that shows what it holds and the one that restores it.

It is kept for an hour as a session of its own, which nobody is logged in with: every
process of a hosted site finds it there, and it goes as sessions go.
"""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase

from tournament.models import User

KEPT_SECONDS = 3600


def _session(key: str | None = None) -> SessionBase:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return store


def keep(content: bytes, by: User) -> str:
    """Keep what somebody sent, and return the key by which it is found again."""
    store = _session()
    store["archive"] = content.decode("utf-8-sig")
    store["archive_of"] = by.pk
    store.set_expiry(KEPT_SECONDS)
    store.create()
    return str(store.session_key)


def kept(key: str, by: User) -> bytes | None:
    """Return what somebody sent before; None once it is gone, or when somebody else sent it."""
    store = _session(key[:40])
    if store.get("archive_of") != by.pk:
        return None
    return str(store["archive"]).encode()


def drop(key: str, by: User) -> None:
    """Forget what somebody sent, once it is restored."""
    if kept(key, by) is not None:
        _session(key[:40]).delete()
