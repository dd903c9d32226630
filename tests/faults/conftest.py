"""A hall's database as a file of its own, for the real server and the real commands."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.db import connection

from tests.tournament.builders import a_deal, a_user
from tournament.clubs.services import create_tournament
from tournament.models import ClubRole, DrawKind, EndKind, RoleKind, User
from tournament.rounds.services import open_round
from tournament.teams.importing import TeamLine
from tournament.teams.services import register_teams
from tournament.upkeep.copies import copied_to, database_file

PASSWORD = "a-long-word-of-the-hall"
AS_ROOT = ["unshare", "--user", "--map-root-user", "--mount"]


@pytest.fixture
def hall(transactional_db: None, tmp_path: Path) -> Path:
    """Return a database with a contest, one round open, two tables, a deal typed at each."""
    if connection.vendor != "sqlite":
        pytest.skip("a fault of a file")
    organiser = a_user("organiser")
    ClubRole.objects.create(user=organiser, club=organiser.club, kind=RoleKind.ORGANISER)
    contest = create_tournament(
        by=organiser,
        name="Concours d'automne",
        date="2026-11-30",
        rulebook_name="grenobloise",
        end_kind=EndKind.DEALS,
        deals=300,
    )
    lines = [
        TeamLine(line=number, number=number, name=f"Équipe {number}", players=(), fee_paid=None)
        for number in range(1, 5)
    ]
    register_teams(contest, lines, by=organiser)
    for match in open_round(contest, 1, kind=DrawKind.LOT, by=organiser).matches.all():
        a_deal(match)
    # As the server knows it: the tests' own way to keep a password is not the site's.
    hasher = PBKDF2PasswordHasher()
    User.objects.update(password=hasher.encode(PASSWORD, hasher.salt()))
    folder = tmp_path / "hall"
    folder.mkdir()
    return copied_to(database_file(), folder / "hall.sqlite3")


@contextmanager
def served_from(database: Path) -> Iterator[None]:
    """Have this process's site work on another file."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(database)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that mounts a disk where one may: as root in a namespace of its own."""
    if os.geteuid() == 0 or "mount" not in pyfuncitem.fixturenames:
        return None
    trial = ["mount", "-t", "tmpfs", "tmpfs", "/tmp"]  # noqa: S108 - this namespace's alone
    if subprocess.run([*AS_ROOT, *trial], capture_output=True, check=False).returncode:
        pytest.skip("a disk is mounted by root, or where namespaces are allowed")
    test = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*AS_ROOT, *test, pyfuncitem.nodeid], capture_output=True, text=True, check=False
    )
    assert "1 passed" in done.stdout, done.stdout
    return True


@pytest.fixture
def mount() -> Iterator[Callable[..., None]]:
    """Mount what a test asks for; take it away afterwards."""
    with ExitStack() as mounted:

        def mount(*arguments: str) -> None:
            if subprocess.run(["mount", *arguments], check=False).returncode:
                pytest.skip("not even root mounts a disk here")
            if "remount" not in str(arguments):
                away = ["umount", "--lazy", arguments[-1]]
                mounted.callback(subprocess.run, away, check=True)

        yield mount
