"""From one installation to another: the file that leaves, and the two steps by which it comes."""

import io
import sqlite3
from contextlib import closing

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.urls import reverse

from tests.tournament.archive.test_hostile import put
from tests.tournament.archive.whole import a_file, altered, forgotten, the_file
from tests.tournament.builders import a_role, a_tournament, a_user
from tournament import uploads
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore, tried
from tournament.models import RoleKind, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def content() -> bytes:
    return a_file()


@pytest.fixture
def desk(client):
    client.force_login(a_user("somebody"))
    return client


def here(content: bytes) -> Tournament:
    """Restore a contest, so that it is here."""
    return restore(read_archive(content), by=a_user("organiser"))


def given(desk, content: bytes):
    """Give a file as the form does, and return the page that answers."""
    upload = SimpleUploadedFile("../../archive.json", content, content_type="text/html")
    return desk.post(reverse("archive:give"), {"archive_file": upload})


def test_the_organiser_downloads_the_whole_contest(client, content):
    contest = here(content)
    client.force_login(a_user("organiser"))
    answer = client.get(reverse("archive:download", args=[contest.pk]))
    # Sent piece by piece: it is never whole in memory.
    assert answer.streaming
    assert answer.getvalue().splitlines()[2:] == the_file(contest).splitlines()[2:]
    assert answer["Content-Disposition"] == (
        'attachment; filename="archive-2026-11-30-concours-dautomne.json"'
    )


def test_what_it_holds_is_shown_then_restored_once(desk, content):
    shown = given(desk, content)
    assert shown.context["held"].deals == 6
    assert (
        "journal vérifié" in shown.content.decode() or "journal verified" in shown.content.decode()
    )
    assert not Tournament.objects.exists()
    key = shown.context["form"]["key"].value()
    for _click in range(2):
        answer = desk.post(reverse("archive:confirm"), {"key": key})
        assert answer.status_code == 302
    contest = Tournament.objects.get()
    page = desk.get(reverse("journal:acts", args=[contest.pk]))
    assert page.context["last_restored"] == contest.version
    # Only whoever is logged in has a session left.
    assert Session.objects.count() == 1


def test_more_than_any_archive_is_not_even_received(desk, monkeypatch):
    monkeypatch.setattr(uploads, "MOST_BYTES", 1000)
    assert given(desk, b"x" * 2000).status_code == 400
    assert given(desk, b"x" * 20).status_code == 200


def test_a_contest_that_is_here_is_linked_to_who_has_a_part_in_it(desk, content):
    contest = here(content)
    a_role(a_user("somebody"), a_tournament(), RoleKind.ORGANISER)
    assert given(desk, content).context["there"] is None
    desk.force_login(a_user("organiser"))
    assert given(desk, content).context["there"] == contest


def test_a_journal_that_does_not_verify_asks_for_consent(desk, content):
    shown = given(desk, altered(content, put("entries", "points", 99)))
    assert not shown.context["held"].verified.is_whole
    key = shown.context["form"]["key"].value()
    again = desk.post(reverse("archive:confirm"), {"key": key})
    assert set(again.context["form"].errors) == {"accept"}
    assert not Tournament.objects.exists()
    desk.post(reverse("archive:confirm"), {"key": key, "accept": "on"})
    assert Tournament.objects.count() == 1


def test_what_somebody_else_gave_is_not_restored(desk, content):
    key = given(desk, content).context["form"]["key"].value()
    desk.force_login(a_user("zoe"))
    for sent in ({"key": key}, {"key": "x" * 500}, {}):
        assert desk.post(reverse("archive:confirm"), sent)["Location"] == reverse("archive:give")
    assert not Tournament.objects.exists()


def test_what_is_restored_is_what_was_shown(desk, content):
    key = given(desk, content).context["form"]["key"].value()
    given(desk, altered(content, put("contest", "name", "Un autre")))
    assert desk.post(reverse("archive:confirm"), {"key": key})["Location"] == reverse(
        "archive:give"
    )
    assert not Tournament.objects.exists()
    # An account keeps one archive, besides its own session.
    assert Session.objects.count() == 2


@pytest.mark.parametrize("sent", [b"", b"not an archive", None])
def test_what_is_no_archive_is_said_beside_its_field(desk, sent):
    page = given(desk, sent) if sent is not None else desk.post(reverse("archive:give"))
    assert page.status_code == 200
    assert page.context["form"].errors["archive_file"]


def test_the_commands_write_and_restore(content, tmp_path):
    contest, file = here(content), tmp_path / "contest.json"
    call_command("archive", contest.pk, file, stdout=io.StringIO())
    with pytest.raises(CommandError):
        call_command("archive", contest.pk, file, stdout=io.StringIO())
    with pytest.raises(CommandError):
        call_command("restore_archive", file, stdout=io.StringIO())
    forgotten()
    call_command("restore_archive", file, organiser="organiser", stdout=io.StringIO())
    assert Tournament.objects.get().roles.filter(user__username="organiser").exists()
    for wrong in (["restore_archive", tmp_path], ["archive", 0, tmp_path / "x"]):
        with pytest.raises(CommandError):
            call_command(*wrong, stdout=io.StringIO())


def test_an_account_that_is_called_as_people_are_comes_along(content):
    named = altered(content, put("users", "username", "Gérard d'Alembert"))
    rows = read_archive(named).rows["users"]
    assert "Gérard d'Alembert" in {row["username"] for row in rows}


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere many write at a time")
def test_an_archive_is_tried_while_somebody_else_is_saving():
    with transaction.atomic():
        content, by = a_file(), a_user("somebody")
    archive = read_archive(content)
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        held = tried(archive, by=by)
        other.execute("ROLLBACK")
    assert held.deals == 6
    assert not Tournament.objects.exists()
