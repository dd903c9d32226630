"""Backups: whole, of one moment, thirty of them, and never in the way of a draw."""

import os
import resource
import sqlite3
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from tests.tournament.builders import a_club, a_tournament
from tests.tournament.upkeep.listing import backups
from tournament.models import Tournament
from tournament.upkeep import copies
from tournament.upkeep.copies import after_backup, backup, database_file, last_written
from tournament.upkeep.ring import KEPT

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups"),
]


def names_in(copy: Path) -> list[str]:
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [name for (name,) in database.execute("SELECT name FROM tournament_tournament")]


def test_a_backup_is_the_whole_database_under_a_name_that_says_when_and_why(folder):
    a_tournament(name="Concours d'automne")
    copy = backup("Avant le tirage, manche 2")
    assert copy.parent == folder
    assert list(folder.iterdir()) == [copy]
    number, day, hour, reason = copy.stem.split("-", 3)
    assert (number, len(day), len(hour)) == ("000001", 8, 6)
    assert reason == "avant-le-tirage-manche-2"
    assert names_in(copy) == ["Concours d'automne"]
    assert not copy.stat().st_mode & 0o077


def test_a_backup_stands_beside_the_database_where_no_folder_is_set(settings):
    del settings.BACKUP_DIR
    copy = backup("draw")
    assert copy.parent == Path(connection.settings_dict["NAME"]).parent / "backups"
    copy.unlink()


def test_what_is_written_and_not_committed_is_not_in_the_backup():
    a_tournament(name="Sûr")
    started, release = threading.Event(), threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE tournament_tournament SET name = 'Pas encore'")
            started.set()
            release.wait(10)
            other.rollback()

    writer = threading.Thread(target=write)
    writer.start()
    started.wait(10)
    try:
        copy = backup("draw")
    finally:
        release.set()
        writer.join()
    assert names_in(copy) == ["Sûr"]


def test_a_backup_while_others_write_is_of_one_moment():
    """Two rows that always change together are equal in every copy."""
    a_club()
    one, other = a_tournament(name="0"), a_tournament(name="0")
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as database:
            turn = 0
            while not stop.is_set():
                turn += 1
                for row in (one.pk, other.pk):
                    database.execute(
                        "UPDATE tournament_tournament SET name = ? WHERE id = ?", (str(turn), row)
                    )
                database.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [backup("draw") for _time in range(10)]
    finally:
        stop.set()
        writer.join()
    for copy in made:
        first, second = names_in(copy)
        assert first == second


def test_on_a_slow_disk_the_act_is_recorded_first_and_its_copy_is_never_thrown_away(monkeypatch):
    contest = a_tournament(name="Avant")
    recorded: list[str] = []

    def slow(descriptor: int) -> None:
        """Wait so long that somebody else saves meanwhile, and finds the act done."""
        with closing(sqlite3.connect(database_file(), timeout=0)) as other:
            recorded.extend(
                name for (name,) in other.execute("SELECT name FROM tournament_tournament")
            )
            other.execute("UPDATE tournament_tournament SET name = 'Pendant'")
            other.commit()
        fsync(descriptor)

    fsync = os.fsync
    monkeypatch.setattr(os, "fsync", slow)
    monkeypatch.setattr(copies, "PATIENCE", 0)

    def act() -> str:
        Tournament.objects.filter(pk=contest.pk).update(name="Après")
        return "done"

    assert after_backup("draw", act, say=pytest.fail) == "done"
    assert recorded[0] == "Après"
    (copy,) = backups()
    assert names_in(copy) == ["Avant"]


def test_an_act_that_is_refused_leaves_no_copy(folder):
    def act() -> None:
        raise ValidationError("no")

    with pytest.raises(ValidationError):
        after_backup("draw", act, say=pytest.fail)
    assert not folder.exists()


def test_an_act_whose_copy_fails_is_done_and_that_is_said(folder, caplog):
    folder.write_text("not a folder")
    said: list[str] = []
    assert after_backup("draw", a_tournament, say=said.append) == Tournament.objects.get()
    assert len(said) == len(caplog.records) == 1


def test_a_copy_is_as_old_as_what_it_holds():
    """Or what was recorded while it was written would count as copied."""
    source = database_file()
    after_backup("draw", partial(a_tournament, name="Après"), say=pytest.fail)
    (copy,) = backups()
    assert names_in(copy) == []
    assert copy.stat().st_mtime_ns < last_written(source)
    again = backup("draw")
    assert again.stat().st_mtime_ns == last_written(source)


def test_the_last_thirty_are_kept_whatever_the_clock_says(folder):
    first = backup("draw")
    # As if the first had been made in a year to come: the clock was set back since.
    first = first.rename(folder / "000001-20990101-000000-draw.sqlite3")
    for _time in range(KEPT):
        newest = backup("draw")
    kept = backups()
    assert len(kept) == KEPT
    assert first not in kept
    assert kept[-1] == newest
    assert newest.name.startswith("000031-")


def test_two_backups_at_once_are_two_files(folder):
    found: list[Path | None] = []
    threads = [threading.Thread(target=lambda: found.append(backup("draw"))) for _one in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert None not in found
    assert sorted(found) == sorted(folder.iterdir())
    assert len(set(found)) == 6


def refused(caplog) -> str:
    """Ask for a backup that cannot be made, and return the sentence that is said."""
    said: list[str] = []
    assert backup("draw", say=said.append) is None
    (sentence,) = said
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    return sentence


def test_a_folder_that_cannot_be_made_gives_a_warning(settings, caplog):
    # Read-only for everybody, the superuser too.
    settings.BACKUP_DIR = "/proc/backups"
    assert "/proc/backups" in refused(caplog)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_read_only_folder_gives_a_warning(folder, caplog):
    folder.mkdir(mode=0o500)
    refused(caplog)


def test_a_file_in_the_folder_s_place_gives_a_warning(folder, caplog):
    folder.write_text("not a folder")
    refused(caplog)


def test_a_full_disk_gives_a_warning_and_leaves_no_half_file(folder, caplog):
    # The system itself refuses to let any file grow beyond a page.
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, hard))
    try:
        refused(caplog)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(folder.iterdir()) == []


def test_a_disk_without_room_to_spare_is_not_filled(monkeypatch, folder, caplog):
    monkeypatch.setattr(copies, "SPARE", 1 << 60)
    refused(caplog)
    assert list(folder.iterdir()) == []


def test_what_a_power_cut_left_half_done_is_cleared_away(folder):
    backup("draw")
    left = folder / "000009.part"
    left.touch()
    os.utime(left, (0, 0))
    assert backup("draw") is not None
    assert not left.exists()


def test_a_database_that_is_no_file_has_no_backup_here(folder):
    kept = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = ":memory:"
    try:
        assert backup("draw") is None
    finally:
        connection.settings_dict["NAME"] = kept
    assert not folder.exists()
