"""The pages of upkeep: the copies, one put back in two steps, the installation in figures."""

import io
import os
import re
import sqlite3
import zipfile
from contextlib import closing
from datetime import timedelta
from html import unescape
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.builders import (
    a_deal,
    a_match,
    a_picture,
    a_role,
    a_season,
    a_tournament,
    a_user,
    a_version,
)
from tests.tournament.journal.played import a_played_contest, alter, typed
from tests.tournament.upkeep.listing import backups
from tournament.models import (
    Club,
    ClubRole,
    ClubRulebook,
    Entry,
    Installation,
    JournalEntry,
    Player,
    RoleKind,
    Team,
    Tournament,
    User,
)
from tournament.standings.cache import forget
from tournament.standings.exports import spreadsheet_csv
from tournament.standings.services import standings
from tournament.upkeep.copies import copied, database_file
from tournament.upkeep.second import follow
from tournament.upkeep.services import set_copies
from tournament.upkeep.verifying import verify_all

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups"),
]


@pytest.fixture
def keeper(client) -> Client:
    """Whoever organises the club, logged in."""
    user = a_user("organiser")
    ClubRole.objects.get_or_create(user=user, club=user.club, kind=RoleKind.ORGANISER)
    client.force_login(user)
    return client


def page_of(answer) -> str:
    return unescape(answer.content.decode())


def a_copy() -> Path:
    source = database_file()
    assert source is not None
    return copied(source, "draw 1")


def test_a_copy_is_put_back_once_what_would_be_lost_was_read(keeper):
    match = a_match()
    a_deal(match)
    copy = a_copy()
    a_deal(match, 2)
    assert copy.name in page_of(keeper.get(reverse("upkeep:backups")))
    address = reverse("upkeep:restore", args=["here", copy.name])
    page = page_of(keeper.get(address))
    assert re.search(r"1 (deal typed|donne)", page)
    seen = re.search(r'name="seen" value="(\w+)"', page)[1]
    # Not ticked: asked again, nothing done.
    assert keeper.post(address, {"seen": seen}).status_code == 200
    assert Entry.objects.count() == 2
    # Somebody typed meanwhile: asked again, with what would be lost now.
    a_deal(match, 3)
    answer = keeper.post(address, {"seen": seen, "agreed": "on"})
    assert answer.status_code == 200
    assert Entry.objects.count() == 3
    seen = re.search(r'name="seen" value="(\w+)"', page_of(answer))[1]
    answer = keeper.post(address, {"seen": seen, "agreed": "on"})
    assert answer.status_code == 302
    assert Entry.objects.count() == 1
    # A second click is a page that is too old: nothing is restored twice.
    before = len(backups())
    assert keeper.post(address, {"seen": seen, "agreed": "on"}).status_code == 200
    assert len(backups()) == before
    assert keeper.get(reverse("upkeep:backups")).status_code == 200


def test_what_is_outside_of_the_contests_is_not_lost_without_a_word(keeper):
    contest = a_tournament()
    address = reverse("upkeep:restore", args=["here", a_copy().name])
    assert "agreed" not in page_of(keeper.get(address))
    a_version()
    a_picture()
    Club.objects.update(names_kept_months=12)
    seen = keeper.get(address).context["found"].seen
    answer = keeper.post(address, {"seen": seen})
    assert (answer.status_code, "agreed" in answer.context["form"].errors) == (200, True)
    # One was made since the page was shown: it is shown again.
    a_season()
    assert keeper.post(address, {"seen": seen, "agreed": "on"}).status_code == 200
    (lost,) = keeper.get(address).context["contests"]
    said = r"1 .*(rulebook|règlement).*1 .*version.*1 (season|saison).*1 (picture|image).*1 club"
    assert re.search(said, lost.lost)
    assert ClubRulebook.objects.count() == 1
    assert Tournament.objects.get() == contest


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("here", "..%2F..%2Fetc%2Fpasswd"),
        ("here", "000009-20261130-200000-draw-1.sqlite3"),
        ("here", "second.json"),
        ("elsewhere", "000001-20261130-200000-draw-1.sqlite3"),
    ],
)
def test_what_is_not_listed_does_not_exist(keeper, place, name):
    a_copy()
    for address in (f"/upkeep/backups/{place}/{name}/", f"/upkeep/backups/{place}/{name}/restore/"):
        assert keeper.get(address).status_code == 404


def test_a_copy_is_downloaded_whole(keeper):
    copy = a_copy()
    answer = keeper.get(reverse("upkeep:download", args=["here", copy.name]))
    assert b"".join(answer.streaming_content) == copy.read_bytes()
    assert "attachment" in answer["Content-Disposition"]
    answer.close()


def test_a_copy_is_made_when_asked_for_and_said_when_it_cannot(keeper, settings):
    keeper.post(reverse("upkeep:now"))
    assert len(backups()) == 1
    settings.BACKUP_DIR = "/proc/backups"
    assert "/proc/backups" in page_of(keeper.post(reverse("upkeep:now"), follow=True))


