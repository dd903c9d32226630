"""A run on PostgreSQL that somebody stops leaves no server, no folder and no process."""

import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.load.server import ROOT

LASTING = "tests/hosting/lasting.py"
PATIENCE = 60.0
UNSET = ("DATABASE_URL", "PYTEST_ADDOPTS")


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_run_that_is_stopped_leaves_nothing_behind(tmp_path):
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    run = subprocess.Popen(
        [sys.executable, "-m", "tests.hosting", "-n0", "-q", "-p", "no:randomly", LASTING],
        cwd=ROOT,
        env=kept | {"TOLD": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with run:
        while not (tmp_path / "begun").exists():
            if run.poll() == 2:
                pytest.skip(run.communicate()[0])
            assert run.poll() is None, run.communicate()[0]
            time.sleep(0.1)
        folder = Path(unquote(urlsplit((tmp_path / "begun").read_text()).hostname))
        server = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        # Only to who was started: whoever waits no longer knows of no other.
        run.terminate()
        assert run.wait() == 130
    assert (tmp_path / "closed").exists()
    assert not folder.exists()
    # Whoever takes in a server's process that has ended takes a moment to.
    until = time.monotonic() + PATIENCE
    while is_alive(server) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_alive(server)
