"""Every page of the site, for whoever uses a keyboard, a screen reader, a zoom or a thumb.

The pages come from the table of test_doors.py, so that a new page is looked at from its first day.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests.browser.in_play import a_contest_in_play
from tests.tournament.builders import a_user
from tests.tournament.test_doors import DOORS, arguments, identifiers
from tournament.models import Match

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = (Path(__file__).parent / "look.js").read_text()
DESK, ZOOMED, PHONE = 1280, 640, 360
"""Widths in CSS pixels: a laptop's, the same at 200 %, the smallest phone's."""
TOUCH = 44

PARTS = 4
"""The pages are shared between so many tests, for as many processes as there are."""

ALSO = {
    "home": ["?"],
    "deals:sheet": ["?deal=1", "?deal=2"],
}
"""Other states of a page, by what is added to its address."""

NEEDS_MORE = {"clubs:login", "teams:import_preview"}
"""Pages that send an organiser elsewhere when only their address is asked for."""

ENGLISH = re.compile(
    r"\b(the|and|of|is|are|was|were|this|that|with|from|deals?|rounds?|teams?|marks|side|save|you|your"
    r"|their|not|no|yes|by|to|in|be|has|have|it|which|when|who|what)\b"
)
"""Words that no French sentence of this site holds."""


@pytest.fixture
def match() -> Match:
    """The match that the pages are about."""
    return a_contest_in_play()


@pytest.fixture
def visitor(page: Page, live_server) -> Iterator[Page]:
    """A browser where the organiser is logged in."""
    page.set_default_timeout(5000)
    client = Client()
    client.force_login(a_user("organisateur"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies(
        [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url}]
    )
    return page


def addresses(match: Match, names: Iterator[str]) -> Iterator[str]:
    """Give the address of each page, and of its other states; files are no pages."""
    given = identifiers(match)
    client = Client()
    client.force_login(a_user("organisateur"))
    for name in names:
        address = reverse(name, kwargs=arguments(name, given))
        for more in ["", *ALSO.get(name, [])]:
            answer = client.get(address + more)
            assert answer.status_code == 200, name
            if answer.headers["Content-Type"].startswith("text/html"):
                yield address + more


def faults_of(page: Page) -> list[str]:
    """Look at a page at its three widths, and say what is wrong with it."""
    page.set_viewport_size({"width": DESK, "height": 800})
    look = page.evaluate_handle(LOOK)
    look.evaluate("look => look.unfold()")
    faults = [
        f"{found['id']} ({found['impact']}): {node['html'][:120]}"
        for found in Axe().run(page).response["violations"]
        if found["impact"] in {"serious", "critical"}
        for node in found["nodes"]
    ]
    faults += look.evaluate("look => [...look.unlabelled(), ...look.unseenFocus()]")
    if page.evaluate("document.documentElement.lang") != "fr":
        faults.append("does not say that it is in French")
    lines = set(look.evaluate("look => look.words()").split("\n"))
    faults += [f"in English: {line.strip()}" for line in lines if ENGLISH.search(line)]
    for width in (DESK, ZOOMED, PHONE):
        page.set_viewport_size({"width": width, "height": 800})
        faults += [f"{width} px: {said}" for said in look.evaluate("look => look.tooWide()")]
    faults += look.evaluate("(look, least) => look.tooSmall(least)", TOUCH)
    return faults


def look_at(page: Page, base: str, found: Iterator[str]) -> None:
    """Open every address, and fail with all that is wrong, each fault once."""
    wrong: dict[str, list[str]] = {}
    for address in found:
        page.goto(base + address)
        for fault in faults_of(page):
            wrong.setdefault(fault, []).append(address)
    assert not wrong, "\n".join(
        ["", *(f"{fault}  <- {' '.join(at)}" for fault, at in wrong.items())]
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_a_contest_in_play_is_for_everybody(visitor: Page, live_server, match: Match, part: int):
    names = [name for name in DOORS if name not in NEEDS_MORE][part::PARTS]
    look_at(visitor, live_server.url, addresses(match, names))
