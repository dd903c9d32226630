"""An archive that an earlier version made stays readable."""

from pathlib import Path

import pytest

from tests.tournament.builders import a_user
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.journal.verification import verify
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db

ARCHIVES = Path(__file__).parent.parent / "data" / "archives"


@pytest.mark.parametrize("name", ["format-1"])
def test_a_kept_archive_gives_the_contest_that_it_was_made_of(name):
    contest = restore(read_archive((ARCHIVES / f"{name}.json").read_bytes()), by=a_user("somebody"))
    # Its titles may be said otherwise by now.
    lines = spreadsheet_csv(standings(contest)).splitlines()[1:]
    kept = (ARCHIVES / f"{name}-standings.csv").read_text("utf-8-sig").splitlines()[1:]
    assert lines == kept
    assert verify(contest).faults == ()
    assert contest.rulings.count() == contest.prizes.count() == contest.removed_rounds.count() == 1
