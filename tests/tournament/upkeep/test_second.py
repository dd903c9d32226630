"""The second folder: a key that comes, fills up and goes."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError

from tournament.upkeep.ring import copies_in
from tournament.upkeep.second import choose, copies_elsewhere, follow, place_in, state_of


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


@pytest.fixture
def key(tmp_path) -> Path:
    made = tmp_path / "key"
    made.mkdir()
    return made


def a_copy(folder: Path, number: int = 1) -> Path:
    path = folder / f"{number:06}-20261130-200000-draw-1.sqlite3"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE t (x)")
    return path


def test_the_last_copy_is_put_on_the_key_whole(folder, key):
    second = choose(str(key), folder)
    copy = a_copy(folder)
    state = follow(folder, second)
    (there,) = copies_elsewhere(second)
    assert there.path.read_bytes() == copy.read_bytes()
    assert not state.failed
    assert state_of(folder) == state
    assert state.copy == copy.name


def numbers_on(second: str) -> list[int]:
    return [copy.number for copy in copies_elsewhere(second)]


def test_a_key_is_given_its_first_copy_then_each_one_that_is_made(folder, key):
    second = choose(str(key), folder)
    for number in (1, 2):
        a_copy(folder, number)
    follow(folder, second)
    assert numbers_on(second) == [2]
    # Two made between two looks, as before a restoring and after it; one already dropped.
    for number in (3, 4, 5):
        a_copy(folder, number)
    copies_in(folder)[2].path.unlink()
    assert follow(folder, second).copy.startswith("000005")
    assert numbers_on(second) == [2, 4, 5]


def test_the_last_copy_goes_first_where_there_is_no_room_for_all(folder, key, monkeypatch):
    second = choose(str(key), folder)
    a_copy(folder)
    follow(folder, second)
    for number in (2, 3):
        size = a_copy(folder, number).stat().st_size
    little = shutil.disk_usage(key)._replace(free=size + 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: little)
    assert not follow(folder, second).failed
    assert numbers_on(second) == [1, 3]


def test_numbers_that_begin_again_at_one_are_put_on_the_key_all_the_same(folder, key):
    second = choose(str(key), folder)
    a_copy(folder, 31)
    follow(folder, second)
    copies_in(folder)[0].path.unlink()
    a_copy(folder, 1)
    assert not follow(folder, second).failed
    assert numbers_on(second) == [1, 31]


def test_a_key_that_is_pulled_out_is_said_and_nothing_is_written_in_its_place(folder, key):
    second = choose(str(key), folder)
    a_copy(folder)
    key.rename(key.with_name("elsewhere"))
    key.mkdir()
    state = follow(folder, second)
    assert state.failed == "gone"
    assert state.sentence.count(".") >= 1
    assert list(key.iterdir()) == []
    # Plugged in again, it has the copy.
    key.rmdir()
    key.with_name("elsewhere").rename(key)
    assert not follow(folder, second).failed
    assert len(copies_elsewhere(second)) == 1


@pytest.mark.parametrize("typed", ["key", "../key", "/no/such/folder", "/etc/hostname", "\0"])
def test_a_folder_that_is_none_is_refused(folder, typed):
    with pytest.raises(ValidationError):
        choose(typed, folder)


def test_a_folder_that_is_not_there_and_one_that_cannot_be_written_to_are_told_apart(folder):
    with pytest.raises(ValidationError, match=r"no such folder|n'existe pas"):
        choose("/no/such/folder", folder)
    with pytest.raises(ValidationError, match=r"may not write|ne peut pas y écrire"):
        choose("/proc", folder)


def test_a_folder_of_the_program_is_refused(folder, settings):
    with pytest.raises(ValidationError):
        choose(str(settings.BASE_DIR / "tournament"), folder)
    with pytest.raises(ValidationError):
        choose(str(folder), folder)


def test_two_installations_have_each_their_folder_on_one_key(folder, key, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    assert place_in(key, folder) != place_in(key, other)
    assert place_in(key, folder) == place_in(key, folder)
