"""An archive between the page that shows what it holds and the one that restores it.

It is kept for an hour as a session of its own, which nobody is logged in with: every
process of a hosted site finds it there, and it goes as sessions go. Each account has one at
most, so that no one fills the disk.
"""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import salted_hmac

from tournament.models import User

KEPT_FOR = timedelta(hours=1)


def keep(content: bytes, by: User, *, fault: str) -> str:
    """Keep what somebody sent, in the place of what it sent before, and return what names it.

    ``fault`` says why its journal does not verify; nothing where it does.
    """
    now, text = timezone.now(), content.decode("utf-8-sig")
    Session.objects.filter(expire_date__lt=now).delete()
    columns = {
        "session_data": Session.objects.encode({"archive": text, "fault": fault}),
        "expire_date": now + KEPT_FOR,
    }
    Session.objects.update_or_create(pk=_key(by), defaults=columns)
    return _name(text)


def kept(name: str, by: User) -> tuple[bytes, str] | None:
    """Return what somebody sent, and its fault; None once it is gone, or is not what was shown."""
    found = Session.objects.filter(pk=_key(by), expire_date__gt=timezone.now()).first()
    held = found.get_decoded() if found else {}
    text, fault = held.get("archive", ""), held.get("fault")
    return None if fault is None or _name(text) != name else (text.encode(), fault)


def drop(by: User) -> None:
    """Forget what somebody sent, once it is restored."""
    Session.objects.filter(pk=_key(by)).delete()


def _key(by: User) -> str:
    # Nobody guesses it: as a session's key it opens nothing, but could be deleted.
    return salted_hmac(__name__, str(by.pk)).hexdigest()[:32]


def _name(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:32]
