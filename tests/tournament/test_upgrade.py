"""A database made by an earlier version opens in this one, with the standings it had."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

VERSIONS = Path(__file__).parent / "data" / "versions"

LOOK = """
from django.utils import translation
from tournament.deals.tally import match_sheets
from tournament.models import Entry, Tournament
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings

translation.activate("fr")
contest = Tournament.objects.get()
for round_ in contest.rounds.all():
    print(round_.number, sum(len(sheet.rows) for sheet in match_sheets(round_)))
print(Entry.objects.count())
with open({path!r}, "w", newline="") as written:
    written.write(spreadsheet_csv(standings(contest)))
"""


def manage(database: Path, *arguments: str) -> str:
    """Run a command of the site on a database, and return what it says."""
    environment = os.environ | {"DATABASE_URL": f"sqlite:///{database}", "DEBUG": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def lines_of(standings: Path) -> list[str]:
    """Return the teams of a file of standings, without its titles, which may be said otherwise."""
    return standings.read_text("utf-8-sig").splitlines()[1:]


@pytest.mark.parametrize("version", ["0.1.0"])
def test_a_database_of_an_earlier_version_opens(version, tmp_path):
    database, standings = tmp_path / "old.sqlite3", tmp_path / "standings.csv"
    database.write_bytes(gzip.decompress((VERSIONS / f"{version}.sqlite3.gz").read_bytes()))
    manage(database, "migrate", "--verbosity", "0")
    said = manage(database, "shell", "--verbosity", "0", "-c", LOOK.format(path=str(standings)))
    assert said.split() == ["1", "96", "2", "96", "3", "61", "253"]
    assert lines_of(standings) == lines_of(VERSIONS / f"{version}-standings.csv")
    manage(database, "verify_journal")
    # It wrote no archive: its contests leave by the one that this version makes of them.
    elsewhere, archive = tmp_path / "elsewhere" / "new.sqlite3", tmp_path / "contest.json"
    manage(database, "archive", "1", str(archive))
    manage(elsewhere, "migrate", "--verbosity", "0")
    manage(elsewhere, "restore_archive", str(archive))
    manage(elsewhere, "shell", "--verbosity", "0", "-c", LOOK.format(path=str(standings)))
    assert lines_of(standings) == lines_of(VERSIONS / f"{version}-standings.csv")
    manage(elsewhere, "verify_journal")
