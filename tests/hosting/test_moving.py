"""A club leaves its laptop for the federation's PostgreSQL; public pages come from a copy."""

import shutil
import sqlite3
from contextlib import closing

STANDINGS = """
from django.utils import translation
from tournament.models import Tournament
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings

translation.activate("fr")
print(spreadsheet_csv(standings(Tournament.objects.get())))
"""
LOOK = """
import pathlib
from django.test import Client
from tournament.models import Role, RoleKind, Tournament, User

contest = Tournament.objects.get()
somebody = User.objects.create(username="somebody")
Role.objects.create(user=somebody, tournament=contest, kind=RoleKind.ORGANISER)
visitor = Client(SERVER_NAME="localhost")
visitor.force_login(somebody)

def names(path):
    page = visitor.get(path.format(contest.pk))
    assert page.status_code == 200, (path, page.status_code)
    assert page.cookies.get("sessionid") is None, "signed out by the copy"
    return [name for name in ("Original", "Copie") if name in page.content.decode()]

PUBLIC, API = "/public/{}/standings/", "/api/v1/tournaments/{}/"
print(names(PUBLIC), names(API), names("/tournaments/{}/standings/"))
for file in pathlib.Path(COPY).parent.glob("copy.sqlite3*"):
    file.unlink()
from django.db import connections
connections["replica"].close()
print(names("/public/{}/results/"), names(API))
"""


def test_a_contest_moves_to_postgresql_with_its_standings_and_a_journal_that_verifies(
    manage, club_s_file, postgresql, tmp_path
):
    laptop, folder = f"sqlite:///{club_s_file}", str(tmp_path / "evenings")
    manage(laptop, "archive_club", folder)
    manage(postgresql, "migrate", "--verbosity", "0")
    manage(postgresql, "restore_archive", folder)
    looked = [manage(url, "shell", "-v0", "-c", STANDINGS) for url in (laptop, postgresql)]
    assert looked[0] == looked[1]
    assert len(looked[0].splitlines()) > 16
    before, after = (manage(url, "verify_journal") for url in (laptop, postgresql))
    assert before.splitlines()[1:] == after.splitlines()[1:]


def test_public_pages_are_read_from_the_replica_and_all_else_is_not(manage, club_s_file, tmp_path):
    files = {name: tmp_path / f"{name}.sqlite3" for name in ("original", "copy")}
    for file, name in zip(files.values(), ("Original", "Copie"), strict=True):
        shutil.copy(club_s_file, file)
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(
                "UPDATE tournament_tournament SET name = ?, shows_standings = 1", [name]
            )
    said = manage(
        f"sqlite:///{files['original']}",
        "shell",
        "-v0",
        "-c",
        LOOK.replace("COPY", repr(str(files["copy"]))),
        DATABASE_REPLICA_URL=f"sqlite:///{files['copy']}",
    )
    assert said.splitlines() == [
        "['Copie'] ['Copie'] ['Original']",
        # The copy is gone.
        "['Original'] ['Original']",
    ]
