"""What somebody looks for in the journal: by kind, person, table, team, time and words."""

import pytest
from django.db import connection

from tests.tournament.builders import a_tournament, a_user
from tests.tournament.journal.looking import numbers, page
from tests.tournament.journal.played import (
    alter,
    anything_goes,
    typed,
)
from tournament.journal.services import write
from tournament.models import JournalEntry, Match, Tournament

pytestmark = pytest.mark.django_db


def kinds(tournament: Tournament, found: list[int]) -> set[str]:
    return set(tournament.journal.filter(number__in=found).values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("deals", {"deal.recorded", "deal.corrected"}),
        ("draws", {"round.drawn"}),
        ("rounds", {"round.closed"}),
        ("teams", {"teams.registered"}),
        ("money", {"payment.taken"}),
        ("settings", {"tournament.created", "tournament.settings_changed"}),
        ("rulings", set()),
    ],
)
def test_acts_are_found_by_their_kind(organiser, contest, group, expected):
    assert kinds(contest, numbers(organiser, contest, group=group)) == expected


def test_acts_of_no_known_kind_are_found_with_the_rest(organiser, contest):
    write(contest, "test.act", by=None, details={})
    assert numbers(organiser, contest, group="other") == [contest.version]


def test_acts_are_found_by_who_did_them(organiser, contest):
    zoe = a_user("zoe")
    found = numbers(organiser, contest, person=zoe.pk)
    assert found
    assert all(act.by == zoe for act in contest.journal.filter(number__in=found))
    write(contest, "clock.started", by=None, details={"round": 1})
    assert numbers(organiser, contest, person="0") == [contest.version]


@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "9999-12-31T23:59"])
def test_a_moment_at_the_end_of_the_calendar_is_refused(organiser, contest, moment):
    shown = page(organiser, contest, since=moment, until=moment)
    assert shown.context["form"].errors.keys() == {"since", "until"}


def test_acts_are_found_by_their_table(organiser, contest):
    match = Match.objects.get(round__tournament=contest, round__number=2, table=2)
    typed(match, 1)
    found = numbers(organiser, contest, table=2)
    tables = {act.details["table"] for act in contest.journal.filter(number__in=found)}
    assert tables == {2}
    assert contest.journal.last().number in found
    assert numbers(organiser, contest, table=77) == []


def test_a_list_of_deals_is_found_by_each_of_its_tables(organiser, contest):
    details = {"round": 1, "deals": [[1, 1, 1], [9, 1, 2]]}
    act = write(contest, "deals.imported", by=None, details=details)
    assert numbers(organiser, contest, table=9) == [act.number]


def test_a_change_of_seats_is_found_by_its_tables_and_its_teams(organiser, contest):
    one, other = contest.teams.filter(number__in=[1, 4])
    moves = [[one.pk, [5, "A", 1], "sits out"]]
    act = write(contest, "seat.left", by=None, details={"round": 2, "moves": moves})
    assert act.number in numbers(organiser, contest, table=5)
    assert act.number in numbers(organiser, contest, team=one.pk)
    assert act.number not in numbers(organiser, contest, team=other.pk)


def test_acts_are_found_by_the_team_they_concern(organiser, contest):
    team = contest.teams.get(number=1)
    seat = team.seats.get(round__number=1)
    found = numbers(organiser, contest, team=team.pk)
    assert kinds(contest, found) >= {"payment.taken", "teams.registered", "deal.recorded"}
    deals = contest.journal.filter(number__in=found, kind__startswith="deal.")
    assert {act.details["table"] for act in deals} == {seat.match.table}


def test_acts_are_found_by_their_players(organiser, contest):
    team, other = contest.teams.get(number=1), contest.teams.get(number=2)
    player = team.players.first()
    act = write(contest, "player.registered", by=None, details={"player": player.pk})
    assert act.number in numbers(organiser, contest, team=team.pk)
    assert act.number not in numbers(organiser, contest, team=other.pk)


def test_acts_are_found_by_their_time(organiser, contest):
    alter(JournalEntry, "at = '2026-11-29 20:00:00'", number=3)
    assert numbers(organiser, contest, until="2026-11-29T23:00") == [3]
    assert 3 not in numbers(organiser, contest, since="2026-11-29T23:00")
    assert numbers(organiser, contest, since="2026-11-29T20:59", until="2026-11-29T21:01") == [3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("equipe 1 taken", {"payment.taken"}),
        ("PAPIER", {"deal.corrected"}),
        ("zoe corrected", {"deal.corrected"}),
        ("seed", {"round.drawn"}),
        ("nothing of the kind", set()),
    ],
)
def test_words_are_looked_for_in_the_sentences_without_accents(organiser, contest, text, expected):
    assert kinds(contest, numbers(organiser, contest, text=text)) == expected


def test_what_is_looked_for_together_must_all_hold(organiser, contest):
    found = numbers(organiser, contest, group="deals", table=1, text="corrected")
    assert kinds(contest, found) <= {"deal.corrected"}
    assert numbers(organiser, contest, group="money", table=1) == []


@pytest.mark.parametrize(
    "query",
    [
        {"table": "douze"},
        {"table": "-1"},
        {"table": "9" * 40},
        {"team": "999999"},
        {"team": "' OR 1=1"},
        {"person": "nobody"},
        {"group": "everything"},
        {"since": "hier"},
        {"text": "x" * 5000},
        {"text": "\x00"},
    ],
)
def test_what_cannot_be_looked_for_is_said_and_finds_nothing(organiser, contest, query):
    answer = page(organiser, contest, **query)
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert list(answer.context["lines"]) == []


def test_a_team_of_another_contest_is_not_to_be_looked_for(organiser, contest):
    other = a_tournament(name="Ailleurs")
    team = other.teams.create(number=1, name="Loin", key="loin")
    assert page(organiser, contest, team=team.pk).context["form"].errors


def test_what_is_looked_for_stays_in_the_pages_and_the_file(organiser, contest):
    for _each in range(60):
        write(contest, "clock.started", by=None, details={"round": 1})
    content = page(organiser, contest, group="rounds", text="clock").content.decode()
    assert "?group=rounds&amp;text=clock&amp;page=2" in content
    assert "csv/?group=rounds&amp;text=clock" in content


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite keeps what is no value")
def test_details_that_are_no_json_hide_no_other_act_of_a_table(organiser, contest):
    team = contest.teams.get(number=1)
    before = numbers(organiser, contest, table=1), numbers(organiser, contest, team=team.pk)
    deal = contest.journal.filter(kind="deal.recorded", details__table=2).first()
    with anything_goes():
        alter(JournalEntry, "details = '{'", number=deal.number)
    after = numbers(organiser, contest, table=1), numbers(organiser, contest, team=team.pk)
    assert after[0] == before[0]
    assert set(before[1]) - set(after[1]) <= {deal.number}
