"""The address that a phone in the hall types, or finds in a QR code."""

from __future__ import annotations

from django.urls import reverse

from tournament.hosts import is_within_reach, phone_address

__all__ = ["code_address", "is_within_reach", "phone_address"]


def code_address(base: str, code: str) -> str:
    """Return the address that opens a side of a table."""
    return base + reverse("tables:table", args=[code])
