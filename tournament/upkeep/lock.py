"""One server for one SQLite file: a second one, started by mistake, refuses.

SQLite itself would let both write, each in its turn. But there would be two addresses to go
to, two copies each time, and whoever stops « the » server would wonder why it still answers.

The lock is the system's (``flock``) on a file beside the database: it ends with the process
that holds it, however that one ends, so that none is ever left to be cleared away by hand.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from django.utils import timezone
from django.utils.translation import gettext as _

try:
    import fcntl
except ImportError:  # pragma: no cover - not on this system: two servers are then possible
    fcntl = None  # type: ignore[assignment]


class OtherServer(Exception):
    """Another server holds the file: a sentence that says where it is and what to do."""


def hold(source: Path, *, port: int) -> IO[str] | None:
    """Take the file for as long as the returned lock is open. Raises ``OtherServer``.

    None where the lock file cannot be made (a folder that cannot be written to, a system
    without locks): whether the site can then serve is for the database to say.
    """
    if fcntl is None:
        return None
    try:
        lock = lock_file(source).open("a+", encoding="utf-8")
    except OSError:
        return None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as taken:
        told = _read(lock)
        lock.close()
        raise OtherServer(_sentence(told)) from taken
    except OSError:
        # A disk of another machine may know no locks.
        lock.close()
        return None
    with suppress(OSError):
        lock.truncate(0)
        said = {"process": os.getpid(), "port": port, "since": timezone.now().isoformat()}
        lock.write(json.dumps(said))
        lock.flush()
    return lock


def is_served(source: Path) -> bool:
    """Whether a server holds the file now."""
    if fcntl is None or not lock_file(source).exists():
        return False
    try:
        with lock_file(source).open("r", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def lock_file(source: Path) -> Path:
    """Return the file beside the database that a server holds."""
    return source.with_name(f"{source.name}.serving")


def _read(lock: IO[str]) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        lock.seek(0)
        told = json.loads(lock.read())
        if isinstance(told, dict):
            return told
    return {}


def _sentence(told: dict[str, Any]) -> str:
    if not told:
        return _(
            "Another server already serves this database: go on with that one, or stop it with"
            " Ctrl-C before you start this one."
        )
    return _(
        "Another server already serves this database, at http://localhost:%(port)s/ (process"
        " %(process)s): go on with that one, or stop it with Ctrl-C before you start this one."
    ) % {"port": told.get("port"), "process": told.get("process")}
