"""Each page that takes a file answers a bomb by one sentence, without running out of memory."""

from io import StringIO
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.attacks.bombs import ARCHIVES, LISTS, PICTURES, RULEBOOKS, STRANGE_LISTS
from tests.attacks.memory import measured
from tests.tournament.builders import a_club, a_tournament, a_user
from tournament.models import ClubRole, ClubRulebook, Picture, RoleKind, Tournament

pytestmark = pytest.mark.django_db

MOST_MEMORY = 200
"""Megabytes by which a process may grow while it reads a file."""


@pytest.fixture
def contest(db):
    contest = a_tournament(organiser=a_user("mallory"))
    ClubRole.objects.create(user=a_user("mallory"), club=a_club(), kind=RoleKind.ORGANISER)
    return contest


@pytest.fixture
def mallory(contest):
    client = Client()
    client.force_login(a_user("mallory"))
    return client


def sent(mallory, address, field, content, **more):
    """Send a file, and return the page that refuses it, with what it says beside the field."""
    form = {field: SimpleUploadedFile("list.xlsx", content)} | more
    said, grown = measured(lambda: mallory.post(address, form))
    assert grown < MOST_MEMORY
    assert said.status_code == 200
    return said


def refusal(said, field) -> str:
    """Return the one sentence by which a file is refused."""
    (sentence,) = said.context["form"].errors[field]
    assert 10 < len(sentence) < 400
    return sentence


def test_memory_taken_again_after_a_larger_peak_is_seen():
    assert len(b"x" * 128_000_000) == 128_000_000
    _length, grown = measured(lambda: len(b"x" * 64_000_000))
    assert 55 < grown < 100


@pytest.mark.parametrize("name", LISTS)
def test_no_list_of_teams_breaks_its_page(mallory, contest, name):
    content = LISTS[name]()
    said = sent(mallory, reverse("teams:import", args=[contest.pk]), "list_file", content)
    assert refusal(said, "list_file")
    assert not contest.teams.exists()


@pytest.mark.parametrize("name", STRANGE_LISTS)
def test_a_strange_list_is_shown_or_refused(mallory, contest, name):
    content = STRANGE_LISTS[name]()
    said = sent(mallory, reverse("teams:import", args=[contest.pk]), "list_file", content)
    assert len(said.content) < 200_000


@pytest.mark.parametrize("name", ARCHIVES)
def test_no_archive_breaks_its_page(mallory, name):
    said = sent(mallory, reverse("archive:give"), "archive_file", ARCHIVES[name]())
    assert refusal(said, "archive_file")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("name", RULEBOOKS)
def test_no_rulebook_breaks_its_page(mallory, name):
    more = {"client_key": str(uuid4()), "title": ""}
    said = sent(mallory, reverse("workshop:import"), "file", RULEBOOKS[name](), **more)
    assert refusal(said, "file")
    assert not ClubRulebook.objects.exists()


@pytest.mark.parametrize("name", PICTURES)
def test_no_picture_breaks_its_page(mallory, contest, name):
    address = reverse("hall:pictures", args=[contest.pk])
    said = sent(mallory, address, "file", PICTURES[name](), title="Logo")
    assert refusal(said, "file")
    assert not Picture.objects.exists()


@pytest.mark.parametrize("name", ["zeros", "UTF-16 that does not say so", "columns without end"])
def test_no_evening_breaks_its_command(contest, tmp_path, name):
    for file in ("teams.csv", "rounds.csv", "deals.csv"):
        (tmp_path / file).write_bytes(LISTS[name]())
    with pytest.raises(CommandError) as refused:
        call_command("import_evening", str(tmp_path), rulebook="grenobloise", stderr=StringIO())
    assert 10 < len(str(refused.value)) < 400
    assert Tournament.objects.count() == 1
