"""A browser in which somebody has signed in."""

from collections.abc import Iterator

from django.test import Client
from playwright.sync_api import BrowserContext, Page

from tests.tournament.builders import a_user


def signed_in(
    name: str, new_context, live_server, size: tuple[int, int], **options
) -> Iterator[Page]:
    """Yield a page of an account's browser, of a size; nothing may go wrong in its console."""
    width, height = size
    context: BrowserContext = new_context(
        viewport={"width": width, "height": height}, base_url=live_server.url, **options
    )
    client = Client()
    client.force_login(a_user(name))
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "console",
        lambda message: problems.append(message.text) if message.type == "error" else None,
    )
    yield page
    assert not problems
