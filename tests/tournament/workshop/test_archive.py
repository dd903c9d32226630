"""A contest under the club's own rulebook goes to another installation whole, or is refused."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from scoring import load_rulebook
from tests.tournament.archive.whole import altered, forgotten
from tests.tournament.builders import a_tournament, a_user, a_version
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.archive.writing import archive_of
from tournament.models import Tournament, freeze

pytestmark = pytest.mark.django_db


@pytest.fixture
def content() -> bytes:
    version = a_version()
    contest = a_tournament(version.rulebook.name, rulebook_own=version.text)
    with archive_of(contest) as written:
        content = written.read()
    forgotten()
    return content


def without(whole) -> None:
    part = whole["tables"]["contest"]
    index = part["columns"].index("rulebook_own")
    del part["columns"][index], part["rows"][0][index]
    part["rows"][0][part["columns"].index("rulebook_name")] = "grenobloise"


def put(text: str):
    def change(whole) -> None:
        part = whole["tables"]["contest"]
        part["rows"][0][part["columns"].index("rulebook_own")] = text

    return change


def test_the_version_that_was_chosen_travels_with_the_contest(content):
    restore(read_archive(content), by=a_user("somebody"))
    contest = Tournament.objects.get()
    assert (contest.rulebook.name, contest.is_frozen) == ("la-notre", False)


def test_an_archive_of_before_is_still_read(content):
    restore(read_archive(altered(content, without)), by=a_user("somebody"))
    assert Tournament.objects.get().rulebook == load_rulebook("grenobloise")


@pytest.mark.parametrize(
    "text", ["{}", "[]", "[" * 5000, "no JSON", freeze(load_rulebook("competition"))]
)
def test_a_version_that_is_no_rulebook_or_another_one_is_refused(content, text):
    with pytest.raises(ValidationError) as refused:
        read_archive(altered(content, put(text)))
    assert "rulebook_own" in refused.value.messages[0]
