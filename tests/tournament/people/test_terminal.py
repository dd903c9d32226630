"""What whoever has the computer itself does with accounts: a lost password, one more club."""

import io
import re

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournament.builders import a_club, a_role, a_tournament, a_user
from tournament.clubs.naming import clubs_organised_by, creates_contests
from tournament.models import Club, ClubRole, RoleKind, User

pytestmark = pytest.mark.django_db


def said(*command: str, **options: str) -> str:
    out = io.StringIO()
    call_command(*command, stdout=out, **options)
    return out.getvalue()


def password_in(text: str) -> str:
    (found,) = re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", text)
    return found


@pytest.fixture
def organiser() -> User:
    ClubRole.objects.create(user=a_user("olga"), club=a_club(), kind=RoleKind.ORGANISER)
    return a_user("olga")


def test_the_only_organiser_gets_another_password_and_the_former_one_is_good_no_more(organiser):
    theirs = Client()
    theirs.force_login(organiser)
    a_role(a_user("zoe"), a_tournament(organiser=organiser), RoleKind.REFEREE)
    password = password_in(said("new_password"))
    assert theirs.get("/").status_code == 302
    assert not Client().login(username="olga", password="olga")
    assert Client().login(username="olga", password=password)


def test_of_several_organisers_one_is_named_and_an_account_that_was_closed_is_open(organiser):
    ClubRole.objects.create(user=a_user("max"), club=a_club(), kind=RoleKind.ORGANISER)
    with pytest.raises(CommandError, match="max, olga"):
        said("new_password")
    with pytest.raises(CommandError, match="max, olga"):
        said("new_password", "personne")
    User.objects.create(username="Gérard Petit", club=a_club(), is_active=False)
    password = password_in(said("new_password", "GÉRARD", "Petit"))
    assert Client().login(username="Gérard Petit", password=password)


def test_without_any_account_the_command_says_so():
    with pytest.raises(CommandError):
        said("new_password")


def test_one_more_club_is_opened_with_its_organiser_s_account(organiser):
    a_tournament(organiser=organiser)
    password = password_in(said("open_club", "Belote du Trièves", organiser="Luc Favre"))
    assert Client().login(username="Luc Favre", password=password)
    luc = User.objects.get(username="Luc Favre")
    assert [club.name for club in clubs_organised_by(luc)] == ["Belote du Trièves"]
    assert (luc.club.name, creates_contests(luc)) == ("Belote du Trièves", True)
    # Who is there already keeps the password that he has.
    assert "-" not in said("open_club", "Un troisième", organiser="olga").splitlines()[1]
    assert organiser.check_password("olga")


@pytest.mark.parametrize(
    ("name", "organiser"), [("belote club de l'isère", "luc"), ("", "luc"), ("Un autre", "l/u")]
)
def test_a_club_that_cannot_be_opened_is_refused_and_nothing_is_kept(name, organiser):
    a_club()
    with pytest.raises(CommandError):
        said("open_club", name, organiser=organiser)
    assert not Club.objects.exclude(pk=a_club().pk).exists()
