"""The club's name: its organisers change it, nobody else does."""

import html

import pytest
from django.core.exceptions import ValidationError

from tests.tournament.builders import a_club, a_role, a_tournament, a_user
from tournament.clubs.naming import clubs_organised_by, rename_club
from tournament.models import Club, RoleKind, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser(client) -> User:
    a_tournament(organiser=a_user("organiser"))
    client.force_login(a_user("organiser"))
    client.cookies["django_language"] = "en"
    return a_user("organiser")


def address(club: Club) -> str:
    return f"/clubs/{club.pk}/"


def test_an_organiser_renames_the_club_and_a_double_click_does_it_once(client, organiser):
    club = a_club()
    typed = {"name": "  Belote   Club  ", "seen": club.name}
    for _click in range(2):
        assert client.post(address(club), typed)["Location"] == "/"
    club.refresh_from_db()
    assert club.name == "Belote Club"


def test_a_club_renamed_meanwhile_is_said_and_saved_again(client, organiser):
    club = a_club()
    before = club.name
    rename_club(club, "Amicale", seen=before)
    page = client.post(address(club), {"name": "Belote Club", "seen": before})
    assert "named the club “Amicale” meanwhile" in html.unescape(page.content.decode())
    assert page.context["form"]["name"].value() == "Belote Club"
    again = {"name": "Belote Club", "seen": page.context["form"]["seen"].value()}
    assert client.post(address(club), again).status_code == 302
    assert Club.objects.get(pk=club.pk).name == "Belote Club"


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "\x00", "\u200b"])
def test_a_name_that_is_none_is_refused_beside_its_field(client, organiser, name):
    page = client.post(address(a_club()), {"name": name, "seen": a_club().name})
    assert page.status_code == 200
    assert page.context["form"].errors["name"]
    assert Club.objects.get().name == "Belote Club de l'Isère"


def test_a_name_is_text_and_not_html(client, organiser):
    club = a_club()
    client.post(address(club), {"name": "<b>L'été</b>", "seen": club.name})
    assert "<b>L" not in client.get(address(club)).content.decode()


@pytest.mark.parametrize("kind", [RoleKind.READER, RoleKind.SCOREKEEPER, RoleKind.REFEREE])
def test_another_role_in_its_contests_is_not_enough(client, organiser, kind):
    club, other = a_club(), a_user("other")
    a_role(other, club.tournaments.get(), kind)
    client.force_login(other)
    assert client.post(address(club), {"name": "Pirates"}).status_code == 403
    assert club not in clubs_organised_by(other)


def test_another_club_is_not_found(client, organiser):
    other = Club.objects.create(name="Ailleurs")
    assert client.get(address(other)).status_code == 404


def test_the_first_account_names_its_club_before_any_contest(client):
    user = a_user("organisateur")
    client.force_login(user)
    assert client.get(address(user.club)).status_code == 200
    a_tournament(organiser=a_user("somebody else"))
    assert client.get(address(user.club)).status_code == 404


def test_an_empty_name_is_no_name():
    with pytest.raises(ValidationError):
        rename_club(a_club(), "", seen=a_club().name)
