"""The journal's page: what is looked for, what is verified, what is given as a file."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.builders import a_role, a_tournament, a_user
from tests.tournament.journal.looking import ENGLISH, numbers, page
from tests.tournament.journal.played import (
    alter,
    anything_goes,
    take_the_guards_off,
    typed,
)
from tournament.journal.services import write
from tournament.journal.verification import last_noted
from tournament.models import JournalEntry, Match, RoleKind, Tournament

pytestmark = pytest.mark.django_db


def verified(client, tournament: Tournament, noted: str = ""):
    address = reverse("journal:verify", args=[tournament.pk])
    return client.post(address, {"noted": noted}, **ENGLISH)


# --- What is shown ---------------------------------------------------------------------------


def test_everything_is_shown_the_last_first(organiser, contest):
    assert numbers(organiser, contest) == list(range(contest.version, 0, -1))


def test_a_long_journal_is_shown_a_page_at_a_time(organiser, contest):
    for number in range(120):
        write(contest, "clock.started", by=None, details={"round": 1, "n": number})
    first, second = numbers(organiser, contest), numbers(organiser, contest, page=2)
    assert (len(first), len(second)) == (50, 50)
    assert first[-1] == second[0] + 1
    assert numbers(organiser, contest, page=99)[-1] == 1


@pytest.mark.parametrize("wrong", ["0", "-1", "abc", "9" * 30, ""])
def test_a_page_that_does_not_exist_is_the_first_or_the_last(organiser, contest, wrong):
    assert numbers(organiser, contest, page=wrong)


def test_a_page_asks_as_much_of_a_long_journal_as_of_a_short_one(organiser, contest):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page(organiser, contest)
        return len(asked)

    short = queries()
    match = Match.objects.filter(round__tournament=contest, round__number=2).first()
    typed(match, 1)
    for _each in range(30):
        write(contest, "clock.started", by=a_user("zoe"), details={"round": 1})
    assert queries() <= short + 1


def test_htmx_gets_the_acts_alone(organiser, contest):
    address = reverse("journal:acts", args=[contest.pk])
    answer = organiser.get(address, headers={"hx-request": "true"})
    assert b"<html" not in answer.content
    assert b'id="acts"' in answer.content


def test_an_empty_journal_says_so(client):
    tournament = a_tournament(organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    assert "No act was found." in page(client, tournament).content.decode()


# --- Who sees what ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [RoleKind.SCOREKEEPER, RoleKind.REFEREE])
def test_the_desk_reads_the_journal_without_amounts(client, contest, kind):
    user = a_user("lea")
    a_role(user, contest, kind)
    client.force_login(user)
    content = page(client, contest).content.decode()
    assert "Payment of 1 · Équipe 1 noted." in content
    assert "€" not in content
    address = reverse("journal:csv", args=[contest.pk])
    assert "€" not in client.get(address, **ENGLISH).content.decode()
    assert numbers(client, contest, text="€10") == []


def test_nobody_else_reads_it(client, contest):
    for name, kind in (("luc", RoleKind.READER), ("eva", RoleKind.TREASURER)):
        a_role(a_user(name), contest, kind)
        client.force_login(a_user(name))
        assert page(client, contest).status_code == 403
        assert verified(client, contest).status_code == 403
    client.force_login(a_user("somebody"))
    assert page(client, contest).status_code == 404


def test_nothing_that_is_sent_to_it_changes_it(organiser, contest):
    before = list(contest.journal.values())
    for name in ("acts", "csv", "verify"):
        address = reverse(f"journal:{name}", args=[contest.pk])
        for method in (organiser.post, organiser.put, organiser.patch, organiser.delete):
            method(address, {"number": 1, "kind": "forged"}, content_type="application/json")
    assert list(contest.journal.values()) == before


# --- The file --------------------------------------------------------------------------------


def rows(client, tournament: Tournament, **query: object) -> list[list[str]]:
    answer = client.get(reverse("journal:csv", args=[tournament.pk]), query, **ENGLISH)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    content = answer.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(content), delimiter=","))


def test_the_file_holds_every_act_with_its_digest(organiser, contest):
    titles, *acts = rows(organiser, contest)
    assert titles == ["Number", "Time", "By", "Kind", "What happened", "Digest"]
    assert [int(act[0]) for act in acts] == list(range(contest.version, 0, -1))
    assert acts[0][5] == contest.journal.last().digest


def test_the_file_holds_what_is_looked_for_and_nothing_else(organiser, contest):
    _titles, *acts = rows(organiser, contest, group="money")
    assert [act[4] for act in acts] == ["€10 taken from 1 · Équipe 1."]


def test_no_cell_of_the_file_is_run_by_a_spreadsheet(organiser, contest):
    user = a_user("evil", first_name="=cmd()", last_name="")
    write(contest, "clock.started", by=user, details={"round": 1})
    assert rows(organiser, contest)[1][2] == "'=cmd()"


# --- Was anything altered? -------------------------------------------------------------------


def test_a_whole_journal_is_said_to_be_so_with_the_date(organiser, contest):
    content = verified(organiser, contest).content.decode()
    assert f"{contest.version} acts, nothing was altered." in content
    assert "Verified on " in content


def test_what_was_altered_is_said_with_the_number_of_the_act(organiser, contest):
    alter(JournalEntry, "kind = 'forged'", number=3)
    content = verified(organiser, contest).content.decode()
    assert "Something was altered" in content
    assert "Act 3 was altered." in content


def test_a_thousand_faults_are_not_all_said(organiser, contest):
    take_the_guards_off()
    for _each in range(40):
        write(contest, "clock.started", by=None, details={"round": 1})
    contest.journal.update(kind="forged")
    content = verified(organiser, contest).content.decode()
    assert "more faults." in content
    assert content.count("was altered.") < 30


def test_what_was_noted_is_compared(organiser, contest):
    noted = last_noted(contest)
    good = verified(organiser, contest, f"{noted.number} {noted.digest}").content.decode()
    assert "nothing was altered" in good
    wrong = verified(organiser, contest, f"{noted.number} 0000-0000").content.decode()
    assert f"Act {noted.number} is not the one whose digest was noted." in wrong


@pytest.mark.parametrize("noted", ["rien", "412", "x" * 5000, "\x00"])
def test_what_cannot_have_been_noted_is_said_beside_its_field(organiser, contest, noted):
    answer = verified(organiser, contest, noted)
    assert answer.status_code == 200
    assert answer.context["noted"].errors["noted"]
    assert "verdict" not in answer.context


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
def test_a_journal_that_cannot_be_read_is_shown_as_far_as_it_can(organiser, contest):
    with anything_goes():
        alter(JournalEntry, "at = '2026-13-45 00:00:00'", number=3)
    shown = numbers(organiser, contest)
    assert 3 in shown
    assert len(shown) == contest.version
    assert "cannot be read" in page(organiser, contest).content.decode()
    assert numbers(organiser, contest, text="registered") == [2]
    assert "Act 3 was altered: it cannot be read" in verified(organiser, contest).content.decode()
    assert len(rows(organiser, contest)) == contest.version + 1
