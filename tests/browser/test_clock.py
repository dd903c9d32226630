"""A round's clocks in a real browser: they count down by themselves between two polls."""

import re
from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.visits import sign_in
from tests.tournament.builders import a_round, a_tournament, a_user
from tournament.models import EndKind, Round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def round_page(page: Page, live_server) -> Page:
    """The page of a round of 45 minutes, opened by the organiser."""
    tournament = a_tournament(
        organiser=a_user("organisateur"), end_kind=EndKind.CLOCK, deals=None, minutes=45
    )
    a_round(tournament)
    sign_in(page.context, "organisateur", live_server.url)
    page.clock.install()
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/rounds/1/")
    expect(page.get_by_role("heading", name="Manche 1")).to_be_visible()
    return page


def test_the_clock_counts_down_and_stops(round_page: Page):
    face = round_page.get_by_role("timer")
    expect(face).to_contain_text("45:00")
    # The page asks nobody: what moves its clock is the page itself.
    round_page.route("**/clock/", lambda route: route.fulfill(status=204))
    round_page.get_by_role("button", name="Lancer l'horloge").dblclick()
    expect(round_page.get_by_text("en marche")).to_be_visible()
    # Its script is there once a second is gone.
    expect(face).to_contain_text("44:")
    round_page.clock.fast_forward(180_000)
    expect(face).to_contain_text(re.compile("4[01]:[0-5][0-9]"))
    round_page.unroute("**/clock/")
    Round.objects.update(clock_from=F("clock_from") - timedelta(minutes=3))
    round_page.get_by_role("button", name="Suspendre").click()
    expect(round_page.get_by_text("suspendue")).to_be_visible()
    expect(face).to_contain_text(re.compile("4[01]:[0-5][0-9]"))
    stopped = face.inner_text()
    round_page.clock.run_for(3000)
    expect(face).to_have_text(stopped)
    round_page.get_by_role("link", name="L'horloge seule, en grand").click()
    expect(round_page.get_by_role("timer")).to_contain_text(stopped.split()[-1])
    round_page.get_by_role("button", name="Annoncer la fin du temps").click()
    expect(round_page.get_by_text("fin du temps annoncée")).to_be_visible()


@pytest.mark.parametrize("page_of", ["rounds/1", "standings"])
def test_the_time_to_complain_counts_down_and_locks_whatever_the_device_takes_for_the_hour(
    page: Page, live_server, page_of
):
    tournament = a_tournament(organiser=a_user("organisateur"), reclaim_minutes=15)
    a_round(tournament)
    closed_at = timezone.now() - timedelta(minutes=5)
    Round.objects.update(closed_at=closed_at)
    # The device's clock goes backwards.
    page.add_init_script("let now = Date.now(); Date.now = () => (now -= 60_000);")
    sign_in(page.context, "organisateur", live_server.url)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/{page_of}/")
    face = page.locator(".reclaim").get_by_role("timer")
    expect(face).to_contain_text(re.compile("0[89]:[0-5][0-9]"))
    shown = face.inner_text()
    expect(face).not_to_have_text(shown)
    assert face.inner_text() < shown
    # Three seconds are left: the page says by itself that they are over.
    Round.objects.update(closed_at=timezone.now() - timedelta(minutes=14, seconds=57))
    page.reload()
    expect(page.locator(".reclaim .tag")).to_be_visible()
    expect(page.locator(".reclaim").get_by_role("timer")).to_have_count(0)
