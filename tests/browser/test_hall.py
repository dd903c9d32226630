"""A screen of the hall in a real browser: it turns, hears orders, and outlives its server."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.in_play import LONG
from tests.browser.test_accessible import faults_of
from tests.tournament.builders import a_display, a_picture, a_round, a_tournament
from tests.tournament.hall.contest import a_contest, matches, typed
from tournament.hall.displays import Steer, remove_display, steer
from tournament.hall.publishing import Shown, show
from tournament.models import Display, EndKind, Panel, Round
from tournament.rounds.clock import ClockAct, turn_clock
from tournament.rounds.services import close_round

pytestmark = pytest.mark.django_db(transaction=True)

FULL_HD = {"width": 1920, "height": 1080}
SHOWN = {"shows_draw": True, "shows_standings": True}
BACKWARDS = "let now = Date.now(); Date.now = () => (now -= 3_600_000);"
"""The device's clock goes back an hour each time that it is asked."""


@pytest.fixture
def display() -> Display:
    """A screen of a hall of forty teams, whose round has a clock."""
    tournament = a_tournament(end_kind=EndKind.CLOCK, deals=None, minutes=45, **SHOWN)
    a_round(tournament, 20)
    return a_display(tournament, panels=[Panel.DRAW, Panel.CLOCK, Panel.NEXT], seconds=300)


def opened(page: Page, live_server, display: Display) -> Page:
    """Open a screen as it hangs in the hall, its time in the test's hands."""
    page.set_viewport_size(FULL_HD)
    page.clock.install()
    page.goto(f"{live_server.url}/hall/{display.code}/")
    return page


def seconds(face: Locator) -> int:
    """Read what a clock says is left."""
    minutes, rest = face.inner_text().strip().split(":")
    return 60 * int(minutes) + int(rest)


def asks(page: Page) -> None:
    """Have the screen ask once more: it does so every two seconds."""
    page.clock.run_for(2200)


def test_a_screen_turns_by_itself_and_hears_each_order_once(
    page: Page, live_server, display, page_problems
):
    opened(page, live_server, display)
    now = page.locator(".slide.now")
    for key in ("draw-2", "draw-3", "clock-1", "next-1", "draw-1"):
        page.clock.fast_forward(301_000)
        expect(now).to_have_attribute("data-key", key)
    steer(display, Steer.HOLD, panel="clock")
    asks(page)
    expect(now).to_have_attribute("data-key", "clock-1")
    expect(page.locator(".slide")).to_have_count(1)
    steer(display, Steer.HOLD, panel="draw")
    asks(page)
    expect(now).to_have_attribute("data-key", "draw-1")
    steer(display, Steer.NEXT)
    asks(page)
    expect(now).to_have_attribute("data-key", "draw-2")
    steer(display, Steer.SAY, message="Buvette ouverte")
    steer(display, Steer.LIGHT)
    asks(page)
    expect(page.get_by_text("Buvette ouverte")).to_be_visible()
    expect(page.locator("#screen.light")).to_be_attached()
    # New pages came, and the order of before was not heard again.
    expect(now).to_have_attribute("data-key", "draw-2")
    show(display.tournament, Shown.DRAW, shown=False, by=None)
    asks(page)
    expect(now).to_have_attribute("data-key", "empty-1")
    expect(page.get_by_text("Équipe 1")).to_have_count(0)
    remove_display(display, by=None)
    for _twice in range(2):
        with page.expect_response("**/news/*"):
            asks(page)
    expect(page.locator(".slide")).to_have_count(0)
    # The console tells of the address that is not there any more, as it should.
    assert all("404" in said for said in page_problems)
    page_problems.clear()


