"""`manage.py verify_journal`: what it says, and how it ends."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.tournament.builders import a_tournament
from tests.tournament.journal.played import a_played_contest, alter
from tournament.journal.services import write
from tournament.journal.verification import last_noted
from tournament.models import JournalEntry, Tournament

pytestmark = pytest.mark.django_db


def a_journal(name: str) -> Tournament:
    tournament = a_tournament(name=name)
    for number in range(1, 4):
        write(tournament, "test.act", by=None, details={"n": number})
    return tournament


def said(*contests: int, **options: str) -> str:
    out = io.StringIO()
    with translation.override("en"):
        call_command("verify_journal", *map(str, contests), stdout=out, **options)
    return out.getvalue()


def test_every_contest_is_verified_when_none_is_named():
    one, other = a_journal("Automne"), a_journal("Hiver")
    words = said()
    assert f"{one.pk} · Automne" in words
    assert f"{other.pk} · Hiver" in words
    assert words.count("3 acts") == 2


def test_an_installation_without_a_contest_has_nothing_altered():
    assert said() == ""


def test_the_first_act_altered_is_named_and_the_command_fails():
    _one, other = a_journal("Automne"), a_journal("Hiver")
    alter(JournalEntry, "kind = 'forged'", id=other.journal.get(number=2).pk)
    out = io.StringIO()
    with translation.override("en"), pytest.raises(CommandError) as refused:
        call_command("verify_journal", stdout=out)
    assert refused.value.returncode == 1
    lines = out.getvalue().splitlines()
    assert lines[lines.index(f"{other.pk} · Hiver") + 1] == "  Act 2 was altered."


def test_a_contest_named_alone_is_verified_alone():
    one, other = a_journal("Automne"), a_journal("Hiver")
    alter(JournalEntry, "kind = 'forged'", id=other.journal.get(number=2).pk)
    for contest, expected in ((one, False), (other, True)):
        out = io.StringIO()
        with translation.override("en"), pytest.raises(CommandError):
            call_command("verify_journal", str(contest.pk), stdout=out)
        assert ("Act 2 was altered." in out.getvalue()) is expected


def test_a_contest_that_does_not_exist_is_refused_by_its_number():
    with pytest.raises(CommandError, match="4321"):
        said(4321)


def test_what_was_noted_is_looked_for_in_the_one_contest_named():
    one, _other = a_journal("Automne"), a_journal("Hiver")
    noted = last_noted(one)
    assert "3 acts" in said(one.pk, noted=f"{noted.number}:{noted.digest}")
    with pytest.raises(CommandError):
        said(one.pk, noted="3:0000-0000")
    with pytest.raises(CommandError):
        said(noted=f"{noted.number}:{noted.digest}")
    with pytest.raises(CommandError):
        said(one.pk, noted="rien")


def test_a_contest_played_to_its_end_is_whole():
    tournament = a_played_contest()
    assert f"{tournament.version} acts" in said(tournament.pk)
