"""How often a code or an invitation may be wrong: none is guessed, one after the other or at once.

Counted in the database, so that every process of the server counts the same. Who has
already been let in is never made to wait: only codes that opened nothing count. The wrong
passwords of ``logins`` are counted by the same means.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from tournament.models import WrongCode
from tournament.postgresql.locks import in_turn

Found = TypeVar("Found")

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


class MustWait(Exception):
    """Too many codes were wrong in the last minutes, from there or in all."""


def guessed(request: HttpRequest, find: Callable[[], Found | None]) -> Found | None:
    """Return what a code opens, and count one that opens nothing.

    Raises ``MustWait``, before anything is looked up.
    """
    address = address_of(request)
    with in_turn_of(WrongCode, partial(_check, address)):
        found = find()
        if found is None:
            count(WrongCode(address=address))
    return found


def _check(address: str) -> None:
    wrong = of_late(WrongCode, WITHIN)
    if full_since(wrong.filter(address=address), MOST_OF_AN_ADDRESS):
        raise MustWait
    if full_since(wrong, MOST_IN_ALL):
        raise MustWait


@contextmanager
def in_turn_of(tries: type[Model], check: Callable[[], None]) -> Iterator[None]:
    """Have who tries pass a check, and count what is wrong before the next one passes it.

    Who must wait is told so before anything is held.
    """
    check()
    with transaction.atomic():
        in_turn(tries._meta.db_table)
        # Asked again in turn: those sent at once are counted one by one.
        check()
        yield


def count(wrong: Model) -> None:
    """Keep one that was wrong; forget those of long ago."""
    type(wrong)._default_manager.filter(at__lt=timezone.now() - KEPT).delete()
    wrong.save(force_insert=True)


def of_late(tries: type[Model], within: timedelta) -> QuerySet[Model]:
    """Return those that were wrong in the last minutes, the last first."""
    now = timezone.now()
    # A row of the future is of a clock that was set back since.
    return tries._default_manager.filter(at__gt=now - within, at__lte=now).order_by("-at")


def full_since(wrong: QuerySet[Model], most: int) -> datetime | None:
    """Return when the first of the last so many was made; None where there are fewer."""
    return wrong.values_list("at", flat=True)[most - 1 : most].first()
