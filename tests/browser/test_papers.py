"""The list of papers: what is printed, noted as printed, and said to be on its way."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.visits import sign_in
from tests.tournament.builders import a_deal, a_match, a_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_desk_prints_what_has_changed_and_is_told_when_a_paper_takes_its_time(
    page: Page, live_server
) -> None:
    match = a_match(organiser=a_user("organiser"))
    a_deal(match)
    sign_in(page.context, "organiser", live_server.url)
    page.goto(live_server.url + reverse("prints:changes", args=[match.round.tournament_id, 1]))
    printed = page.get_by_role("button", name=re.compile("remplies|Filled"))
    printed.click()
    expect(page.locator("dd.for").filter(has_text=re.compile(r"\d\d:\d\d"))).to_have_count(1)
    expect(printed).to_have_count(0)
    # The file is not waited for: the page stays as it is while one is on its way.
    page.evaluate("document.addEventListener('click', (event) => event.preventDefault())")
    page.locator(".papers .ways a").first.click()
    expect(page.locator("#waiting")).to_be_visible()
