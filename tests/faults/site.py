"""The real server and the real commands, on a database of one's own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from tests.load.server import ROOT, free_port

START_WITHIN = 90.0


def environment(database: Path | str, **more: str) -> dict[str, str]:
    """Return what a person's shell would hold, and where the data is: a file, or an address."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "PATH") if name in os.environ}
    url = database if isinstance(database, str) else f"sqlite:///{database}"
    return kept | {"DATABASE_URL": url, "DEBUG": "1"} | more


def manage(database: Path | str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever it answers."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(database, **more),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


class Server:
    """`manage.py serve` in a process group of its own."""

    def __init__(self, database: Path) -> None:
        """Start it on a free port."""
        self.port = free_port()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(self.port)],
            cwd=ROOT,
            env=environment(database),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def __enter__(self) -> Server:
        """Wait until it answers."""
        deadline = time.monotonic() + START_WITHIN
        while Visitor(self).get("/login/")[0] == 0:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise TimeoutError(self.process.communicate()[1])
            time.sleep(0.1)
        return self

    def __exit__(self, *_why: object) -> None:
        """Leave nothing behind."""
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self.process.stderr.close()

    def stop(self) -> str:
        """Stop it as Ctrl-C does; return what it complained of."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=60)[1]

    def kill(self) -> None:
        """End it and its workers at once, with no handler run."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Visitor:
    """A browser without scripts: cookies, forms, redirections."""

    def __init__(self, server: Server) -> None:
        """Come without having been here."""
        self.base = f"http://127.0.0.1:{server.port}"
        self.cookies = CookieJar()
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, address: str) -> tuple[int, str]:
        """Return the status and the page; 0 where nobody answers."""
        return self._ask(address, None)

    def post(self, address: str, page: str, **fields: str) -> tuple[int, str]:
        """Send a form of a page that was read."""
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        data = {"csrfmiddlewaretoken": token[1] if token else ""} | fields
        return self._ask(address, urlencode(data).encode())

    def sign_in(self, name: str, password: str) -> None:
        """Log in."""
        _status, page = self.get("/login/")
        status, page = self.post("/login/", page, username=name, password=password)
        assert status == 200, page
        assert "/logout/" in page, page

    def form_of(self, page: str, start: str) -> dict[str, str]:
        """Return the fields, named and filled, of the form whose tag holds these words."""
        form = next(part for part in page.split("<form")[1:] if start in part.partition(">")[0])
        inputs = re.findall(r"<input\b[^>]*>", form.partition("</form>")[0])
        named = [(re.search(r'name="(\w+)"', each), each) for each in inputs]
        return {
            name[1]: unescape(value[1]) if (value := re.search(r'value="([^"]*)"', each)) else ""
            for name, each in named
            if name and 'type="radio"' not in each and 'type="checkbox"' not in each
        }

    def _ask(self, address: str, data: bytes | None) -> tuple[int, str]:
        try:
            with self.opener.open(self.base + address, data, timeout=60) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode(errors="replace")
        except (URLError, OSError):
            return 0, ""


def refused_in_one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line in which a command refused; fail where it did otherwise."""
    assert done.returncode == 1, done.stdout + done.stderr
    (line,) = done.stderr.strip().splitlines()
    assert "Traceback" not in line
    return line
