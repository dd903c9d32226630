"""A server that does not answer, in a real browser: whoever reads or types there is told."""

from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visits import sign_in
from tests.tournament.builders import a_round, a_team, a_tournament, a_user
from tournament.models import EndKind, Entry, Match, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

NOT_SENT = "rien n'a été envoyé"
MAYBE_LOST = "n'a pas répondu"
OUT_OF_DATE = "n'est peut-être plus à jour"


@pytest.fixture
def tournament() -> Tournament:
    """A contest with a clock, one round open."""
    tournament = a_tournament(
        organiser=a_user("organisateur"), end_kind=EndKind.CLOCK, deals=None, minutes=45
    )
    a_round(tournament)
    a_team(tournament, 3)
    return tournament


@pytest.fixture
def desk(page: Page, live_server, tournament: Tournament, page_problems: list[str]) -> Page:
    """A browser where the organiser has logged in, whose time can be moved on."""
    sign_in(page.context, "organisateur", live_server.url)
    page.clock.install()
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/")
    expect(page.get_by_role("heading", name=tournament.name)).to_be_visible()
    yield page
    # The console tells of the answers that were meant to fail.
    page_problems.clear()


@contextmanager
def dead_server(page: Page, only: str = "**/*"):
    """Let nothing through."""
    page.route(only, lambda route: route.abort())
    yield
    page.unroute(only)


def test_a_touch_that_nobody_answers_is_said_until_one_is_answered(
    desk: Page, tournament: Tournament
):
    desk.goto(f"{desk.url}teams/check-in/")
    with dead_server(desk):
        desk.get_by_role("button", name="Équipe 3").click()
        expect(desk.get_by_text(MAYBE_LOST)).to_be_visible()
    assert tournament.teams.get(number=3).checked_in_at is None
    desk.get_by_role("button", name="Équipe 3").click()
    expect(desk.get_by_role("button", name="Pas là")).to_be_visible()
    expect(desk.get_by_text(MAYBE_LOST)).to_be_hidden()
    assert tournament.teams.get(number=3).checked_in_at


def test_a_touch_answered_by_an_error_is_said_too(desk: Page, tournament: Tournament):
    desk.goto(f"{desk.url}teams/check-in/")
    desk.route("**/check-in/", lambda route: route.fulfill(status=500, body=""))
    desk.get_by_role("button", name="Équipe 3").click()
    expect(desk.get_by_text(MAYBE_LOST)).to_be_visible()


@pytest.mark.parametrize("address", ["desk/", "rounds/1/", "rounds/1/clock/"])
def test_a_page_that_asks_by_itself_says_that_it_may_be_out_of_date(desk: Page, address: str):
    desk.goto(f"{desk.url}{address}")
    with dead_server(desk):
        desk.clock.fast_forward(11_000)
        expect(desk.get_by_text(OUT_OF_DATE)).to_be_visible()
    desk.clock.fast_forward(11_000)
    expect(desk.get_by_text(OUT_OF_DATE)).to_be_hidden()


def test_a_server_that_keeps_one_waiting_is_said(desk: Page):
    desk.goto(f"{desk.url}rounds/1/clock/")
    assert desk.evaluate("htmx.config.timeout") == 10_000
    desk.evaluate("htmx.config.timeout = 200")
    waiting = []
    desk.route("**/clock/", lambda route: waiting.append(route))  # noqa: PLW0108 - Playwright wants a function
    desk.clock.fast_forward(6_000)
    expect(desk.get_by_text(OUT_OF_DATE)).to_be_visible()
    for each in waiting:
        each.abort()


def test_a_deal_that_nobody_would_answer_stays_on_the_line(desk: Page, tournament: Tournament):
    match = Match.objects.get()
    desk.goto(f"{desk.url}desk/rounds/1/tables/{match.table}/")
    line = desk.get_by_label("Une ligne")
    with dead_server(desk):
        line.fill("a12k126")
        desk.clock.fast_forward(1000)
        expect(desk.get_by_text(OUT_OF_DATE)).to_be_visible()
        line.press("Enter")
        expect(desk.get_by_text(NOT_SENT)).to_be_visible()
        expect(line).to_have_value("a12k126")
    assert not Entry.objects.exists()
    line.press("Enter")
    expect(desk.get_by_text("Donne 1 enregistrée").first).to_be_visible()
    assert Entry.objects.count() == 1


def test_a_form_that_nobody_would_answer_stays_as_it_was_typed(desk: Page, tournament: Tournament):
    desk.goto(f"{desk.url}settings/")
    place = desk.get_by_label("Lieu")
    place.fill("Salle Olivier-Messiaen")
    desk.clock.fast_forward(3000)
    button = desk.get_by_role("button", name="Enregistrer les réglages")
    with dead_server(desk):
        button.click()
        expect(desk.get_by_text(NOT_SENT)).to_be_visible()
        expect(place).to_have_value("Salle Olivier-Messiaen")
        expect(button).to_be_enabled()
    button.dblclick()
    expect(desk.get_by_text("Les réglages sont enregistrés")).to_be_visible()
    tournament.refresh_from_db()
    assert tournament.place == "Salle Olivier-Messiaen"
