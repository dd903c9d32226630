"""A copy put back: whole, what there was before kept, what is of this computer left as it is."""

import io
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from tests.faults.site import ROOT, environment
from tests.tournament.builders import (
    a_code,
    a_deal,
    a_match,
    a_picture,
    a_rulebook,
    a_ruling,
    a_season,
    a_tournament,
    a_user,
    a_version,
    an_example,
)
from tests.tournament.journal.played import typed
from tests.tournament.upkeep.listing import backups
from tournament.journal.naming import Names
from tournament.journal.words import sentence
from tournament.models import (
    ClubRole,
    Deal,
    Entry,
    Installation,
    Invitation,
    Match,
    Printed,
    RoleKind,
    Tournament,
)
from tournament.upkeep.comparing import compare_files
from tournament.upkeep.copies import copied, copied_to, database_file
from tournament.upkeep.restoring import NotRestored, restore
from tournament.upkeep.ring import copies_in
from tournament.upkeep.words import losses_in_words

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own backups"),
]


@pytest.fixture
def source() -> Path:
    found = database_file()
    assert found is not None
    return found


def test_what_a_copy_lacks_is_counted_contest_by_contest(source, tmp_path):
    match = a_match()
    a_deal(match)
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    assert not compare_files(source, copy).loses
    a_deal(match, 2)
    a_deal(match, 3)
    a_tournament(name="Une autre")
    found = compare_files(source, copy)
    assert found.loses
    new, old = sorted(found.changed, key=lambda each: each.is_in_copy)
    assert (new.name, new.is_in_copy) == ("Une autre", False)
    assert (old.lost, old.back) == ({"entries": 2, "acts": 2}, {})


COUNTED = {
    "rounds": "round",
    "entries": "entry",
    "rulings": "ruling",
    "teams": "team",
    "codes": "tablecode",
    "papers": "printed",
    "acts": "journalentry",
    "accounts": "user",
    "roles": "clubrole",
    "invitations": "invitation",
    "rulebooks": "clubrulebook",
    "versions": "rulebookversion",
    "examples": "rulebookexample",
    "seasons": "season",
    "pictures": "picture",
    "clubs": "club",
}
BY_AN_ACT = {  # that is counted
    *("apart", "confirmation", "deal", "display", "evening", "match", "matchtotals", "payment"),
    *("player", "prize", "refereecall", "role", "seat", "tournament"),
}
OF_NO_MATTER = {"installation", "presence", "wrongcode", "wronglogin"}
"""What stays as it is now, or is not looked at an hour later."""


def test_whatever_a_copy_lacks_is_counted(source, tmp_path):
    match = a_match()
    contest, organiser = match.round.tournament, a_user("organiser")
    a_deal(match)
    a_ruling(match)
    a_code(match)
    Printed.objects.create(tournament=contest, kind="sheet", digest="0", at=timezone.now())
    an_example(a_rulebook())
    a_version()
    a_season(contest)
    a_picture()
    ClubRole.objects.create(user=organiser, club=contest.club, kind=RoleKind.ORGANISER)
    given = {"made_by": organiser, "kind": RoleKind.REFEREE, "digest": "0"}
    Invitation.objects.create(club=contest.club, expires_at=timezone.now(), **given)
    models = {model._meta.model_name for model in apps.get_app_config("tournament").get_models()}
    assert models == {*COUNTED.values(), *BY_AN_ACT, *OF_NO_MATTER}
    for kind, table in COUNTED.items():
        copy = copied_to(source, tmp_path / f"{kind}.sqlite3")
        with closing(sqlite3.connect(copy)) as lacking, lacking:
            triggers = lacking.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (trigger,) in triggers.fetchall():
                lacking.execute(f"DROP TRIGGER {trigger}")
            lacking.execute(f"DELETE FROM tournament_{table}")  # noqa: S608
        (part,) = compare_files(source, copy).changed
        assert part.lost[kind] >= 1
        assert losses_in_words(part)


def test_the_database_is_again_as_the_copy_and_its_journal_says_so(source, tmp_path):
    match = a_match()
    a_deal(match)
    contest = match.round.tournament
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    for number in (2, 3):
        a_deal(match, number)
    ended = Tournament.objects.get().version
    done = restore(copy, source, by="organiser")
    assert Entry.objects.count() == 1
    act = contest.journal.order_by("-number")[0]
    assert (act.kind, act.details["ended"], act.by.username) == (
        "copy.restored",
        ended,
        "organiser",
    )
    assert str(ended) in sentence(act, Names())
    # What there was before can be put back in the same way.
    assert done.contests == 1
    restore(done.before, source)
    assert Entry.objects.count() == 3
    # The last copy is what was restored, so that nobody takes what was thrown away for it.
    assert [copy.stem.split("-", 3)[3] for copy in backups()] == ["before-restore", "restored"] * 2
    assert not compare_files(source, backups()[-1]).changed
    assert compare_files(source, backups()[1]).loses
    # After its restoring a table's next deal is recorded as ever.
    a_deal(match, 4)


