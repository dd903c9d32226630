"""A PostgreSQL server of one run, on a socket of its own, from the system's packages."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

SERVANT = "postgres"
"""The account that Debian's package makes: PostgreSQL refuses to run as root."""


class NoPostgres(Exception):
    """PostgreSQL's programs are not on this machine."""


@contextmanager
def throw_away_cluster(*, is_safe: bool = True) -> Iterator[str]:
    """Start a new PostgreSQL server, yield its DATABASE_URL, and leave nothing of it.

    One that is not safe does not wait for the disk: for what is thrown away with it.
    """
    programs = _programs()
    # Not under /tmp, which may be memory: a commit should cost what it costs on a disk.
    folder = Path(tempfile.mkdtemp(prefix="dix-de-der-", dir="/var/tmp"))
    account = pwd.getpwnam(SERVANT) if os.geteuid() == 0 else None
    if account:
        os.chown(folder, account.pw_uid, account.pw_gid)
    data, log = folder / "data", folder / "log"

    def run(name: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(programs / name), *arguments],
            user=account.pw_uid if account else None,
            group=account.pw_gid if account else None,
            extra_groups=[] if account else None,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr}{log.read_text() if log.exists() else ''}")

    server = ("--pgdata", str(data), "--log", str(log), "--wait")
    try:
        run("initdb", "--pgdata", str(data), "--username", SERVANT, "--auth", "trust")
        settings = {"listen_addresses": "''", "unix_socket_directories": f"'{folder}'"}
        if not is_safe:
            settings |= dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes"), "off")
        options = " ".join(f"-c {name}={value}" for name, value in settings.items())
        try:
            run("pg_ctl", *server, "--options", options, "start")
            yield f"postgres://{SERVANT}@{quote(str(folder), safe='')}/{SERVANT}"
        finally:
            # Whoever stops a run while the server starts leaves one all the same.
            if (data / "postmaster.pid").exists():
                run("pg_ctl", *server, "--mode", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of the newest version's programs, which Debian keeps off the PATH."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    on_path = shutil.which("initdb")
    if not found and not on_path:
        raise NoPostgres("PostgreSQL is not installed (Debian's package: postgresql)")
    return found[-1].parent if found else Path(on_path).resolve().parent