def test_the_second_folder_is_one_that_is_there(keeper, tmp_path):
    address = reverse("upkeep:backups")
    wrong = {"backup_minutes": "5", "second_folder": "/no/such/key"}
    answer = keeper.post(address, wrong)
    assert answer.status_code == 200
    assert 'value="/no/such/key"' in page_of(answer)
    assert Installation.here().backup_minutes == 10
    key = tmp_path / "key"
    key.mkdir()
    assert keeper.post(address, wrong | {"second_folder": str(key)}).status_code == 302
    assert Installation.here().second_folder == str(key)
    assert keeper.get(address).context["about"].second.at is None
    copied(database_file(), "draw 2 Concours d'automne")
    a_tournament()
    follow(backups()[-1].parent, str(key))
    page = page_of(keeper.get(address))
    assert re.search(rf"{key}.*\d\d", page)
    assert "2 · Concours d'automne" in page
    assert keeper.post(address, wrong | {"backup_minutes": "0"}).status_code == 200


def test_a_key_that_takes_its_time_keeps_nobody_from_saving(keeper, tmp_path, monkeypatch):
    saved = []

    def slow(*given) -> None:
        with closing(sqlite3.connect(database_file(), timeout=0)) as other:
            saved.append(other.execute("UPDATE tournament_club SET name = 'Ailleurs'").rowcount)
            other.commit()
        mkdir(*given)

    mkdir = os.mkdir
    monkeypatch.setattr(os, "mkdir", slow)
    set_copies(backup_minutes=7, second_folder=str(tmp_path))
    assert saved
    assert Installation.here().second_folder == str(tmp_path)


def test_who_does_not_organise_everything_sees_nothing_of_it(keeper, client):
    a_tournament()
    other = Club.objects.create(name="Un autre club")
    ClubRole.objects.create(user=a_user("autre"), club=other, kind=RoleKind.ORGANISER)
    address = reverse("upkeep:about")
    # The other club has no contest yet: nothing of it is in a copy.
    assert keeper.get(address).status_code == 200
    a_tournament(name="Chez eux", club=other, organiser=User.objects.get(username="autre"))
    assert keeper.get(address).status_code == 404
    referee = a_user("referee")
    a_role(referee, Tournament.objects.first(), RoleKind.REFEREE)
    client.force_login(referee)
    assert client.get(address).status_code == 404


def test_a_clock_that_was_set_back_is_said_and_changes_no_mark(keeper, monkeypatch):
    later = timezone.now() + timedelta(days=30)
    with monkeypatch.context() as set_on:
        set_on.setattr(timezone, "now", lambda: later)
        contest = a_played_contest()
        before = spreadsheet_csv(standings(contest))
    # Back to now: what is typed after it is recorded after it.
    typed(contest.rounds.get(number=2).matches.first(), 1)
    page = page_of(keeper.get(reverse("upkeep:about")))
    assert 'role="alert"' in page
    numbers = list(JournalEntry.objects.order_by("pk").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert verify_all().looked[0].is_whole
    forget()
    assert spreadsheet_csv(standings(contest)) == before


@pytest.mark.django_db(transaction=False)  # what takes the guards off is undone
def test_journals_are_verified_a_few_seconds_at_a_time(keeper):
    first = a_played_contest()
    second = a_tournament(name="Une autre")
    progress = verify_all(patience=0)
    assert (progress.done, progress.total, progress.after) == (1, 2, first.pk)
    progress = verify_all(progress.after, patience=0)
    assert (progress.done, progress.total, progress.after) == (2, 2, 0)
    assert [each.is_whole for each in progress.looked] == [True]
    page = page_of(keeper.post(reverse("upkeep:verify"), {"after": "0"}))
    assert second.name in page
    act = JournalEntry.objects.filter(tournament=first)[3]
    alter(JournalEntry, "details = '{}'", id=act.pk)
    assert not verify_all().looked[0].is_whole
    assert keeper.post(reverse("upkeep:verify"), {"after": "9" * 40}).status_code == 200


def test_the_diagnostic_names_nobody_and_holds_no_secret(keeper, settings, tmp_path):
    contest = a_played_contest()
    contest.place, contest.name = "Salle Polyvalente", "Concours de la Sainte-Barbe"
    contest.save(update_fields=["place", "name"])
    Team.objects.update(name="Les Inséparables")
    Player.objects.update(name="Jeanne Lafont")
    Installation.objects.update_or_create(pk=1, defaults={"second_folder": "/home/jeanne/cle"})
    a_copy()
    answer = keeper.get(reverse("upkeep:bundle"))
    with zipfile.ZipFile(io.BytesIO(answer.content)) as bundle:
        told = "\n".join(bundle.read(name).decode() for name in bundle.namelist())
    assert '"tournament.created"' in told
    assert '"quick_check": [\n   "ok"' in told
    private = [contest.name, contest.place, "Inséparables", "Jeanne", "jeanne"]
    private += ['organiser"', settings.SECRET_KEY, str(tmp_path), str(contest.club)]
    private += [user.password for user in User.objects.all()]
    assert [word for word in private if word in told] == []


def test_a_database_whose_file_is_replaced_by_another_program_s_is_said(keeper, tmp_path):
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as made:
        made.execute("CREATE TABLE recipes (x)")
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(foreign)
    try:
        keeper.raise_request_exception = False
        answer = keeper.get("/")
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before
    assert answer.status_code == 503
