"""A file's name is a name: through no page does it lead to another file of the computer."""

import os
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_club, a_user
from tournament.models import ClubRole, Installation, RoleKind
from tournament.upkeep.copies import backup_folder, copied, database_file
from tournament.upkeep.second import PREFIX

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups"),
]

NAME = "000009-20261130-200000-asked.sqlite3"
COPIES = "/upkeep/backups/"
PATHS = (
    "../db.sqlite3",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e%2fsecret_key",
    "/etc/passwd",
    "..\\..\\secret_key",
    f"{NAME}%00.txt",
    f"{NAME}/../../secret_key",
    f"./{NAME}",
    "secret_key",
    ".",
)


@pytest.fixture
def keeper(settings, tmp_path):
    settings.BACKUP_DIR = str(tmp_path / "copies")
    user = a_user("organiser")
    ClubRole.objects.get_or_create(user=user, club=a_club(), kind=RoleKind.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("place", ["here", "key", "..", "%2e%2e"])
def test_no_name_of_a_copy_is_a_path(keeper, place):
    copied(database_file(), "asked")
    for name in PATHS:
        for address in (f"{COPIES}{place}/{name}/", f"{COPIES}{place}/{name}/restore/"):
            assert keeper.get(address).status_code in {301, 404}, address
            assert keeper.post(address, {"agreed": "on"}).status_code in {404, 405}, address


def test_what_only_stands_for_a_file_is_no_copy(keeper, tmp_path):
    """A link on a USB key, a pipe that nobody writes into, a folder: none is listed or opened."""
    real = "000001-20261130-190000-asked.sqlite3"
    secret = tmp_path / "secret_key"
    secret.write_text("of this computer only")
    there = backup_folder(database_file())
    made = copied(database_file(), "asked")
    key = tmp_path / "key" / f"{PREFIX}hall"
    key.mkdir(parents=True)
    found = Installation.here()
    found.second_folder = str(key.parent)
    found.save()
    for place, folder in (("here", there), (key.name, key)):
        for number, make in enumerate((link_to(secret), link_to(made), os.mkfifo, Path.mkdir)):
            name = f"00090{number}-20261130-200000-asked.sqlite3"
            make(folder / name)
            page = keeper.get(reverse("upkeep:backups"))
            assert name not in page.content.decode()
            for view in ("upkeep:download", "upkeep:restore"):
                assert keeper.get(reverse(view, args=[place, name])).status_code == 404
        (folder / real).write_bytes(made.read_bytes())
        given = keeper.get(reverse("upkeep:download", args=[place, real]))
        assert b"".join(given.streaming_content) == made.read_bytes()
        given.close()
        (folder / real).unlink()
    assert secret.read_text() == "of this computer only"


def link_to(target: Path):
    """Return what makes a link to a file."""
    return lambda path: path.symlink_to(target)
