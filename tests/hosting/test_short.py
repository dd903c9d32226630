"""`make test-postgres`, a few files: what is written, locked, sealed and ranked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
NO_POSTGRES = 2
FILES = (
    "deals/test_services.py",
    "journal/test_verification.py",
    "rounds/test_services.py",
    "standings/test_services.py",
)


def test_what_is_written_locked_sealed_and_ranked_is_the_same_on_postgresql():
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.hosting", "-n", "0", "-q", "-p", "no:cacheprovider"),
            *(f"tests/tournament/{file}" for file in FILES),
        ],
        cwd=ROOT,
        env={name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
        | {"DEBUG": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if done.returncode == NO_POSTGRES and "not installed" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
