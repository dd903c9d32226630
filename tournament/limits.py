"""How often a code or an invitation may be wrong: none is guessed one after the other.

Counted in the database, so that every process of the server counts the same. Who has
already been let in is never made to wait: only codes that opened nothing count.
"""

from __future__ import annotations

import ipaddress
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import WrongCode

WITHIN = timedelta(minutes=5)
MOST_OF_AN_ADDRESS = 20
"""A hall's phones may share one address: a few slips each must pass."""
MOST_IN_ALL = 300
"""From many addresses at once. At this pace one of 300 good codes, among 6.6 × 10¹¹, is found
after some seventy years of play."""
KEPT = timedelta(hours=1)

UNKNOWN = "0.0.0.0"  # noqa: S104 - an address that nobody has, not one to listen on # nosec B104
IPV6_HOME = 64
"""Bits of an IPv6 address that are a household's; it chooses the rest as it likes."""


def address_of(request: HttpRequest) -> str:
    """Return whom a wrong code counts for: an IPv4 address, or the network of an IPv6 one.

    Behind the proxy of a hosted site every visitor has the proxy's own address: the
    last one that the proxy added to its header is then the visitor's. In a hall the
    header is whatever the visitor wrote, and is not read.
    """
    peer = request.META.get("REMOTE_ADDR", "")
    if settings.HTTPS:
        peer = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or peer
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_HOME), strict=False).network_address)


def must_wait(address: str) -> bool:
    """Whether too many codes were wrong in the last minutes, from there or in all."""
    now = timezone.now()
    # A row of the future is of a clock that was set back since.
    wrong = WrongCode.objects.filter(at__gt=now - WITHIN, at__lte=now)
    if wrong.filter(address=address)[:MOST_OF_AN_ADDRESS].count() >= MOST_OF_AN_ADDRESS:
        return True
    return wrong[:MOST_IN_ALL].count() >= MOST_IN_ALL


def note_wrong(address: str) -> None:
    """Count a code that opened nothing; forget those of long ago."""
    WrongCode.objects.filter(at__lt=timezone.now() - KEPT).delete()
    WrongCode.objects.create(address=address)
