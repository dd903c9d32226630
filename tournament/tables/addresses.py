"""The address that a phone in the hall types, or finds in a QR code."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse

from tournament.hosts import hall_addresses, is_on_the_spot

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def phone_address(request: HttpRequest) -> str:
    """Return the site's address as a phone reaches it: ``http://192.168.1.20:8000``.

    The desk's own browser often asks for ``localhost``, which is another machine on a
    phone, or for a name that only some systems know: the hall's network then gives its
    address. A hosted site is where the desk found it.
    """
    host = request.get_host()
    domain, port = split_domain_port(host)
    bare = domain.strip("[]")
    is_hall_name = settings.LAN and not is_on_the_spot(bare)
    if bare in LOOPBACK or is_hall_name:
        found = hall_addresses()
        host = f"{found[0]}:{port}" if found and port else (found or [host])[0]
    return f"{request.scheme}://{host}"


def is_within_reach(request: HttpRequest) -> bool:
    """Whether a phone can reach this server at all: a hall's is closed until it is asked for."""
    bare = split_domain_port(request.get_host())[0].strip("[]")
    return settings.LAN or bare not in LOOPBACK


def code_address(base: str, code: str) -> str:
    """Return the address that opens a side of a table."""
    return base + reverse("tables:table", args=[code])
