"""A whole club moves: every contest of it, none of another's, by one command on each side."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet

from tests.tournament.archive.whole import forgotten
from tests.tournament.builders import a_club, a_season, a_tournament, a_user
from tests.tournament.journal.played import a_played_contest
from tournament.clubs.services import change_settings, settings_digest
from tournament.models import Club, Tournament
from tournament.seasons.services import add_evening
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings

pytestmark = pytest.mark.django_db


def run(*arguments: object, **options: object) -> list[str]:
    said = io.StringIO()
    call_command(*arguments, **options, stdout=said)
    return said.getvalue().splitlines()


def contests() -> QuerySet[Tournament]:
    return Tournament.objects.filter(club=a_club())


def all_standings() -> dict[str, str]:
    return {contest.name: spreadsheet_csv(standings(contest)) for contest in contests()}


@pytest.fixture
def club():
    """A club of two contests in one season, beside a club of one."""
    by = a_user("organiser")
    for name in ("Février", "Mars / avril"):
        contest = a_played_contest()
        change_settings(contest, {"name": name}, by=by, seen=settings_digest(contest))
        add_evening(a_season(), contest, by=by)
    a_tournament(club=Club.objects.create(name="Un autre club"), name="Ailleurs")
    return a_club()


def test_every_contest_of_a_club_is_restored_from_one_folder(club, tmp_path):
    folder, before = tmp_path / "club", all_standings()
    assert len(run("archive_club", folder, club=club.name)) == len(before) == 2
    files = sorted(file.name.partition("-")[2] for file in folder.iterdir())
    assert files == ["fevrier.json", "mars-avril.json"]
    forgotten()
    club.seasons.all().delete()
    run("restore_archive", folder, organiser="organiser")
    assert all_standings() == before
    assert all(contest.roles.filter(user__username="organiser") for contest in contests())
    assert club.seasons.get().evenings.count() == 2


def test_a_file_that_is_refused_is_named_and_the_others_are_restored(club, tmp_path):
    folder = tmp_path / "club"
    run("archive_club", folder, club=club.name)
    (folder / "000000-torn.json").write_text('{"format": 1')
    forgotten()
    with pytest.raises(CommandError) as refused:
        run("restore_archive", folder, *folder.glob("*fevrier.json"))
    torn, twice = str(refused.value).splitlines()
    assert torn.startswith("000000-torn.json: ")
    assert "fevrier.json: " in twice
    assert len(contests()) == 2


def test_which_club_is_asked_where_there_are_several_and_no_folder_is_written_over(club, tmp_path):
    with pytest.raises(CommandError, match="Un autre club"):
        run("archive_club", tmp_path / "new")
    with pytest.raises(CommandError):
        run("archive_club", tmp_path, club=club.name)
    with pytest.raises(CommandError, match=str(tmp_path)):
        run("restore_archive", tmp_path)
