"""Roles: given, taken away, counted in every contest of a club; never the last organiser's."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connections
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from tests.tournament.builders import a_club, a_role, a_tournament, a_user
from tournament.clubs.naming import clubs_joined_by, clubs_organised_by, creates_contests
from tournament.clubs.own_rulebooks import club_to_play_for
from tournament.journal.naming import Names
from tournament.journal.words import sentence
from tournament.models import Club, ClubRole, Invitation, Role, RoleKind, Season, Tournament, User
from tournament.people.invitations import State, invite, state_of
from tournament.people.scopes import Scope
from tournament.people.services import give_role, take_role
from tournament.referee.playing import play_in, team_of
from tournament.roles import has_role, roles_by_contest, tournament_and_roles
from tournament.seasons.services import seasons_for

pytestmark = pytest.mark.django_db

ORGANISER, REFEREE = RoleKind.ORGANISER, RoleKind.REFEREE


@pytest.fixture
def contest() -> Tournament:
    return a_tournament(organiser=a_user("olga"))


def in_club(name: str, kind: RoleKind = ORGANISER) -> ClubRole:
    return ClubRole.objects.create(user=a_user(name), club=a_club(), kind=kind)


def page_of(place: Tournament | Club) -> str:
    kind = "tournaments" if isinstance(place, Tournament) else "clubs"
    return f"/{kind}/{place.pk}/people/"


def test_a_role_in_the_club_counts_in_each_contest_those_to_come_included(
    contest, django_assert_num_queries
):
    in_club("rémi", REFEREE)
    a_role(a_user("rémi"), contest, RoleKind.READER)
    later, who = a_tournament(organiser=a_user("olga"), name="Concours d'hiver"), a_user("rémi")
    with django_assert_num_queries(1):
        found, kinds = tournament_and_roles(who.pk, contest.pk)
    assert (found, kinds) == (contest, {REFEREE, RoleKind.READER})
    for field in Tournament._meta.concrete_fields:
        assert getattr(found, field.attname) == getattr(contest, field.attname)
    assert has_role(a_user("rémi"), later, REFEREE)
    assert roles_by_contest(a_user("rémi"), Tournament.objects.all()) == {
        contest.pk: {REFEREE, RoleKind.READER},
        later.pk: {REFEREE},
    }
    assert not has_role(a_user("zoe"), later, REFEREE)
    assert not has_role(None, later, REFEREE)


def test_a_role_in_another_club_counts_for_nothing_here(contest):
    other = Club.objects.create(name="Ailleurs")
    ClubRole.objects.create(user=a_user("zoe"), club=other, kind=ORGANISER)
    assert tournament_and_roles(a_user("zoe").pk, contest.pk) == (None, frozenset())
    assert not Tournament.objects.visible_to(a_user("zoe")).exists()


def test_the_pages_of_who_has_a_role_in_the_club_show_its_contests(client, contest):
    in_club("rémi", REFEREE)
    Season.objects.create(club=a_club(), name="Challenge")
    client.force_login(a_user("rémi"))
    home = client.get("/").content.decode()
    assert escape(contest.name) in home
    assert "arbitre" in home
    assert list(seasons_for(a_user("rémi"))) == [Season.objects.get()]
    assert list(clubs_joined_by(a_user("rémi"))) == [a_club()]
    assert not clubs_organised_by(a_user("rémi")).exists()


def test_a_referee_of_the_club_says_in_which_team_he_plays(contest):
    in_club("rémi", REFEREE)
    team = contest.teams.create(number=1, name="Les As")
    play_in(a_user("rémi"), contest, team)
    assert team_of(a_user("rémi"), contest) == team
    play_in(a_user("rémi"), contest, None)
    assert team_of(a_user("rémi"), contest) is None


def test_a_club_without_an_organiser_is_its_contests_organisers_until_it_has_one(contest):
    assert list(clubs_organised_by(a_user("olga"))) == [a_club()]
    in_club("zoe")
    assert not clubs_organised_by(a_user("olga")).exists()
    assert list(clubs_organised_by(a_user("zoe"))) == [a_club()]


def test_a_role_is_given_once_and_the_journal_says_to_whom(client, contest):
    client.force_login(a_user("olga"))
    typed = {"account": a_user("rémi").pk, "kind": REFEREE}
    for _click in range(2):
        assert client.post(page_of(contest) + "give/", typed)["Location"] == page_of(contest)
    assert has_role(a_user("rémi"), contest, REFEREE)
    (act,) = contest.journal.filter(kind__startswith="role.")
    assert act.details == {"user": a_user("rémi").pk, "role": "referee"}
    with translation.override("en"):
        told = sentence(act, Names.of(contest, [act]))
    assert told == "rémi is referee from now on."


def test_a_role_is_taken_away_and_its_holder_is_out_at_once(client, contest):
    a_role(a_user("rémi"), contest, REFEREE)
    theirs = Client()
    theirs.force_login(a_user("rémi"))
    assert theirs.get(f"/tournaments/{contest.pk}/").status_code == 200
    client.force_login(a_user("olga"))
    client.post(page_of(contest) + "take/", {"account": a_user("rémi").pk, "kind": REFEREE})
    assert theirs.get(f"/tournaments/{contest.pk}/").status_code == 404
    assert contest.journal.get().kind == "role.taken"


@pytest.mark.parametrize("typed", [{}, {"account": "0", "kind": "referee"}, {"kind": "boss"}])
def test_what_is_no_role_or_no_account_of_the_club_is_refused_beside_its_field(
    client, contest, typed
):
    client.force_login(a_user("olga"))
    page = client.post(page_of(contest) + "give/", typed)
    assert page.status_code == 200
    assert page.context["give"].errors
    stranger = a_user("zoe", club=Club.objects.create(name="Ailleurs"))
    page = client.post(page_of(contest) + "give/", {"account": stranger.pk, "kind": REFEREE})
    assert page.context["give"].errors["account"]


def test_the_last_organiser_of_a_contest_stays(client, contest):
    client.force_login(a_user("olga"))
    client.cookies["django_language"] = "en"
    typed = {"account": a_user("olga").pk, "kind": ORGANISER}
    page = client.post(page_of(contest) + "take/", typed, follow=True)
    assert "the last organiser" in page.content.decode()
    assert has_role(a_user("olga"), contest, ORGANISER)
    assert not contest.journal.exists()
    # One of the whole club remains its organiser.
    in_club("zoe")
    assert client.post(page_of(contest) + "take/", typed)["Location"] == "/"
    assert not has_role(a_user("olga"), contest, ORGANISER)


def test_the_last_organiser_of_a_club_stays_a_closed_account_does_not_count(contest):
    in_club("zoe")
    club = Scope.of(a_club())
    with pytest.raises(ValidationError, match="organis"):
        take_role(club, a_user("zoe"), ORGANISER, by=a_user("zoe"))
    in_club("lea")
    User.objects.filter(username="lea").update(is_active=False)
    with pytest.raises(ValidationError, match="organis"):
        take_role(club, a_user("zoe"), ORGANISER, by=a_user("zoe"))
    assert ClubRole.objects.count() == 2


def test_who_organises_no_more_gives_nothing(contest):
    in_club("zoe")
    Role.objects.filter(user=a_user("olga")).delete()
    with pytest.raises(ValidationError):
        give_role(Scope.of(contest), a_user("rémi"), REFEREE, by=a_user("olga"))
    with pytest.raises(ValidationError):
        give_role(Scope.of(a_club()), a_user("rémi"), REFEREE, by=a_user("olga"))


def test_what_an_organiser_invited_to_goes_with_his_role(contest):
    a_role(a_user("max"), contest, ORGANISER)
    for name in ("max", "olga"):
        invite(Scope.of(contest), REFEREE, 12, by=a_user(name), key=uuid4())
    take_role(Scope.of(contest), a_user("max"), ORGANISER, by=a_user("olga"))
    states = {row.made_by.username: state_of(row) for row in Invitation.objects.all()}
    assert states == {"max": State.WITHDRAWN, "olga": State.OPEN}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_club", [False, True])
def test_two_organisers_who_take_each_other_s_role_at_once_leave_one(is_club):
    contest = a_tournament(organiser=a_user("olga"))
    pair = [a_user("olga"), a_user("max")]
    if is_club:
        for user in pair:
            in_club(user.username)
    else:
        a_role(pair[1], contest, ORGANISER)
    scope, together = Scope.of(a_club() if is_club else contest), Barrier(2)

    def take(by, of) -> bool:
        try:
            together.wait(timeout=20)
            return take_role(scope, of, ORGANISER, by=by)
        except ValidationError:
            return False
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        taken = list(pool.map(take, pair, reversed(pair)))
    assert sorted(taken) == [False, True]
    assert scope.organisers().count() == 1


def test_the_club_s_page_says_who_has_which_role_in_a_few_queries(
    client, contest, django_assert_max_num_queries
):
    in_club("olga")
    for number in range(5):
        a_role(a_user(f"arbitre{number}"), contest, REFEREE)
        in_club(f"greffe{number}", RoleKind.SCOREKEEPER)
    client.force_login(a_user("olga"))
    for place in (contest, a_club()):
        with django_assert_max_num_queries(16):
            page = client.get(page_of(place))
        assert "greffe4" in page.content.decode()
        assert "no-store" in page["Cache-Control"]


BEGINNINGS = ("/tournaments/new/", "/tournaments/again/", "/tournaments/restore/")


def test_who_organises_a_club_or_a_contest_creates_contests_and_whoever_helps_does_not(contest):
    in_club("paul", REFEREE)
    in_club("anne")
    a_role(a_user("gérard"), contest, RoleKind.SCOREKEEPER)
    creates = {name: creates_contests(a_user(name)) for name in ("olga", "anne", "paul", "gérard")}
    assert creates == {"olga": True, "anne": True, "paul": False, "gérard": False}
    Role.objects.filter(user__username="gérard").delete()
    assert not creates_contests(a_user("gérard"))


def test_the_account_made_for_a_new_club_begins_and_who_is_invited_to_help_there_does_not():
    new = Club.objects.create(name="Belote du Trièves")
    first, invited = a_user("luc", club=new), a_user("gérard", club=new)
    assert creates_contests(first)
    key = uuid4()
    invite(Scope.of(new), RoleKind.SCOREKEEPER, 12, by=first, key=key)
    Invitation.objects.filter(client_key=key).update(taken_by=invited)
    assert (creates_contests(first), creates_contests(invited)) == (True, False)


def test_a_contest_is_created_for_a_club_where_one_organises_something(contest):
    other = Club.objects.create(name="Ailleurs")
    guest = a_user("max", club=other)
    a_tournament(organiser=a_user("olga"), club=other)
    assert club_to_play_for(guest) == other
    a_role(guest, contest, ORGANISER)
    assert club_to_play_for(guest) == a_club()


def test_the_first_page_offers_whoever_helps_nothing_that_is_closed_to_him(client, contest):
    a_role(a_user("gérard"), contest, RoleKind.SCOREKEEPER)
    for name, shown in (("gérard", False), ("personne", False), ("olga", True)):
        client.force_login(a_user(name))
        home = client.get("/").content.decode()
        for address in BEGINNINGS:
            assert (f'href="{address}"' in home) is shown, (name, address)
