"""Invitations: a link good once, for some hours, from which nothing of the database leads back."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, connections
from django.test import Client
from django.utils import timezone

from tests.tournament.builders import a_club, a_role, a_tournament, a_user, an_invitation
from tournament.clubs.deletion import delete_tournament
from tournament.limits import MOST_OF_AN_ADDRESS
from tournament.models import ClubRole, Invitation, Role, RoleKind, Tournament, User, WrongCode
from tournament.people.invitations import accept, accept_as_new
from tournament.people.passwords import secret_of
from tournament.roles import has_role

pytestmark = pytest.mark.django_db

REFEREE = RoleKind.REFEREE
CHOSEN = {"name": "Rémi", "password": "carreau-pique-9"}


@pytest.fixture
def contest() -> Tournament:
    return a_tournament(organiser=a_user("olga"))


@pytest.fixture
def organiser(client, contest) -> Client:
    client.force_login(a_user("olga"))
    client.cookies["django_language"] = "en"
    return client


def link_of(invitation: Invitation) -> str:
    return f"/join/{secret_of(invitation.client_key)}/"


def asked(kind: str = "referee", hours: int = 12) -> dict[str, object]:
    return {"kind": kind, "hours": hours, "client_key": str(uuid4())}


def test_the_link_is_shown_once_with_its_square_and_two_clicks_make_one(organiser, contest):
    typed, address = asked(), f"/tournaments/{contest.pk}/people/invite/"
    pages = [organiser.post(address, typed).content.decode() for _click in range(2)]
    (link,) = {re.search(r"http://[^<]*/join/([\w-]{22})/", page)[1] for page in pages}
    row = Invitation.objects.get()
    assert 'class="qr"' in pages[0]
    kept = {str(getattr(row, field.attname)) for field in Invitation._meta.concrete_fields}
    assert link not in kept
    listed = organiser.get(f"/tournaments/{contest.pk}/people/").content.decode()
    assert link not in listed
    assert "until" in listed
    assert contest.journal.get().details == {"invitation": row.pk, "role": "referee"}


@pytest.mark.parametrize("hours", ["0", "169", "", "x"])
def test_an_invitation_lasts_from_an_hour_to_a_week(organiser, contest, hours):
    page = organiser.post(f"/tournaments/{contest.pk}/people/invite/", asked() | {"hours": hours})
    assert page.context["invite"].errors["hours"]
    assert not Invitation.objects.exists()


def test_who_has_no_account_chooses_a_name_and_a_password_and_is_in(client, contest):
    invitation = an_invitation(contest)
    page = client.get(link_of(invitation))
    assert (page.status_code, page["Referrer-Policy"]) == (200, "same-origin")
    assert "no-store" in page["Cache-Control"]
    assert client.post(link_of(invitation), CHOSEN)["Location"] == f"/tournaments/{contest.pk}/"
    made = User.objects.get(username="Rémi")
    assert (made.club, has_role(made, contest, REFEREE)) == (a_club(), True)
    assert client.get(f"/tournaments/{contest.pk}/").status_code == 200
    assert Client().login(username="Rémi", password=CHOSEN["password"])
    act = contest.journal.get(kind="role.given")
    assert (act.by, act.details["invitation"]) == (made, invitation.pk)


def test_who_is_logged_in_accepts_as_himself(client, contest):
    invitation = an_invitation(contest)
    client.force_login(a_user("rémi"))
    assert client.post(link_of(invitation)).status_code == 302
    assert has_role(a_user("rémi"), contest, REFEREE)
    assert Invitation.objects.get().taken_by == a_user("rémi")


def test_an_invitation_to_a_club_gives_the_role_in_the_whole_of_it(organiser, contest):
    ClubRole.objects.create(user=a_user("olga"), club=a_club(), kind=RoleKind.ORGANISER)
    typed = asked("scorekeeper")
    page = organiser.post(f"/clubs/{a_club().pk}/people/invite/", typed).content.decode()
    link = re.search(r"/join/[\w-]+/", page)[0]
    assert Client().post(link, CHOSEN)["Location"] == "/"
    assert ClubRole.objects.get(user__username="Rémi").kind == "scorekeeper"
    assert not Role.objects.filter(user__username="Rémi").exists()


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"name": "", "password": "carreau-pique-9"}, "name"),
        ({"name": "Rémi/Martin", "password": "carreau-pique-9"}, "name"),
        ({"name": "OLGA", "password": "carreau-pique-9"}, "name"),
        ({"name": "x" * 151, "password": "carreau-pique-9"}, "name"),
        ({"name": "Rémi", "password": "12345678"}, "password"),
        ({"name": "Rémi", "password": "rémi"}, "password"),
        ({"name": "Rémi", "password": ""}, "password"),
        ({"name": "\x00", "password": "carreau-pique-9"}, "name"),
    ],
)
def test_a_name_or_a_password_that_will_not_do_is_refused_beside_its_field(
    client, contest, chosen, field
):
    invitation = an_invitation(contest)
    page = client.post(link_of(invitation), chosen)
    assert page.status_code == 200
    assert list(page.context["form"].errors) == [field]
    assert not Invitation.objects.exclude(taken_at=None).exists()
    assert User.objects.count() == 1


def test_everything_that_is_wrong_with_an_account_is_said_at_once_its_rules_beforehand(
    client, contest
):
    client.cookies["django_language"] = "en"
    link = link_of(an_invitation(contest))
    asked_first = client.get(link).content.decode()
    assert "Eight signs or more" in asked_first
    assert "spaces" in asked_first
    for name in ("Rémi/Martin", "OLGA"):
        page = client.post(link, {"name": name, "password": "1234567"})
        assert set(page.context["form"].errors) == {"name", "password"}
        assert f'value="{name}"' in page.content.decode()


def test_an_account_is_called_as_people_are_and_logs_in_so(client, contest):
    typed = CHOSEN | {"name": "  Gérard   d'Alembert "}
    assert client.post(link_of(an_invitation(contest)), typed).status_code == 302
    assert User.objects.get(username="Gérard d'Alembert")
    again = {"username": "Gérard  d'Alembert", "password": CHOSEN["password"]}
    assert Client().post("/login/", again).status_code == 302


def test_a_wrong_link_is_not_found_and_too_many_must_wait(client, contest):
    good = link_of(an_invitation(contest))
    for number in range(MOST_OF_AN_ADDRESS):
        assert client.get(f"/join/faux{number}/").status_code == 404
    answer = client.get(good)
    assert (answer.status_code, answer["Retry-After"]) == (429, "300")
    assert WrongCode.objects.count() == MOST_OF_AN_ADDRESS
    WrongCode.objects.all().delete()
    assert client.get("/join/" + "x" * 5000 + "/").status_code == 404


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"taken_at": timezone.now()}, "used already"),
        ({"withdrawn_at": timezone.now()}, "was withdrawn"),
        ({"expires_at": timezone.now() - timedelta(seconds=1)}, "is over"),
    ],
)
def test_one_that_is_good_no_more_says_so_and_lets_nobody_in(client, contest, columns, said):
    invitation = an_invitation(contest)
    Invitation.objects.update(**columns)
    client.cookies["django_language"] = "en"
    for answer in (client.get(link_of(invitation)), client.post(link_of(invitation), CHOSEN)):
        assert answer.status_code == 410
        assert said in answer.content.decode()
    with pytest.raises(ValidationError):
        accept(invitation, user=a_user("rémi"))
    with pytest.raises(ValidationError):
        accept_as_new(invitation, **CHOSEN)
    assert not User.objects.filter(username="Rémi").exists()


def test_an_invitation_is_withdrawn_by_its_organisers(organiser, contest):
    invitation = an_invitation(contest)
    address = f"/tournaments/{contest.pk}/people/invitations/{invitation.pk}/withdraw/"
    for _click in range(2):
        assert organiser.post(address).status_code == 302
    assert Client().get(link_of(invitation)).status_code == 410
    assert contest.journal.filter(kind="role.invitation_withdrawn").count() == 1
    other = a_tournament(organiser=a_user("max"))
    theirs = an_invitation(other)
    assert organiser.post(address.replace(str(invitation.pk), str(theirs.pk))).status_code == 404


def test_the_club_is_taken_before_the_accounts_as_where_an_organiser_makes_one(contest):
    invitation, asked = an_invitation(contest), []
    assert invitation.club

    def note(execute, sql, params, many, context):
        asked.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        accept_as_new(invitation, **CHOSEN)
    club, names = (
        next(at for at, sql in enumerate(asked) if start in sql)
        for start in ('FROM "tournament_club"', 'SELECT "tournament_user"."username"')
    )
    assert club < names


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_it_at_the_same_moment_one_is_in():
    contest = a_tournament(organiser=a_user("olga"))
    invitation, together = an_invitation(contest), Barrier(2)

    def take(name: str) -> bool:
        try:
            together.wait(timeout=20)
            accept_as_new(invitation, name=name, password=CHOSEN["password"])
        except ValidationError:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(take, ("rémi", "lea"))) == [False, True]
    assert contest.roles.filter(kind=REFEREE).count() == 1
    assert User.objects.exclude(username="olga").count() == 1


def test_a_contest_that_is_deleted_takes_its_invitations_along(contest):
    an_invitation(contest)
    a_role(a_user("rémi"), contest, REFEREE)
    contest.refresh_from_db()
    seen = contest.version
    delete_tournament(contest, name=contest.name, seen=seen, by=a_user("olga"))
    assert not Invitation.objects.exists()
