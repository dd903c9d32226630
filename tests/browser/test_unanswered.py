"""A server that does not answer, in a real browser: whoever touches a button is told."""

import pytest
from playwright.sync_api import Page, expect

from tests.tournament.builders import a_team, a_tournament, a_user
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    """A contest with one team to check in."""
    tournament = a_tournament(organiser=a_user("organisateur"))
    a_team(tournament, 1)
    return tournament


@pytest.fixture
def entrance(page: Page, live_server, tournament) -> Page:
    """The page of the entrance, opened by the organiser."""
    page.set_default_timeout(5000)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/teams/check-in/")
    page.get_by_label("Nom d’utilisateur").fill("organisateur")
    page.get_by_label("Mot de passe").fill("organisateur")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Équipe 1")).to_be_visible()
    return page


@pytest.mark.parametrize("answer", ["none", "error"])
def test_a_touch_that_nobody_answers_is_said_until_one_is_answered(
    entrance: Page, tournament: Tournament, page_problems: list[str], answer: str
):
    def fail(route) -> None:
        if route.request.method != "POST":
            route.fallback()
        elif answer == "none":
            route.abort()
        else:
            route.fulfill(status=500, body="")

    entrance.route("**/check-in/", fail)
    entrance.get_by_role("button", name="Équipe 1").click()
    expect(entrance.get_by_text("n'a pas répondu")).to_be_visible()
    assert tournament.teams.get().checked_in_at is None
    entrance.unroute("**/check-in/")
    entrance.get_by_role("button", name="Équipe 1").click()
    expect(entrance.get_by_role("button", name="Pas là")).to_be_visible()
    expect(entrance.get_by_text("n'a pas répondu")).to_be_hidden()
    assert tournament.teams.get().checked_in_at
    # The console tells of the answer that was meant to fail.
    page_problems.clear()
