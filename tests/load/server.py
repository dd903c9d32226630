"""The real server on loopback, in a process group of its own so that it can be killed whole."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from tests.load.processes import cpu_seconds, running

ROOT = Path(__file__).parent.parent.parent
START_WITHIN = 120.0
"""Seconds after which a server that does not answer is given up."""
STOP_WITHIN = 20.0
PASSED_ON = (
    "BACKUP_DIR",
    "DATABASE_URL",
    "DEBUG",
    "HOME",
    "LANG",
    "PATH",
    "PRINT_WORKERS",
    "SECRET_KEY",
)
"""What the server is told of this process's environment."""


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """`manage.py serve`, started and ended as often as one likes on the same port."""

    def __init__(self, log: Path) -> None:
        """Choose a port; what the server complains of goes to ``log``."""
        self.port = free_port()
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.cpu_before = 0.0

    def start(self) -> None:
        """Start it, without waiting until it answers."""
        environment = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        with self.log.open("ab") as complaints:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,
            )

    def wait(self) -> None:
        """Wait until it answers; raise ``TimeoutError`` when it does not."""
        deadline = time.monotonic() + START_WITHIN
        while not self.answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise TimeoutError(f"the server did not start:\n{self.complaints()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it answers now."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/login/", timeout=START_WITHIN):
                return True
        except HTTPError as refusal:
            refusal.close()
            return True
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """Pull the plug: no handler runs, nothing is flushed."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """Stop it as Ctrl-C does, or else kill it."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(STOP_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill()

    def complaints(self) -> str:
        """Return what it wrote on its error output so far."""
        return self.log.read_text(errors="replace").strip() if self.log.exists() else ""

    def cpu_seconds(self) -> float:
        """Return the seconds of a core it has taken, its workers included; 0 where unknown."""
        return sum(map(cpu_seconds, self._pids()))

    def _pids(self) -> Iterator[int]:
        return (pid for pid in running() if _group(pid) == self.process.pid)


@contextmanager
def sites_on(folder: Path, count: int) -> Iterator[list[Site]]:
    """Serve the site by so many servers, each on a port of its own; what they say is in there."""
    sites = [Site(folder / f"server-{number}.log") for number in range(count)]
    try:
        for site in sites:
            site.start()
        for site in sites:
            site.wait()
        yield sites
    finally:
        for site in sites:
            site.stop()


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0
