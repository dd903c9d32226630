"""A file that is not the site's, not whole, or of another version; a migration interrupted."""

import gzip
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from tests.faults.conftest import served_from
from tests.faults.site import ROOT, environment, manage, refused_in_one_sentence
from tests.tournament.journal.played import a_played_contest
from tournament.journal.verification import verify
from tournament.models import Tournament
from tournament.standings.cache import forget
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings
from tournament.upkeep.copies import copied, copied_to, database_file
from tournament.upkeep.database import schema_of
from tournament.upkeep.lock import hold
from tournament.upkeep.restoring import put_aside
from tournament.upkeep.ring import copies_in

pytestmark = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="PostgreSQL keeps no file of the site's"
)

OLD = ROOT / "tests" / "tournament" / "data" / "versions" / "0.1.0.sqlite3.gz"


def refused(command: str, *arguments: str) -> str:
    """Return the sentence in which a command refuses."""
    with pytest.raises(CommandError) as refusal:
        call_command(command, *arguments)
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def a_foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE recipes (name)")


def a_text(path: Path) -> None:
    path.write_text("name;players\n" * 1000)


FOREIGN = [a_foreign_database, a_text]


@pytest.mark.parametrize("make", FOREIGN)
def test_a_foreign_file_is_left_as_it_is(transactional_db, tmp_path, make):
    path = tmp_path / "other.sqlite3"
    make(path)
    before = path.read_bytes()
    with served_from(path):
        for command, *arguments in (("migrate",), ("serve", "--port", "0")):
            assert str(path) in refused(command, *arguments)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_a_program_that_asks_while_the_file_is_another_s_is_told_by_a_code(
    transactional_db, tmp_path
):
    path = tmp_path / "other.sqlite3"
    a_foreign_database(path)
    with served_from(path):
        answer = Client(raise_request_exception=False).get("/api/v1/tournaments/1/")
    assert (answer.status_code, answer.json()) == (503, {"error": "outdated"})


