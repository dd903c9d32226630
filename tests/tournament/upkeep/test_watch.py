"""A copy every few minutes of play: one when something was written, none when nothing was."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tournament.upkeep.copies import copied
from tournament.upkeep.ring import copies_in
from tournament.upkeep.watch import Watch

MINUTE = 60.0


@pytest.fixture
def database(tmp_path) -> Path:
    path = tmp_path / "hall.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("PRAGMA journal_mode=WAL")
        made.execute("CREATE TABLE tournament_installation (backup_minutes, second_folder)")
        made.execute("INSERT INTO tournament_installation VALUES (10, '')")
        made.execute("CREATE TABLE deals (x)")
        made.commit()
    return path


def write(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("INSERT INTO deals VALUES (1)")
        opened.commit()


def reasons(settings) -> list[str]:
    return [copy.reason for copy in copies_in(settings.BACKUP_DIR)]


def test_a_copy_is_made_every_ten_minutes_in_which_something_was_written(database, settings):
    copied(database, "draw 1")
    watch = Watch(database)
    start = watch._copied_at
    watch.look(start + 11 * MINUTE)
    assert reasons(settings) == ["draw-1"], "nothing was written"
    write(database)
    watch.look(start + 12 * MINUTE)
    assert reasons(settings) == ["draw-1", "play"]
    write(database)
    watch.look(start + 15 * MINUTE)
    assert reasons(settings) == ["draw-1", "play"], "ten minutes have not gone by"
    watch.look(start + 23 * MINUTE)
    watch.look(start + 40 * MINUTE)
    assert reasons(settings) == ["draw-1", "play", "play"]
    watch.finish()
    assert reasons(settings) == ["draw-1", "play", "play"], "nothing was written since"


def test_the_minutes_are_those_that_the_organiser_set(database, settings):
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE tournament_installation SET backup_minutes = 2")
        opened.commit()
    copied(database, "draw 1")
    watch = Watch(database)
    watch.look(watch._copied_at)
    write(database)
    watch.look(watch._copied_at + 3 * MINUTE)
    assert reasons(settings) == ["draw-1", "play"]
    watch.finish()


def test_the_evening_ends_with_a_copy_of_what_was_written_last(database, settings):
    copied(database, "draw 1")
    watch = Watch(database)
    watch.look(watch._copied_at)
    write(database)
    watch.finish()
    assert reasons(settings) == ["draw-1", "end"]


def test_a_copy_made_before_a_draw_counts_as_one(database, settings):
    watch = Watch(database)
    start = watch._copied_at
    write(database)
    watch.look(start + MINUTE)
    copied(database, "draw 1")
    write(database)
    watch.look(start + 9 * MINUTE)
    watch.look(start + 12 * MINUTE)
    assert reasons(settings) == ["draw-1"]
    watch.look(start + 20 * MINUTE)
    assert reasons(settings) == ["draw-1", "play"]
    watch.finish()


def test_a_copy_that_fails_stops_nothing(database, settings, caplog):
    settings.BACKUP_DIR = "/proc/backups"
    watch = Watch(database)
    write(database)
    watch.look(watch._copied_at + 11 * MINUTE)
    watch.finish()
    assert {record.levelname for record in caplog.records} == {"WARNING"}