def test_a_screen_outlives_its_server_and_clocks_that_are_set_back(
    page: Page, live_server, display, page_problems
):
    round_ = Round.objects.select_related("tournament").get()
    turn_clock(round_, ClockAct.START, by=None)
    Round.objects.update(clock_spent=60)
    page.add_init_script(BACKWARDS)
    opened(page, live_server, display)
    face, away = page.locator("#corner [data-clock]"), page.locator("#away")
    # Minutes to spare: time goes on meanwhile, on a slow machine too. A jump would be an hour.
    expect(face).to_contain_text(re.compile("4[0-3]:"))
    before = seconds(face)
    answers = {"isDown": True}

    def down(route: Route) -> None:
        route.abort() if answers["isDown"] else route.continue_()

    page.route("**/news/*", down)
    # It keeps its pages and counts on, and says quietly that nothing is new.
    page.clock.run_for(20_000)
    expect(away).to_be_visible()
    # Nor to the second: a tick that came late had shown one less before.
    assert before - 600 < seconds(face) <= before - 18
    expect(page.get_by_text("Équipe 1", exact=True)).to_be_visible()
    # The server comes back an hour earlier than it left.
    Round.objects.update(clock_from=timezone.now() + timedelta(hours=1), clock_spent=1200)
    answers["isDown"] = False
    asks(page)
    expect(face).to_contain_text(re.compile("2[45]:[0-5][0-9]"))
    expect(away).to_be_hidden()
    # What the console says of the requests that failed is what was meant.
    assert all("ERR_FAILED" in said for said in page_problems)
    page_problems.clear()


UNFOLDED = """() => {
  document.getElementById("screen").style.cssText = "height: auto; overflow: visible";
  document.querySelector(".pages").style.display = "block";
  for (const slide of document.querySelectorAll(".slide")) slide.classList.add("now");
}"""
"""Every page of a screen one below the other, to look at all of them at once."""


def test_a_screen_is_for_everybody_in_both_its_colours(page: Page, live_server):
    contest = a_contest(**SHOWN, end_kind=EndKind.FIRST, minutes=45)
    a_picture()
    display = a_display(contest, seconds=300, message="Buvette ouverte jusqu'à minuit")
    wrong = {}
    for is_dark in (True, False):
        Display.objects.update(is_dark=is_dark)
        opened(page, live_server, display)
        page.evaluate(UNFOLDED)
        wrong |= dict.fromkeys(faults_of(page), "dark" if is_dark else "light")
    page.goto(f"{live_server.url}/public/{contest.pk}/results/1/")
    wrong |= dict.fromkeys(faults_of(page), "results")
    assert not wrong


def test_the_rank_is_read_at_eight_metres_and_no_name_is_cut(page: Page, live_server):
    contest = a_contest(**SHOWN)
    contest.teams.filter(number=1).update(name=LONG[:60])
    contest.teams.filter(number=2).update(name="W" * 60)
    opened(page, live_server, a_display(contest, panels=[Panel.STANDINGS]))
    sizes = page.locator(".ranks .rank").evaluate_all(
        "found => found.map(each => parseFloat(getComputedStyle(each).fontSize) / innerHeight)"
    )
    # On a picture a metre high it is five centimetres.
    assert min(sizes) >= 0.05
    cut = page.locator(".ranks li").evaluate_all(
        "found => found.filter(each => each.scrollHeight > each.clientHeight + 1).length"
    )
    assert cut == 0


def test_an_open_public_page_sees_a_change_and_that_it_is_shown_no_more(
    page: Page, live_server, page_problems
):
    contest = a_contest(**SHOWN)
    page.set_viewport_size({"width": 360, "height": 740})
    page.clock.install()
    page.goto(f"{live_server.url}/public/{contest.pk}/standings/")
    expect(page.get_by_role("heading", name="Classement après la manche 1")).to_be_visible()
    teams = page.context.new_page()
    teams.goto(f"{live_server.url}/public/{contest.pk}/teams/")
    teams.get_by_label("Chercher").fill("zeles 3")
    expect(teams.locator("#main li:visible")).to_have_count(1)
    second = contest.rounds.get(number=2)
    for match in matches(second)[1:]:
        typed(match, points=140)
    close_round(second, by=None)
    page.clock.run_for(5200)
    expect(page.get_by_role("heading", name="Classement après la manche 2")).to_be_visible()
    show(contest, Shown.STANDINGS, shown=False, by=None)
    page.clock.run_for(5200)
    expect(page.get_by_role("heading", name="Page introuvable")).to_be_visible()
    expect(page.get_by_text("Zélés")).to_have_count(0)
    assert all("404" in said for said in page_problems)
    page_problems.clear()