def test_a_truncated_file_is_left_as_it_is(hall):
    whole = hall.read_bytes()
    hall.write_bytes(whole[: len(whole) // 2])
    with served_from(hall):
        for command, *arguments in (("migrate",), ("serve", "--port", "0")):
            assert str(hall) in refused(command, *arguments)
        assert str(hall) in refused("restore", str(hall), "--yes")
    assert hall.read_bytes() == whole[: len(whole) // 2]


@pytest.mark.parametrize("spoil", [a_text, lambda path: path.write_bytes(path.read_bytes()[:9000])])
def test_a_copy_takes_the_place_of_a_file_that_cannot_be_read(hall, tmp_path, spoil):
    copy = copied_to(hall, tmp_path / "copy.sqlite3")
    spoil(hall)
    spoilt = hall.read_bytes()
    done = manage(hall, "restore", str(copy), "--yes")
    assert done.returncode == 0, done.stderr
    (aside,) = hall.parent.glob("hall.sqlite3.*-aside")
    assert aside.read_bytes() == spoilt
    assert str(aside) in done.stdout
    with served_from(hall):
        assert Tournament.objects.count() == 1


def nothing(_path: Path) -> None:
    """Leave no file at all."""


def no_table(path: Path) -> None:
    # As a restoring leaves it that is killed once it has begun the file anew.
    with closing(sqlite3.connect(path)) as begun:
        begun.execute("PRAGMA journal_mode=WAL")


@pytest.mark.parametrize("leave", [nothing, Path.touch, no_table])
def test_no_site_is_begun_beside_the_copies_of_one_that_is_lost(hall, leave):
    with served_from(hall):
        copy = copied(hall, "draw 1")
        for file in hall.parent.glob("hall.sqlite3*"):
            file.unlink()
        leave(hall)
        for command, *arguments in (("migrate",), ("first_run",), ("serve", "--port", "0")):
            assert str(copy) in refused(command, *arguments)
        assert [each.path for each in copies_in(copy.parent)] == [copy]
        call_command("restore", str(copy), "--yes")
        call_command("migrate", verbosity=0)
        assert Tournament.objects.count() == 1


def test_no_site_is_begun_beside_what_a_restoring_that_was_killed_had_put_aside(hall):
    hall.write_bytes(hall.read_bytes()[:9000])
    aside = put_aside(hall)
    with served_from(hall):
        for command in ("migrate", "first_run"):
            assert str(aside) in refused(command)
    assert not hall.exists()


def test_a_later_version_s_file_is_left_as_it_is(hall):
    with closing(sqlite3.connect(hall)) as later:
        later.execute(
            "INSERT INTO django_migrations (app, name, applied)"
            " VALUES ('tournament', '0999_later', '2030-01-01')"
        )
        later.commit()
    here = hall.with_name("here.sqlite3")
    shutil.copy(hall, here)
    before = hall.read_bytes()
    with served_from(hall):
        assert str(hall) in refused("migrate")
        assert str(here) in refused("restore", str(here), "--yes")
    assert hall.read_bytes() == before


def test_a_migration_that_is_killed_is_finished_by_the_next_start(transactional_db, tmp_path):
    database = tmp_path / "old.sqlite3"
    database.write_bytes(gzip.decompress(OLD.read_bytes()))
    with closing(sqlite3.connect(database)) as opened:
        entries = opened.execute("SELECT count(*) FROM tournament_entry").fetchone()
    applied = len(schema_of(database).missing)
    migrate = subprocess.Popen(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=environment(database),
        start_new_session=True,
    )
    # Killed as soon as the first of its migrations is in, the others under way.
    while migrate.poll() is None and len(schema_of(database).missing) == applied:
        time.sleep(0.01)
    os.killpg(migrate.pid, signal.SIGKILL)
    migrate.wait()
    # What there was before is a copy, whole.
    (copy,) = copies_in(tmp_path / "backups")
    assert copy.reason == "before-migrate"
    assert len(schema_of(copy.path).missing) == applied
    assert manage(database, "migrate", "--verbosity", "0").returncode == 0
    assert not schema_of(database).missing
    with closing(sqlite3.connect(database)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert opened.execute("SELECT count(*) FROM tournament_entry").fetchone() == entries
    with served_from(database):
        assert verify(Tournament.objects.get()).is_whole


def test_a_first_start_that_was_stopped_is_taken_up_by_the_next(transactional_db, tmp_path):
    database = tmp_path / "new.sqlite3"
    with served_from(database):
        # As it stands while the site's own migrations have not begun.
        call_command("migrate", "auth", verbosity=0)
        call_command("migrate", verbosity=0)
    assert not schema_of(database).missing


def test_a_later_program_leaves_a_file_alone_that_is_being_served(transactional_db, tmp_path):
    database = tmp_path / "old.sqlite3"
    database.write_bytes(gzip.decompress(OLD.read_bytes()))
    before = database.read_bytes()
    with served_from(database):
        with closing(hold(database, port=8123)):
            assert str(database) in refused("migrate")
        assert (database.read_bytes(), copies_in(tmp_path / "backups")) == (before, [])
        call_command("migrate", verbosity=0)
    assert not schema_of(database).missing


def test_a_new_laptop_takes_the_evening_up_from_a_copy(transactional_db, tmp_path):
    """As docs/faults.md says: the same program, an empty folder, the copy on a key."""
    a_played_contest()
    before = standings_now()
    copy = copied_to(database_file(), tmp_path / "copy.sqlite3")
    laptop = tmp_path / "laptop" / "var" / "dix-de-der.sqlite3"
    done = manage(laptop, "restore", str(copy))
    assert done.returncode == 0, done.stderr
    with served_from(laptop):
        assert verify(Tournament.objects.get()).is_whole
        assert standings_now() == before
    assert [each.name for each in copy.parent.iterdir() if each.is_file()] == [copy.name]


def standings_now() -> str:
    """Return the standings of the one contest there is, read anew."""
    forget()
    return spreadsheet_csv(standings(Tournament.objects.get()))


def test_a_copy_of_an_earlier_version_is_brought_up_to_this_one(hall, tmp_path):
    copy = tmp_path / "old.sqlite3"
    copy.write_bytes(gzip.decompress(OLD.read_bytes()))
    before = copy.read_bytes()
    with served_from(hall):
        call_command("restore", str(copy), "--yes")
        assert Tournament.objects.get().name == "Demonstration"
        assert verify(Tournament.objects.get()).is_whole
    assert not schema_of(hall).missing
    assert copy.read_bytes() == before


@pytest.mark.parametrize("command", ["migrate", "serve", "verify_journal"])
def test_a_command_typed_says_it_before_django_asks_the_file(tmp_path, command):
    path = tmp_path / "other.sqlite3"
    a_text(path)
    # As somebody types it: Django then makes checks of its own first, which ask the database.
    assert str(path) in refused_in_one_sentence(manage(path, command))
