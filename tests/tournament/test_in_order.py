"""Names come in the order of a dictionary, and rows in one order, whatever the database is."""

import pytest

from tests.tournament.builders import a_tournament, a_user
from tournament.clubs.deletion import seasons_of
from tournament.clubs.naming import clubs_joined_by, clubs_organised_by
from tournament.clubs.own_rulebooks import workshop_clubs
from tournament.journal import services as journal
from tournament.journal.listing import people
from tournament.models import Club, ClubRole, Evening, RoleKind, Season, User
from tournament.people.listing import holders, own_accounts
from tournament.people.scopes import Scope
from tournament.text import alphabetical

pytestmark = pytest.mark.django_db

NAMES = ["Zoo", "élan", "Eau", "Œuf", "oie", "Étang", "élan"]
IN_ORDER = ["Eau", "élan", "élan", "Étang", "Œuf", "oie", "Zoo"]


def test_an_accent_a_ligature_and_a_capital_change_no_name_s_place():
    assert alphabetical(NAMES, str) == IN_ORDER


@pytest.fixture
def club():
    return Club.objects.create(name="Coinche")


@pytest.fixture
def accounts(club):
    made = [a_user(name) for name in ("Zoé", "élie", "Anna", "Éric")]
    for user in made:
        user.club = club
        user.save()
        ClubRole.objects.create(user=user, club=club, kind=RoleKind.READER)
    return ["Anna", "élie", "Éric", "Zoé"]


def test_accounts_are_listed_by_name(club, accounts):
    viewer = a_user("Anna")
    assert [str(each.user) for each in own_accounts(club, viewer=viewer)] == accounts
    assert [str(each.user) for each in holders(Scope(club=club))] == accounts


def test_whoever_acted_is_offered_by_name(accounts):
    contest = a_tournament()
    for name in ("Zoé", "Éric", "Anna"):
        journal.write(contest, "round.drawn", by=a_user(name), details={})
    named = [name for _key, name in people(contest)]
    assert [name for name in named if name in accounts] == ["Anna", "Éric", "Zoé"]


def test_the_seasons_of_a_contest_are_listed_by_name():
    contest = a_tournament()
    for name in ("Zinc", "été", "Automne"):
        season = Season.objects.create(club=contest.club, name=name)
        Evening.objects.create(season=season, tournament=contest)
    assert [str(each) for each in seasons_of(contest)] == ["Automne", "été", "Zinc"]


@pytest.mark.parametrize("clubs_of", [clubs_organised_by, clubs_joined_by, workshop_clubs])
def test_clubs_keep_their_order_when_one_is_saved(clubs_of):
    user = User.objects.create(username="marie")
    for name in ("B", "A", "C"):
        club = Club.objects.create(name=name)
        ClubRole.objects.create(user=user, club=club, kind=RoleKind.ORGANISER)
    Club.objects.get(name="A").save()
    assert [club.name for club in clubs_of(user)] == ["A", "B", "C"]
