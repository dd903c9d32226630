"""The referee comes to a table that argues: looked up, shown why, read under another rulebook."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.in_play import a_contest_in_play
from tests.browser.visits import fits, sign_in
from tests.tournament.builders import a_ruling
from tournament.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    """A match of two sheets of which deal 2 differs; table 3 of the round is in dispute."""
    match = a_contest_in_play()
    a_ruling(match, facts="Renonce à cœur au pli 5.")
    return match


@pytest.fixture
def desk(page: Page, live_server, match: Match) -> Page:
    """The referee's desk, open."""
    sign_in(page.context, "organisateur", live_server.url)
    page.goto(f"{live_server.url}/tournaments/{match.round.tournament_id}/referee/")
    return page


NAMED = {
    "table 3": "/tables/3/",
    "equipe 8": "/standings/teams/",
    "renonce": "/referee/rulings/1/",
    "capot": "/rules/#",
    "r1": "/referee/rulings/1/",
}
TO_TOUCH = ".hits a, .btn, button"


def test_from_the_box_to_the_answer_under_another_rulebook(desk: Page, match: Match):
    box = desk.locator("#id_q")
    expect(box).to_be_focused()
    first = desk.locator(".hits").first.locator("a")
    expect(first.first).to_have_attribute("href", re.compile("/tables/3/deals/1/"))
    fits(desk, TO_TOUCH)

    box.fill("t2 d2")
    found = desk.locator("#found .hits a").first
    expect(found).to_have_attribute("href", re.compile("rounds/2/tables/2/deals/2/"))
    fits(desk, TO_TOUCH)
    found.click()

    expect(desk).to_have_url(re.compile("/deals/2/$"))
    expect(desk.locator("table.reasons tr.total")).to_contain_text("280")
    expect(desk.locator(".art:visible").first).to_contain_text("cas 2")
    expect(desk.locator(".versions > li")).to_have_count(2)
    expect(desk.locator("tr.differs").first).to_be_visible()
    fits(desk, TO_TOUCH)

    desk.locator("table.elsewhere a[href*=kchanaise]").click()
    expect(desk.locator("table.beside tr.total.differs")).to_contain_text("120")
    fits(desk, TO_TOUCH)

    desk.locator("a.btn.quiet[href*='table=2']").first.click()
    expect(desk.locator("table.beside tr.total")).to_be_visible()
    fits(desk, TO_TOUCH)
    desk.goto(desk.url.split("?")[0] + "?rulebook=kchanaise")
    expect(desk.locator("table.beside.names tbody tr")).to_have_count(10)
    fits(desk, TO_TOUCH)


def test_whatever_is_named_is_a_link(desk: Page):
    opened = desk.url
    for text, href in NAMED.items():
        # Anew each time: typing on gives up what was asked before, and the console says so.
        desk.goto(opened)
        desk.locator("#id_q").fill(text)
        expect(desk.locator(f"#found .hits a[href*='{href}']").first).to_be_visible()
        fits(desk, TO_TOUCH)


def test_the_box_works_without_scripts(new_context, live_server, match: Match):
    context = new_context(java_script_enabled=False, base_url=live_server.url)
    sign_in(context, "organisateur", live_server.url)
    page = context.new_page()
    page.goto(f"/tournaments/{match.round.tournament_id}/referee/")
    page.locator("#id_q").fill("t2 d1")
    page.locator("#id_q").press("Enter")
    page.locator("#found .hits a").first.click()
    expect(page).to_have_url(re.compile("/tables/2/deals/1/$"))
