"""A hall's database as a file of its own, for the real server and the real commands."""

import os
import subprocess
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


@pytest.fixture
def mount() -> Iterator[Callable[..., None]]:
    """Mount what a test asks for, where this account may; take it away afterwards."""
    with ExitStack() as mounted:

        def mount(*arguments: str) -> None:
            if os.geteuid() or subprocess.run(["mount", *arguments], check=False).returncode:
                pytest.skip("only root mounts a disk")
            if "remount" not in str(arguments):
                away = ["umount", "--lazy", arguments[-1]]
                mounted.callback(subprocess.run, away, check=True)

        yield mount
