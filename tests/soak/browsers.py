"""Browsers without a screen: one that asks a real server, one that asks the site in process."""

from __future__ import annotations

import http.client
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, Protocol
from urllib.parse import urlencode, urljoin

from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

PATIENCE = 90
"""Seconds after which an answer is not awaited any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the site said to whoever asked."""

    status: int
    kind: str
    location: str
    body: bytes

    @property
    def is_page(self) -> bool:
        """Whether it is something to read on."""
        return self.status == 200 and self.kind.startswith("text/html")


class Browser(Protocol):
    """Whoever asks for pages and sends forms."""

    def get(self, path: str) -> Answer:
        """Ask for a page."""

    def post(self, path: str, sent: dict[str, Any], *, multipart: bool) -> Answer:
        """Send a form."""


@dataclass(slots=True)
class InProcess:
    """Asks the site without a server, as Django's test client does; forms are checked for CSRF."""

    client: Client

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._answer(self.client.get(path))

    def post(self, path: str, sent: dict[str, Any], *, multipart: bool) -> Answer:
        """Send a form."""
        if multipart:
            return self._answer(self.client.post(path, sent))
        body = urlencode(sent, doseq=True)
        kind = "application/x-www-form-urlencoded"
        return self._answer(self.client.post(path, body, content_type=kind))

    @staticmethod
    def _answer(said: Any) -> Answer:
        body = b"".join(said.streaming_content) if said.streaming else said.content
        return Answer(
            status=said.status_code,
            kind=said.headers.get("Content-Type", ""),
            location=urljoin(said.request["PATH_INFO"], said.headers.get("Location", "")),
            body=body,
        )


@dataclass(slots=True)
class OverHttp:
    """Asks a server on loopback, over one connection that is kept open, with its cookies.

    ``comes_from`` is its own address, any of 127.0.0.0/8.
    """

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    comes_from: str = "127.0.0.1"
    _connection: http.client.HTTPConnection | None = None

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, b"", "")

    def post(self, path: str, sent: dict[str, Any], *, multipart: bool) -> Answer:
        """Send a form."""
        if multipart:
            return self._ask("POST", path, encode_multipart(BOUNDARY, sent), MULTIPART_CONTENT)
        body = urlencode(sent, doseq=True).encode()
        return self._ask("POST", path, body, "application/x-www-form-urlencoded")

    def _ask(self, method: str, path: str, body: bytes, kind: str) -> Answer:
        headers = {"Cookie": "; ".join(f"{name}={held}" for name, held in self.cookies.items())}
        if kind:
            headers["Content-Type"] = kind
        try:
            said = self._once(method, path, body, headers)
        except (OSError, http.client.HTTPException):
            # What left on a connection that the server had closed meanwhile is sent again.
            self._connection = None
            said = self._once(method, path, body, headers)
        content = said.read()
        for line in said.headers.get_all("Set-Cookie") or []:
            self._keep(SimpleCookie(line))
        return Answer(
            status=said.status,
            kind=said.headers.get("Content-Type", ""),
            location=urljoin(path, said.headers.get("Location", "")),
            body=content,
        )

    def _once(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> http.client.HTTPResponse:
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.comes_from, 0)
            )
        self._connection.request(method, path, body or None, headers)
        return self._connection.getresponse()

    def _keep(self, said: SimpleCookie) -> None:
        for name, morsel in said.items():
            if morsel.value:
                self.cookies[name] = morsel.value
            else:
                self.cookies.pop(name, None)
