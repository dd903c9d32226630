"""A disk that is full, closed or held by another program: a sentence, and nothing lost."""

import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from html import unescape
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client

from tests.faults.conftest import served_from
from tests.faults.site import manage, refused_in_one_sentence
from tests.tournament.archive.whole import forgotten
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.archive.writing import archive_of
from tournament.models import Entry, Tournament, User
from tournament.upkeep.copies import backup, copied_to
from tournament.upkeep.faults import Fault, fault_of
from tournament.upkeep.second import choose, copies_elsewhere, follow


def line_of(number: int) -> str:
    return f"a9c{110 + number % 40}"


class Desk:
    """The organiser at the first table's sheet."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)
        self.client.force_login(User.objects.get(username="organiser"))
        pk = Tournament.objects.get().pk
        self.address = f"/tournaments/{pk}/desk/rounds/1/tables/1/"

    def type(self, number: int, key: str) -> tuple[int, str]:
        # Two deals alike, one after the other, are asked about.
        form = {"line": line_of(number), "stake": "plain", "outcome": "played", "sweep": "none"}
        form |= {"client_key": key, "base": "", "answered": ""}
        answer = self.client.post(f"{self.address}?deal={number}", form, follow=True)
        return answer.status_code, unescape(answer.content.decode())


def found_whole(database: Path) -> int:
    """Return how many entries a database holds, found whole."""
    with closing(sqlite3.connect(database)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return opened.execute("SELECT count(*) FROM tournament_entry").fetchone()[0]


def test_a_full_disk_is_said_and_loses_nothing_that_was_answered(hall, mount, tmp_path):
    disk = tmp_path / "full"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=6m", "tmpfs", str(disk))
    database = Path(shutil.copy(hall, disk))
    with served_from(database):
        desk = Desk()
        assert desk.type(2, str(uuid4()))[0] == 200
        fill(disk / "filler")
        answered = 1
        # What SQLite has room for in its log it still takes: until it does not.
        for number in range(3, 60):
            key = str(uuid4())
            status, page = desk.type(number, key)
            if status != 200:
                break
            answered += 1
        assert status == 503
        assert Fault("full").sentence in page
        assert f'value="{line_of(number)}"' in page
        assert desk.client.get(desk.address).status_code == 200
        assert backup("draw") is None
        (disk / "filler").unlink()
        assert desk.type(number, key)[0] == 200
        assert desk.type(number, key)[0] == 200
    # Two typed before, those that were answered, the one sent again.
    assert found_whole(database) == 2 + answered + 1


def test_an_archive_that_a_full_disk_stops_is_no_bad_archive(hall, mount, monkeypatch, tmp_path):
    disk = tmp_path / "full"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=6m", "tmpfs", str(disk))
    database = Path(shutil.copy(hall, disk))
    with served_from(database):
        with archive_of(Tournament.objects.get()) as made:
            whole = json.load(made)
        contest = whole["tables"]["contest"]
        contest["rows"][0][contest["columns"].index("deals")] = 12
        archive = read_archive(json.dumps(whole).encode())
        with transaction.atomic():
            forgotten()
        with connection.cursor() as cursor:
            # As a large archive does, it goes to the disk before it is whole.
            cursor.execute("PRAGMA cache_size = 5")
        fill(disk / "filler")
        # Where it is tried, then where it is put.
        for temporary in (disk, tmp_path):
            monkeypatch.setattr(tempfile, "tempdir", str(temporary))
            with pytest.raises((OperationalError, sqlite3.OperationalError)) as failure:
                restore(archive, by=User.objects.first(), accept=True)
            assert fault_of(failure.value) == Fault("full")
        (disk / "filler").unlink()
        restore(archive, by=User.objects.first(), accept=True)
    assert found_whole(database) == 2


def fill(file: Path) -> None:
    """Write until there is no room left for a byte."""
    for size in (65536, 4096, 1):
        with suppress(OSError), file.open("ab", buffering=0) as filler:
            while filler.write(b"\0" * size):
                pass


def test_a_folder_that_nobody_may_write_to_is_said(hall, mount):
    with served_from(hall):
        signed_in = Desk()
    mount("--bind", str(hall.parent), str(hall.parent))
    mount("-o", "remount,ro,bind", str(hall.parent))
    with served_from(hall):
        status, page = signed_in.type(2, str(uuid4()))
    assert status == 503
    assert Fault("readonly").sentence in page
    assert str(hall.parent) in refused_in_one_sentence(manage(hall, "serve", "--port", "0"))


HOLDER = """
import sqlite3, sys
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held_by_another_program(database: Path) -> Iterator[None]:
    """Have another process hold a database, so that nobody else writes to it."""
    asked = [sys.executable, "-c", HOLDER, str(database)]
    with subprocess.Popen(asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        yield
        other.stdin.close()


def test_a_database_that_another_program_holds_is_said_and_what_was_typed_is_kept(hall):
    with served_from(hall):
        desk = Desk()
        desk.client.get(desk.address)
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 50")
        key = str(uuid4())
        with held_by_another_program(hall):
            status, page = desk.type(2, key)
            assert status == 503
            assert Fault("locked").sentence in page
            assert 'name="line" value="' + line_of(2) in page
            assert f'name="client_key" value="{key}"' in page
            # Whoever only reads goes on.
            assert desk.client.get(desk.address).status_code == 200
        assert Entry.objects.count() == 2
        for _click in range(2):
            assert desk.type(2, key)[0] == 200
        assert Entry.objects.count() == 3


def test_a_password_is_never_shown_again(hall):
    with served_from(hall):
        client = Client(raise_request_exception=False)
        client.get("/login/")
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout = 50")
        with held_by_another_program(hall):
            form = {"username": "organiser", "password": "a-long-word-of-the-hall"}
            answer = client.post("/login/", form)
    assert answer.status_code == 503
    assert b"a-long-word-of-the-hall" not in answer.content


class Broken:
    """A part of the site that no view surrounds, stopped by the disk."""

    def __init__(self, _get_response) -> None:
        pass

    def __call__(self, _request):
        with closing(sqlite3.connect("file:/no/such/database?mode=ro", uri=True)):
            raise AssertionError


def test_what_fails_outside_of_any_view_is_said_too(db, settings):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Broken"]
    answer = Client(raise_request_exception=False).get("/login/")
    assert answer.status_code == 503
    assert Fault("readonly").sentence in unescape(answer.content.decode())
    assert answer["Retry-After"]


def test_a_program_is_told_by_a_code_and_any_site_may_read_it(db, settings):
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, f"{__name__}.Broken"]
    answer = Client(raise_request_exception=False).get("/api/v1/tournaments/1/standings/")
    assert (answer.status_code, answer.json()) == (503, {"error": "readonly"})
    assert (answer["Access-Control-Allow-Origin"], answer["Retry-After"]) == ("*", "10")
    assert answer["Cache-Control"] == "no-store"


def test_a_bug_is_no_fault_of_the_machine(db):
    assert fault_of(ValueError("a bug")) is None
    assert fault_of(OSError(2, "No such file")) is None


def test_a_key_that_is_full_or_locked_is_said_and_keeps_what_it_has(hall, mount, tmp_path):
    folder, key = tmp_path / "backups", tmp_path / "key"
    key.mkdir()
    mount("-t", "tmpfs", "-o", "size=3m", "tmpfs", str(key))
    second = choose(str(key), folder)
    made = copied_to(hall, folder / "000001-20261130-200000-draw-1.sqlite3")
    assert not follow(folder, second).failed
    fill(key / "filler")
    made.rename(folder / "000002-20261130-210000-play.sqlite3")
    assert follow(folder, second).failed == "full"
    (key / "filler").unlink()
    mount("-o", "remount,ro,bind", str(key))
    assert follow(folder, second).failed == "closed"
    mount("-o", "remount,rw,bind", str(key))
    assert not follow(folder, second).failed
    kept = [found_whole(copy.path) for copy in copies_elsewhere(second)]
    assert kept == [2, 2]
    assert not list(key.rglob("*.part"))
