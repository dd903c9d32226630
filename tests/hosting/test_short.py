"""`make test-postgres`, a few files: what is written, locked, sealed and ranked."""

import pytest

from tests.running import run_module

NO_POSTGRES = 2
FILES = (
    "deals/test_services.py",
    "journal/test_verification.py",
    "rounds/test_services.py",
    "standings/test_services.py",
)


def test_what_is_written_locked_sealed_and_ranked_is_the_same_on_postgresql():
    quietly = ("-n", "0", "-q", "-p", "no:cacheprovider")
    done = run_module("tests.hosting", *quietly, *(f"tests/tournament/{file}" for file in FILES))
    if done.returncode == NO_POSTGRES and "not installed" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
