"""One server a file: the lock ends with the process that holds it, however it ends."""

import signal
import subprocess
import sys

import pytest

from tests.faults.site import ROOT, environment
from tournament.upkeep.lock import OtherServer, hold, is_served, lock_file

HOLDER = """
from pathlib import Path
from tournament.upkeep.lock import hold
lock = hold(Path({!r}), port=8123)
print("held", flush=True)
input()
"""


def test_a_second_server_is_told_where_the_first_one_is_until_it_is_killed(tmp_path):
    database = tmp_path / "hall.sqlite3"
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDER.format(str(database))],
        cwd=ROOT,
        env=environment(database, DJANGO_SETTINGS_MODULE="tournament.settings"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with other:
        assert other.stdout.readline() == "held\n"
        assert is_served(database)
        with pytest.raises(OtherServer, match="localhost:8123"):
            hold(database, port=8000)
        other.send_signal(signal.SIGKILL)
    assert lock_file(database).exists(), "what it left does not stand in the way"
    assert not is_served(database)
    lock = hold(database, port=8000)
    assert lock is not None
    lock.close()


def test_a_folder_where_no_lock_can_be_made_is_for_the_database_to_refuse(tmp_path):
    assert hold(tmp_path / "no" / "such" / "hall.sqlite3", port=8000) is None
