"""Starting a contest from last month's settings and teams."""

import datetime
from decimal import Decimal
from uuid import uuid4

import pytest

from tests.tournament.builders import a_deal, a_role, a_round, a_team, a_tournament, a_user
from tournament.clubs.services import EVENING, RULES, start_again
from tournament.models import Checking, Payment, Ranking, RoleKind, Tournament

pytestmark = pytest.mark.django_db

AGAIN = "/tournaments/again/"


@pytest.fixture
def organiser(client):
    user = a_user("organiser")
    client.force_login(user)
    return user


def last_month():
    """A played contest of three teams, one of which has left."""
    contest = a_tournament(
        name="Octobre",
        deals=8,
        ranking=Ranking.CUSTOM,
        criteria=["points", "marks"],
        points_win=3,
        fee=Decimal("7.50"),
        tables_out=[3],
        rooms=[{"name": "Salle 2", "first": 21, "last": 40}],
        lot_seed="K7Q4-M2XR",
        checking=Checking.CONFIRMED,
        paper_marks=True,
        phones=True,
        reclaim_minutes=15,
    )
    round_ = a_round(contest, bye=True)
    match = round_.matches.with_teams().select_related("round__tournament").get()
    a_deal(match)
    contest.refresh_from_db()
    contest.teams.filter(number=1).update(
        club="Voiron", categories=["mixed"], fixed_table=4, seed_rank=2, fee_owed=Decimal(5)
    )
    contest.teams.filter(number=3).update(withdrawn=True)
    Payment.objects.create(team=contest.teams.get(number=1), amount=Decimal(10))
    return contest


def again(source, **choices):
    typed = {
        "by": a_user("organiser"),
        "client_key": uuid4(),
        "name": "Novembre",
        "date": datetime.date(2026, 11, 30),
        "with_teams": True,
    }
    return start_again(source, **(typed | choices))


def test_the_settings_come_along_and_nothing_of_the_evening():
    source = last_month()
    new = again(source)
    for name in (*RULES, *EVENING):
        assert getattr(new, name) == getattr(source, name), name
    assert (new.name, new.club, new.lot_seed, new.is_frozen) == ("Novembre", source.club, "", False)
    assert not new.rounds.exists()
    entry = new.journal.get(kind="tournament.created")
    assert entry.details["source"] == source.pk


def test_the_teams_that_have_not_left_come_with_their_players():
    source = last_month()
    new = again(source)
    assert [team.number for team in new.teams.all()] == [1, 2]
    first = new.teams.get(number=1)
    assert [player.name for player in first.players.all()] == ["Joueur 1.1", "Joueur 1.2"]
    assert (first.club, first.categories, first.fixed_table) == ("Voiron", ["mixed"], 4)
    assert (first.seed_rank, first.fee_owed, first.checked_in_at) == (None, None, None)
    assert not first.payments.exists()
    assert first.entered_round == 1
    assert new.players.count() == 4
    assert source.teams.count() == 3


def test_the_teams_stay_where_they_are_unless_asked_for():
    new = again(last_month(), with_teams=False)
    assert not new.teams.exists()


def test_the_same_form_sent_twice_makes_one_contest_and_its_teams_once():
    source, key = last_month(), uuid4()
    first, second = again(source, client_key=key), again(source, client_key=key)
    assert first == second
    assert Tournament.objects.count() == 2
    assert first.teams.count() == 2


def test_a_contest_without_teams_can_be_started_from():
    assert not again(a_tournament()).teams.exists()


def typed_form(source, **fields):
    typed = {
        "source": source.pk,
        "with_teams": "on",
        "name": "Novembre",
        "date": "2026-11-30",
        "place": "",
        "client_key": str(uuid4()),
    }
    return typed | fields


def test_the_page_makes_the_contest_and_a_double_click_makes_one(client, organiser):
    typed = typed_form(last_month())
    first, second = client.post(AGAIN, typed), client.post(AGAIN, typed)
    new = Tournament.objects.get(name="Novembre")
    assert first.headers["Location"] == second.headers["Location"] == f"/tournaments/{new.pk}/"
    assert new.teams.count() == 2


def test_going_back_to_the_page_and_typing_another_name_makes_another_contest(client, organiser):
    typed = typed_form(last_month())
    client.post(AGAIN, typed)
    for _click in range(2):
        client.post(AGAIN, typed | {"name": "Décembre"})
    assert sorted(Tournament.objects.values_list("name", flat=True)) == [
        "Décembre",
        "Novembre",
        "Octobre",
    ]


def test_only_a_contest_one_organises_can_be_started_from(client, organiser):
    a_tournament()
    other = a_tournament(organiser=a_user("somebody else"))
    a_role(organiser, other, RoleKind.READER)
    page = client.post(AGAIN, typed_form(other))
    assert page.status_code == 200
    assert not Tournament.objects.filter(name="Novembre").exists()


def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client, organiser):
    source = last_month()
    page = client.post(AGAIN, typed_form(source, name="", place="Voiron"))
    assert "Donnez un nom au concours." in page.content.decode()
    assert 'value="Voiron"' in page.content.decode()
    for name in ("source", "name", "date", "client_key"):
        assert client.post(AGAIN, typed_form(source) | {name: "\x00<b>'😀"}).status_code == 200


def test_a_team_that_could_not_be_registered_leaves_no_contest_behind(client, organiser):
    source = a_tournament()
    team = a_team(source, 1)
    team.players.filter(place=2).delete()
    page = client.post(AGAIN, typed_form(source))
    assert page.status_code == 200
    assert not Tournament.objects.filter(name="Novembre").exists()


def test_without_a_contest_of_one_s_own_the_page_says_what_to_do(client, organiser):
    assert "/tournaments/new/" in client.get(AGAIN).content.decode()
