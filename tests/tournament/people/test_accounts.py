"""Accounts without e-mail: made on the spot, given another password, closed and opened."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client

from tests.tournament.builders import a_club, a_role, a_tournament, a_user, an_invitation
from tournament import logins
from tournament.models import Club, ClubRole, Invitation, RoleKind, User, WrongLogin
from tournament.people.accounts import close_account, open_club, reset_password
from tournament.people.invitations import accept_as_new, invite
from tournament.people.passwords import new_password, password_of
from tournament.people.scopes import Scope
from tournament.roles import has_role

pytestmark = pytest.mark.django_db

PASSWORD = re.compile(r"\b[a-hj-km-np-z2-9]{4}(?:-[a-hj-km-np-z2-9]{4}){3}\b")


@pytest.fixture
def organiser(client) -> Client:
    ClubRole.objects.create(user=a_user("olga"), club=a_club(), kind=RoleKind.ORGANISER)
    client.force_login(a_user("olga"))
    client.cookies["django_language"] = "en"
    return client


def address(act: str, name: str = "") -> str:
    club = f"/clubs/{a_club().pk}/people/"
    return f"{club}accounts/{a_user(name).pk}/{act}/" if name else f"{club}{act}/"


def signed_in(name: str) -> Client:
    found = Client()
    found.force_login(a_user(name))
    assert found.get("/").status_code == 200
    return found


def shown_password(page) -> str:
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    (password,) = PASSWORD.findall(page.content.decode())
    return password


def test_passwords_can_be_read_out_and_are_never_the_same():
    made = {new_password() for _time in range(50)} | {password_of(uuid4()) for _time in range(50)}
    assert len(made) == 100
    assert all(PASSWORD.fullmatch(password) for password in made)


def test_an_account_is_made_on_the_spot_and_two_clicks_make_one(organiser):
    contest = a_tournament(organiser=a_user("olga"))
    typed = {"name": " Camille ", "kind": "scorekeeper", "client_key": str(uuid4())}
    page = f"/tournaments/{contest.pk}/people/new/"
    (password,) = {shown_password(organiser.post(page, typed)) for _click in range(2)}
    assert Client().login(username="Camille", password=password)
    made = User.objects.get(username="Camille")
    assert (made.club, has_role(made, contest, RoleKind.SCOREKEEPER)) == (a_club(), True)
    again = organiser.post(page, typed | {"client_key": str(uuid4())})
    assert again.context["new"].errors["name"]
    assert 'value=" Camille "' in again.content.decode() or 'value="Camille"' in (
        again.content.decode()
    )


class Counting(MD5PasswordHasher):
    """Notes how deep in transactions passwords are worked out."""

    depths: list[int] = []

    def encode(self, password: str, salt: str) -> str:
        self.depths.append(len(connection.savepoint_ids))
        return super().encode(password, salt)


@pytest.fixture
def hashed(settings) -> list[int]:
    settings.PASSWORD_HASHERS = [f"{__name__}.Counting"]
    Counting.depths.clear()
    return Counting.depths


def test_no_row_is_held_while_a_password_is_worked_out(organiser, hashed):
    outside, contest = len(connection.savepoint_ids), a_tournament(organiser=a_user("olga"))
    typed = {"name": "Camille", "kind": "scorekeeper", "client_key": str(uuid4())}
    for page in (f"/tournaments/{contest.pk}/people/new/", address("new")) * 2:
        organiser.post(page, typed)
        organiser.post(page, typed | {"client_key": str(uuid4())})
    organiser.post(address("reset", "Camille"))
    accept_as_new(an_invitation(contest), name="Rémi", password="carreau-pique-9")
    open_club("Belote du Trièves", "Luc")
    assert set(hashed) == {outside}


def test_a_password_that_is_easily_guessed_is_refused_before_it_is_worked_out(hashed):
    invitation = an_invitation(a_tournament())
    hashed.clear()
    with pytest.raises(ValidationError):
        accept_as_new(invitation, name="Rémi", password="12345678")
    assert not hashed


@pytest.mark.parametrize("name", ["élodie", "ÉLODIE", "e\u0301lodie"])
def test_one_name_is_one_account_s_whatever_its_case_and_signs_in_however_it_is_typed(
    organiser, name
):
    a_user("Élodie")
    typed = {"name": name, "kind": "scorekeeper", "client_key": str(uuid4())}
    page = organiser.post(address("new"), typed)
    assert page.context["new"].errors["name"]
    with pytest.raises(ValidationError):
        open_club("Belote du Trièves", name)
    with pytest.raises(ValidationError):
        open_club("BELOTE CLUB DE L'ISÈRE", "Luc")
    assert Client().post("/login/", {"username": name, "password": "Élodie"}).status_code == 302


def test_of_two_names_that_are_older_than_that_each_signs_in_as_it_is_written():
    a_user("Élodie"), a_user("élodie")
    for name in ("Élodie", "élodie"):
        client = Client()
        assert client.post("/login/", {"username": name, "password": name}).status_code == 302
        assert client.get("/").wsgi_request.user.username == name


def test_another_password_ends_the_sessions_and_lets_in_at_once(organiser):
    theirs = signed_in("zoe")
    for _time in range(logins.MOST_OF_AN_ACCOUNT):
        Client().post("/login/", {"username": "zoe", "password": "faux"})
    key = {"client_key": str(uuid4())}
    (password,) = {
        shown_password(organiser.post(address("reset", "zoe"), key)) for _click in range(2)
    }
    assert theirs.get("/").status_code == 302
    assert not WrongLogin.objects.exists()
    typed = {"username": "zoe", "password": password}
    assert Client().post("/login/", typed).status_code == 302
    assert shown_password(organiser.post(address("reset", "zoe"), {"client_key": "x"})) != password


def test_a_closed_account_is_out_at_once_and_comes_back_with_its_roles(organiser):
    contest = a_tournament(organiser=a_user("olga"))
    a_role(a_user("zoe"), contest, RoleKind.REFEREE)
    invite(Scope.of(a_club()), RoleKind.READER, 1, by=a_user("olga"), key=uuid4())
    Invitation.objects.update(made_by=a_user("zoe"))
    theirs = signed_in("zoe")
    assert organiser.post(address("close", "zoe")).status_code == 302
    assert theirs.get("/").status_code == 302
    assert not Client().login(username="zoe", password="zoe")
    assert Invitation.objects.get().withdrawn_at
    assert organiser.post(address("open", "zoe")).status_code == 302
    assert theirs.get("/").status_code == 302, "a session that ended does not come back"
    assert organiser.get("/").status_code == 200
    assert Client().login(username="zoe", password="zoe")
    assert has_role(a_user("zoe"), contest, RoleKind.REFEREE)


def test_nobody_closes_his_own_account_nor_the_last_organiser_s(organiser):
    page = organiser.post(address("close", "olga"), follow=True)
    assert "your own account" in page.content.decode()
    # A club that nobody organises, as before there were roles in a club.
    ClubRole.objects.all().delete()
    contest = a_tournament(organiser=a_user("max"))
    a_tournament(organiser=a_user("olga"))
    with pytest.raises(ValidationError, match=contest.name):
        close_account(a_club(), a_user("max"), by=a_user("olga"))
    assert User.objects.filter(is_active=False).count() == 0


def test_an_account_that_another_club_trusts_is_not_this_club_s_to_take_over(organiser):
    other = Club.objects.create(name="Ailleurs")
    ClubRole.objects.create(user=a_user("zoe"), club=other, kind=RoleKind.ORGANISER)
    organiser.post(address("reset", "zoe"))
    assert Client().login(username="zoe", password="zoe")
    with pytest.raises(ValidationError):
        close_account(a_club(), a_user("zoe"), by=a_user("olga"))
    with pytest.raises(ValidationError):
        reset_password(other, a_user("zoe"), by=a_user("olga"), key=uuid4())
    assert organiser.post(address("reset", "zoe").replace("reset", "open")).status_code == 302


def test_one_s_own_password_is_changed_and_every_other_session_ends(client):
    elsewhere = signed_in("zoe")
    client.force_login(a_user("zoe"))
    before = client.session.session_key
    typed = {"current": "zoe", "password": "carreau-pique-9"}
    assert client.post("/account/password/", typed)["Location"] == "/"
    assert client.get("/").status_code == 200
    assert client.session.session_key != before
    assert elsewhere.get("/").status_code == 302
    assert Client().login(username="zoe", password="carreau-pique-9")


def test_a_desk_left_open_gives_nobody_its_account(client):
    client.force_login(a_user("zoe"))
    typed = {"current": "faux", "password": "carreau-pique-9"}
    for _time in range(logins.MOST_OF_AN_ACCOUNT):
        page = client.post("/account/password/", typed)
        assert page.context["form"].errors["current"]
    page = client.post("/account/password/", typed | {"current": "zoe"})
    assert page.context["form"].has_error("current", logins.MUST_WAIT)
    assert Client().login(username="zoe", password="zoe")


def test_one_s_own_password_is_not_given_anew_without_the_one_in_use(organiser):
    answer = organiser.post(address("reset", "olga"), {"client_key": str(uuid4())})
    assert answer["Location"] == "/account/password/"
    assert Client().login(username="olga", password="olga")


@pytest.mark.parametrize("password", ["12345678", "qwertyuiop", "motdepasse1" * 20, ""])
def test_a_password_that_is_easily_guessed_is_refused_beside_its_field(client, password):
    client.force_login(a_user("zoe"))
    page = client.post("/account/password/", {"current": "zoe", "password": password})
    assert page.context["form"].errors["password"]
    assert Client().login(username="zoe", password="zoe")


def test_another_s_account_is_closed_and_its_password_changed_after_one_question(organiser):
    a_user("zoe")
    page = organiser.get(f"/clubs/{a_club().pk}/people/").content.decode()
    for act in ("reset", "close"):
        before, _form = page.split(f'action="{address(act, "zoe")}"', 1)
        assert before.rindex("<details") > before.rindex("</details" if act == "close" else "<tr")


def test_a_page_of_the_club_is_refused_without_speaking_of_a_contest(client):
    a_role(a_user("zoe"), a_tournament(), RoleKind.REFEREE)
    client.force_login(a_user("zoe"))
    client.cookies["django_language"] = "en"
    page = client.get(f"/clubs/{a_club().pk}/people/")
    assert page.status_code == 403
    assert "Your role does not open this page." in page.content.decode()
