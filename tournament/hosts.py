"""Which host names a hall's server answers to.

In a hall the address changes with the router, so no list can be written beforehand. Any address
that can only be on the spot is good, and nothing else: a name of the wide internet that points
here is refused, as Django refuses a name that is not in ALLOWED_HOSTS.
"""

import ipaddress
import socket
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

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


def is_on_the_spot(address: str) -> bool:
    """Whether an IP address, written without brackets, is loopback, private or link-local."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
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
