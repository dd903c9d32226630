"""One browser, as light as it can be: a connection kept open, its cookies, the pages it holds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urlencode

PATIENCE = 20.0
"""Seconds after which an answer is not awaited any more."""


class Unanswered(Exception):
    """The server hung up, or is not there: whether it did what was asked is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the server said, and the seconds that took, the last byte included."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


@dataclass(slots=True)
class Visitor:
    """A browser on one connection. It asks one thing at a time.

    ``ports`` are those of the servers behind the site's one address. As the proxy there does,
    the next is asked where one hangs up or is gone.
    """

    ports: tuple[int, ...]
    cookies: dict[str, str] = field(default_factory=dict)
    resent: int = 0
    etags: dict[str, str] = field(default_factory=dict)
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None

    async def get(self, path: str, *, fragment: bool = False, again: bool = False) -> Answer:
        """Ask for a page; ``again`` says which one is held already, as a browser does."""
        headers = {"HX-Request": "true"} if fragment else {}
        if again and path in self.etags:
            headers["If-None-Match"] = self.etags[path]
        answer = await self._ask("GET", path, headers, b"")
        if again and "etag" in answer.headers:
            self.etags[path] = answer.headers["etag"]
        return answer

    async def post(
        self, path: str, form: Mapping[str, str], *, fragment: bool = False, json: bool = False
    ) -> Answer:
        """Send a form; ``fragment`` as htmx does, ``json`` as a script that wants data back."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        if fragment:
            headers["HX-Request"] = "true"
        if json:
            headers["Accept"] = "application/json"
        return await self._ask("POST", path, headers, urlencode(form).encode())

    def twin(self) -> Visitor:
        """Return the same person on a connection more: two taps leave by two of them.

        Where there are two servers, each of them is tapped.
        """
        return Visitor((*self.ports[1:], self.ports[0]), self.cookies)

    async def leave(self) -> None:
        """Hang up."""
        if self._writer:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()
        self._reader = self._writer = None

    async def _ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        start = time.perf_counter()
        was_open = self._writer is not None
        try:
            try:
                status, answered, content = await self._once(method, path, headers, body)
            except Unanswered:
                if not was_open:
                    raise
                # A browser sends again what left on a connection that had been closed meanwhile.
                self.resent += 1
                status, answered, content = await self._once(method, path, headers, body)
        except Unanswered:
            await self.leave()
            raise
        seconds = time.perf_counter() - start
        return Answer(status=status, headers=answered, body=content, seconds=seconds)

    async def _once(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        try:
            async with asyncio.timeout(PATIENCE):
                if self._writer is None:
                    self._reader, self._writer = await asyncio.open_connection(
                        "127.0.0.1", self.ports[0], limit=2**20
                    )
                self._writer.write(self._request(method, path, headers, body))
                return await self._read()
        except (OSError, EOFError, TimeoutError) as failure:
            if self._writer:
                self._writer.close()
            self._reader = self._writer = None
            self.ports = (*self.ports[1:], self.ports[0])
            raise Unanswered(f"{method} {path}: {failure or type(failure).__name__}") from failure

    def _request(self, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.ports[0]}"]
        if self.cookies:
            held = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            lines.append(f"Cookie: {held}")
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def _read(self) -> tuple[int, dict[str, str], bytes]:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split(" ", 2)[1])
        headers: dict[str, str] = {}
        for line in filter(None, head[1:]):
            name, _colon, value = line.partition(":")
            if name.lower() == "set-cookie":
                self._keep_cookie(value)
            else:
                headers[name.lower()] = value.strip()
        content = b""
        if "content-length" in headers:
            content = await self._reader.readexactly(int(headers["content-length"]))
        elif headers.get("transfer-encoding") == "chunked":
            content = await self._read_chunks()
        if headers.get("connection") == "close":
            await self.leave()
        return status, headers, content

    async def _read_chunks(self) -> bytes:
        parts = []
        while size := int(await self._reader.readline(), 16):
            parts.append(await self._reader.readexactly(size))
            await self._reader.readline()
        await self._reader.readline()
        return b"".join(parts)

    def _keep_cookie(self, said: str) -> None:
        name, _equals, value = said.split(";", 1)[0].strip().partition("=")
        if value in {"", '""'}:
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = value
