"""The address that a phone in the hall types, or finds in a QR code."""

from __future__ import annotations

from django.urls import reverse


def code_address(base: str, code: str) -> str:
    """Return the address that opens a side of a table."""
    return base + reverse("tables:table", args=[code])
