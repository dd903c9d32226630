"""Passwords and secrets that the site makes: to be read out, or to stand in a link."""

from __future__ import annotations

import hashlib
import secrets
from base64 import urlsafe_b64encode
from uuid import UUID

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Nothing that is misread on a screen or on paper (i l 1, o 0)."""
GROUPS = GROUP = 4
SALT = "tournament.people"
SECRET_BYTES = 16


def new_password() -> str:
    """Choose sixteen letters and figures, in four groups that can be read out."""
    return _spelled(secrets.token_bytes(64))


def written_down(account: str, password: str) -> list[str]:
    """Say both to whoever is at the computer itself, line by line."""
    return [
        "    " + _("account   %(name)s") % {"name": account},
        "    " + _("password  %(password)s") % {"password": password},
        "",
        _("Write them down: the password is shown this once only."),
    ]


def password_of(key: UUID) -> str:
    """Return the password that a form makes, the same when that very form is sent twice.

    Nobody finds it from the key without this installation's own secret.
    """
    return _spelled(_derived("password", key))


def salt_of(key: UUID) -> str:
    """Return the salt of that password: the form sent twice keeps the same digest of it."""
    return _derived("salt", key)[:SECRET_BYTES].hex()


def secret_of(key: UUID) -> str:
    """Return the secret of the link that a form makes, the same when it is sent twice."""
    return urlsafe_b64encode(_derived("link", key)[:SECRET_BYTES]).rstrip(b"=").decode()


def digest_of(secret: str) -> str:
    """Return what is kept of a link's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _derived(what: str, key: UUID) -> bytes:
    return salted_hmac(f"{SALT}.{what}", key.bytes, algorithm="sha512").digest()


def _spelled(drawn: bytes) -> str:
    number = int.from_bytes(drawn, "big")
    signs = []
    for _sign in range(GROUPS * GROUP):
        number, rest = divmod(number, len(LETTERS))
        signs.append(LETTERS[rest])
    return "-".join("".join(signs[at : at + GROUP]) for at in range(0, len(signs), GROUP))
