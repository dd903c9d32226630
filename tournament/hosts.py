"""Which host names a hall's server answers to.

In a hall the address changes with the router, so no list can be written beforehand. Any address
that can only be on the spot is good, and nothing else: a name of the wide internet that points
here is refused, as Django refuses a name that is not in ALLOWED_HOSTS.
"""

import contextlib
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _

# Written out: the standard library's is_private holds more (documentation, benchmark networks).
_ON_THE_SPOT = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def is_on_the_spot(address: str) -> bool:
    """Whether an IP address, written without brackets, is loopback, private or link-local."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in _ON_THE_SPOT)


def is_hall_host(host: str) -> bool:
    """Whether a Host header, port or not, names a machine that can only be in the hall."""
    domain, _port = split_domain_port(host)
    if not domain:
        return False
    own_name = socket.gethostname().lower()
    return (
        is_on_the_spot(domain.strip("[]"))
        or domain.endswith(".local")
        or domain == own_name
        or validate_host(domain, settings.HALL_HOSTS)
    )


class HallHostMiddleware:
    """Refuse, with LAN=1, every host that is not in the hall."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.LAN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host = request.get_host()
        if not is_hall_host(host):
            raise DisallowedHost(f"Not a host of this hall: {host}")
        return self.get_response(request)


def hall_addresses() -> list[str]:
    """The IPv4 addresses of this machine a phone in the hall may type, the likeliest first."""
    found = {address for address in _interface_addresses() if is_on_the_spot(address)}
    usual = _usual_address()
    return sorted(
        (address for address in found if not ipaddress.ip_address(address).is_loopback),
        key=lambda address: (address != usual, ipaddress.ip_address(address)),
    )


def phone_host(host: str, addresses: Callable[[], list[str]] = hall_addresses) -> str:
    """Return the host by which a phone reaches the site that the desk asked for as ``host``.

    The desk's own browser often asks for ``localhost``, which is another machine on a
    phone, or for a name that only some systems know: the hall's network then gives its
    address. A hosted site is where the desk found it. Nothing where no phone reaches it.
    """
    domain, port = split_domain_port(host)
    bare = domain.strip("[]")
    if bare not in LOOPBACK and not (settings.LAN and not is_on_the_spot(bare)):
        return host
    if found := addresses() if settings.LAN else []:
        return f"{found[0]}:{port}" if port else found[0]
    return "" if bare in LOOPBACK else host


def phone_address(request: HttpRequest) -> str:
    """Return the site's address as a phone reaches it: ``http://192.168.1.20:8000``.

    The desk's own where no phone does: see ``out_of_reach``.
    """
    return f"{request.scheme}://{phone_host(request.get_host()) or request.get_host()}"


def out_of_reach(request: HttpRequest) -> str:
    """Say why no phone can reach this server, and what to do; nothing where one can."""
    if phone_host(request.get_host()):
        return ""
    if settings.LAN:
        return _(
            "No phone can reach this server: this computer is on no network of the hall."
            " Connect it, then open this page again."
        )
    return _(
        "No phone can reach this server: it is open to this computer only."
        " Stop it, and start it again with “make run LAN=1”."
    )


def is_within_reach(request: HttpRequest) -> bool:
    """Whether a phone can reach this server at all."""
    return not out_of_reach(request)


def _usual_address() -> str:
    # Connecting a datagram socket sends nothing: it only asks the system which way it would go.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return ""
        return probe.getsockname()[0]


def _interface_addresses() -> set[str]:
    addresses = {_usual_address()}
    with contextlib.suppress(OSError):  # a machine that does not know its own name
        addresses |= {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}
    if sys.platform == "linux":
        # A hall's router often leads nowhere: without a default route only the interfaces know.
        addresses |= _linux_interface_addresses()
    return {address for address in addresses if address and ":" not in address}


def _linux_interface_addresses() -> set[str]:
    import fcntl  # noqa: PLC0415 - not on every system

    get_address = 0x8915  # SIOCGIFADDR
    addresses = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _index, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            try:
                answer = fcntl.ioctl(probe.fileno(), get_address, request)
            except OSError:
                continue  # an interface without an IPv4 address
            addresses.add(socket.inet_ntoa(answer[20:24]))
    return addresses
