"""What the rulebook leaves to the table: asked at the desk, seen on a phone, then played."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from scoring import load_rulebook
from tests.browser.visits import fits, signed_in
from tests.tournament.builders import a_code, a_match, a_user
from tests.tournament.deals.test_options import CLUB_A
from tournament.models import Match, freeze

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    return a_match(rulebook_frozen=freeze(load_rulebook(CLUB_A)), organiser=a_user())


@pytest.fixture
def desk(new_context, live_server, match: Match) -> Iterator[Page]:
    yield from signed_in("zoe", new_context, live_server)


def test_a_table_says_what_it_plays_then_plays_it(desk, new_context, live_server, match) -> None:
    desk.goto(reverse("deals:sheet", args=[match.round.tournament_id, 1, 1]))
    fits(desk)
    desk.get_by_label("Le sans atout est permis.").check()
    desk.locator("section.options button").click()
    expect(desk.locator("p.options strong")).to_have_text("Le sans atout est permis.")
    desk.locator("#id_line").fill("a10sa110")
    expect(desk.locator("#why")).to_contain_text("210")
    desk.keyboard.press("Enter")
    expect(desk.locator(".sheet tbody tr")).to_have_count(1)
    fits(desk)
    with contextmanager(signed_in)("", new_context, live_server) as phone:
        phone.goto(reverse("tables:table", args=[a_code(match, "B").code]))
        expect(phone.locator("#options strong")).to_have_text("Le sans atout est permis.")
        fits(phone)
    assert match.deals.get().accepted.options == "no-trumps"
