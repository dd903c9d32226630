"""What an account finds first when it logs in: what its role does, one touch away."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.builders import a_match, a_role, a_tournament, a_user
from tournament.models import RoleKind, Tournament

pytestmark = pytest.mark.django_db

FIRST = {
    RoleKind.ORGANISER: "clubs:tournament",
    RoleKind.SCOREKEEPER: "deals:hall",
    RoleKind.REFEREE: "deals:hall",
    RoleKind.TREASURER: "teams:fees",
    RoleKind.READER: "standings:table",
}
OVERVIEW = FIRST | {RoleKind.ORGANISER: "deals:hall"}


@pytest.fixture
def tournament() -> Tournament:
    """A contest whose first round is in play."""
    return a_match().round.tournament


def logged_in(tournament: Tournament, role: RoleKind) -> Client:
    """Return the browser of somebody who has this role and no other."""
    user = a_user(f"one {role}")
    a_role(user, tournament, role)
    client = Client()
    client.force_login(user)
    return client


def links(client: Client, page: str) -> str:
    """Return a page below its bar, which holds a link to everything."""
    return client.get(page).content.decode().partition("<main")[2]


@pytest.mark.parametrize("role", RoleKind)
def test_each_role_finds_what_it_does_first_in_the_list_of_contests(tournament, role):
    client = logged_in(tournament, role)
    address = reverse(FIRST[role], args=[tournament.pk])
    assert f'class="btn" href="{address}"' in links(client, reverse("home"))
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("role", RoleKind)
def test_each_role_finds_what_it_does_first_on_a_contest_s_page(tournament, role):
    client = logged_in(tournament, role)
    page = links(client, reverse("clubs:tournament", args=[tournament.pk]))
    if role is RoleKind.READER:
        address = reverse("rounds:detail", args=[tournament.pk, 1])
    else:
        address = reverse(OVERVIEW[role], args=[tournament.pk])
    assert f'href="{address}"' in page
    assert client.get(address).status_code == 200


def test_a_contest_of_another_day_is_in_the_list_alone(tournament):
    user = a_user("organiser")
    other = a_tournament(organiser=user, name="Concours d'hiver", date=datetime.date(2000, 1, 1))
    client = Client()
    client.force_login(user)
    page = links(client, reverse("home"))
    assert page.count("Concours d&#x27;hiver") == 1
    assert page.count(f'href="/tournaments/{other.pk}/"') == 1
