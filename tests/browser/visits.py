"""A browser in which somebody has signed in, and what any page must hold at either width."""

from collections.abc import Iterator

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from tests.tournament.builders import a_user

DESK, PHONE = (1280, 800), (360, 740)
"""A laptop's screen and the smallest phone's, in CSS pixels."""
TOUCH = 44
TOUCHED = (
    "a.btn, button, select, textarea, summary, label:has(> input),"
    " input:not([type=hidden], [type=radio], [type=checkbox])"
)
TOO_SMALL = """([touched, least]) => [...document.querySelectorAll(`main :is(${touched})`)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => (height => 0 < height && height < least - 0.5)(
        each.getBoundingClientRect().height))
    .map((each) => each.outerHTML.slice(0, 200))"""


def sign_in(context: BrowserContext, name: str, url: str) -> None:
    """Give a browser the session of an account, which is made if need be."""
    client = Client()
    client.force_login(a_user(name))
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


def signed_in(
    name: str, new_context, live_server, size: tuple[int, int] = PHONE, **options
) -> Iterator[Page]:
    """Yield a page of an account's browser, of nobody's without a name, of a size.

    Nothing may go wrong in its console.
    """
    width, height = size
    context: BrowserContext = new_context(
        viewport={"width": width, "height": height}, base_url=live_server.url, **options
    )
    if name:
        sign_in(context, name, live_server.url)
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    yield page
    assert not problems


def with_time(page: Page) -> Page:
    """Have a page's time in the test's hands: to be called before it is opened."""
    page.clock.install()
    return page


def ask_again(page: Page) -> None:
    """Have a page ask for news now, as it does every few seconds."""
    page.clock.fast_forward(11_000)


def fits(page: Page, touched: str = TOUCHED) -> None:
    """At a desk's width and at a phone's nothing runs over the side; a thumb can touch it all."""
    size = page.viewport_size
    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    assert page.evaluate(TOO_SMALL, [touched, TOUCH]) == []
    page.set_viewport_size(size)
