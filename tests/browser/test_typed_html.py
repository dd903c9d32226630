"""What somebody typed runs nothing in a real browser, whose policy has nothing to refuse."""

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, expect

from tests.attacks.test_html_everywhere import evil  # noqa: F401 - a fixture
from tests.browser.visits import sign_in
from tests.tournament.test_doors import arguments

pytestmark = pytest.mark.django_db(transaction=True)
PAGES = (
    "home",
    "clubs:tournament",
    "teams:list",
    "deals:hall",
    "deals:sheet",
    "referee:register",
    "standings:table",
    "hall:index",
    "screens:screen",
    "tables:table",
    "public:home",
)


def test_no_script_that_was_typed_runs(context: BrowserContext, live_server, evil):  # noqa: F811
    sign_in(context, "mallory", live_server.url)
    context.add_init_script("window.ran = 0; window.evil = () => { window.ran += 1 }")
    page = context.new_page()
    for name in PAGES:
        page.goto(live_server.url + reverse(name, kwargs=arguments(name, evil.known)))
        expect(page.locator("body")).to_contain_text("evil()")
        assert page.evaluate("window.ran") == 0, name
