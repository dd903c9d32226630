"""Forms that are never sent to their end, on lines that stay open: everybody else is answered."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from tests.attacks.logins import HERS, LOOKED_AT, Browser
from tests.faults.site import Server

FORMS = 24
"""Of each who means it: more than the server has threads."""
HEAD = (
    "POST /login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 300\r\n"
    "Cookie: csrftoken={token}\r\n\r\nusername="
)
WAITS = 60
"""Seconds: half a form is waited for much less, and a page never behind it."""


@pytest.fixture
def site(hall) -> Iterator[Server]:
    with Server(hall) as server:
        yield server


def half_sent(server: Server, address: str) -> socket.socket:
    """Send half a form from there, and keep the line open."""
    line = socket.create_connection(
        ("127.0.0.1", server.port), timeout=WAITS, source_address=(address, 0)
    )
    line.sendall(HEAD.format(token="t" * 32).encode())
    return line


@pytest.mark.parametrize("attackers", [1, 3])
def test_who_sends_half_forms_keeps_nobody_waiting(site, attackers):
    with ExitStack() as lines:
        for number in range(attackers):
            for _form in range(FORMS):
                lines.enter_context(closing(half_sent(site, f"127.0.0.{number + 2}")))
        somebody = lines.enter_context(closing(Browser(site.port, "127.0.1.1")))
        if attackers == 1:
            assert somebody.signs_in(HERS, "not hers") == LOOKED_AT
        for _page in range(40):
            assert somebody.ask("GET", "/login/") == LOOKED_AT
    with closing(Browser(site.port, "127.0.1.1")) as somebody:
        assert somebody.signs_in(HERS, "not hers") == LOOKED_AT
    assert "Traceback" not in site.stop()