def test_what_was_given_up_by_a_restoration_is_asked_about_even_where_nothing_would_be_lost(
    source, tmp_path, monkeypatch
):
    a_match()
    given_up = copied(source, "before-restore")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    said = io.StringIO()
    with pytest.raises(CommandError):
        call_command("restore", given_up, stdout=said)
    assert said.getvalue().count(".") == 1
    call_command("restore", copied(source, "asked"), stdout=said)


def test_who_is_logged_in_and_where_copies_go_stay_as_they_are(source, tmp_path, client):
    organiser = a_user("organiser")
    a_match()
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    client.force_login(organiser)
    here = Installation.here()
    here.backup_minutes = 7
    here.save()
    restore(copy, source)
    assert Installation.here().backup_minutes == 7
    assert client.get("/").status_code == 200


def test_a_copy_cut_short_or_of_another_program_is_refused_and_nothing_changes(source, tmp_path):
    a_match()
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    copy.write_bytes(copy.read_bytes()[:-5000])
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as made:
        made.execute("CREATE TABLE recipes (x)")
    (tmp_path / "empty.sqlite3").touch()
    for file in (copy, foreign, tmp_path / "empty.sqlite3", tmp_path):
        with pytest.raises(NotRestored):
            restore(file, source)
    assert Match.objects.count() == 1
    assert backups() == []


def test_nothing_is_restored_while_another_program_holds_the_database(
    source, tmp_path, monkeypatch
):
    a_match()
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    monkeypatch.setattr("tournament.upkeep.restoring.LONGEST", 0.1)
    with closing(sqlite3.connect(source, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(NotRestored):
            restore(copy, source)
        other.execute("ROLLBACK")
    assert Match.objects.count() == 1


def test_nothing_is_restored_where_what_there_is_cannot_be_copied_first(source, tmp_path, settings):
    match = a_match()
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    a_deal(match)
    settings.BACKUP_DIR = "/proc/backups"
    with pytest.raises(NotRestored, match="/proc/backups"):
        restore(copy, source)
    assert Entry.objects.count() == 1


def test_a_save_answered_while_a_copy_is_restored_is_in_one_of_the_two(source, tmp_path):
    match = a_match(rulebook="grenobloise")
    Tournament.objects.update(deals=500)
    a_deal(match)
    copy = copied_to(source, tmp_path / "copy.sqlite3")
    stop, answered = threading.Event(), []

    def type_on() -> None:
        try:
            while not stop.is_set():
                # A number found before the restoring may be typed after it: a gap is left.
                following = Deal.objects.filter(match=match).latest("number").number + 1
                answered.append(typed(match, following).client_key)
        finally:
            connection.close()

    typist = threading.Thread(target=type_on)
    typist.start()

    def wait_for(count: int) -> None:
        while len(answered) < count:
            assert typist.is_alive(), "a save was not answered"
            time.sleep(0.01)

    wait_for(3)
    done = restore(copy, source)
    wait_for(len(answered) + 3)
    stop.set()
    typist.join()
    with closing(sqlite3.connect(done.before)) as before:
        rows = before.execute("SELECT client_key FROM tournament_entry").fetchall()
    held = {row[0] for row in rows} | {
        key.hex for key in Entry.objects.values_list("client_key", flat=True)
    }
    assert {key.hex for key in answered} <= held


KILLED = """
import os, signal, sqlite3
import django; django.setup()
from pathlib import Path
from tournament.upkeep.restoring import PAGES, restore

class Killed(sqlite3.Connection):
    def backup(self, target, *, pages=-1, progress=None, **more):
        def step(status, left, total):
            if {when}:
                os.kill(os.getpid(), signal.SIGKILL)
            progress(status, left, total)
        super().backup(target, pages=pages, progress=step if pages == PAGES else progress, **more)

connect = sqlite3.connect
sqlite3.connect = lambda *given, **more: connect(*given, **{{"factory": Killed}} | more)
restore(Path({copy!r}), Path({hall!r}))
"""
"""A process that the system ends while the copy is written over the database."""
BEFORE_ITS_COPY, HALF_WRITTEN, WRITTEN = "True", "left < total / 2", "left == 0"


@pytest.mark.parametrize(
    ("when", "entries"), [(BEFORE_ITS_COPY, 2), (HALF_WRITTEN, 2), (WRITTEN, 1)]
)
def test_a_restoring_that_is_killed_leaves_the_database_before_it_or_after(
    source, tmp_path, when, entries
):
    match = a_match()
    a_deal(match)
    hall, copy = tmp_path / "hall.sqlite3", copied_to(source, tmp_path / "copy.sqlite3")
    a_deal(match, 2)
    copied_to(source, hall)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED.format(when=when, copy=str(copy), hall=str(hall))],
        cwd=ROOT,
        env=environment(hall, DJANGO_SETTINGS_MODULE="tournament.settings"),
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert [copy.reason for copy in copies_in(tmp_path / "backups")] == ["before-restore"] * (
        when != BEFORE_ITS_COPY
    )
    with closing(sqlite3.connect(hall)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert opened.execute("SELECT count(*) FROM tournament_entry").fetchone() == (entries,)
