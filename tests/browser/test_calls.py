"""A table calls the referee on its phone; he comes, rules, and the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tests.tournament.builders import FACTS, a_code, a_match, a_role, a_user
from tournament.models import Match, RefereeCall, RoleKind
from tournament.tables.services import type_deal

pytestmark = pytest.mark.django_db(transaction=True)

SIZES = [(1280, 800), (360, 740)]
TOUCH = 44
TOUCHED = "main :is(a.btn, button, select, textarea, summary, label:has(> input))"
NEWS = 12_000
"""Milliseconds within which a page hears of the others: it asks every five seconds."""


@pytest.fixture(params=SIZES, ids=["1280", "360"])
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    return request.param


@pytest.fixture
def match() -> Match:
    match = a_match(organiser=a_user("organisateur"))
    a_role(a_user("remi", first_name="Rémi"), match.round.tournament, RoleKind.REFEREE)
    return match


@pytest.fixture
def referee(new_context, live_server, size) -> Iterator[Page]:
    yield from _page(new_context, live_server, size, "remi")


@pytest.fixture
def desk(new_context, live_server, size) -> Iterator[Page]:
    yield from _page(new_context, live_server, size, "organisateur")


@pytest.fixture
def phone(new_context, live_server) -> Iterator[Page]:
    yield from _page(new_context, live_server, (360, 740), "")


def _page(new_context, live_server, size, name: str) -> Iterator[Page]:
    context: BrowserContext = new_context(
        viewport={"width": size[0], "height": size[1]}, base_url=live_server.url
    )
    if name:
        client = Client()
        client.force_login(a_user(name))
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.set_default_timeout(10_000)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    yield page
    assert not problems


def address(match: Match, name: str, **kwargs: int) -> str:
    return reverse(name, kwargs={"tournament_id": match.round.tournament_id, **kwargs})


def check_for_a_thumb(page: Page) -> None:
    """Nothing runs over the side, nothing to touch is smaller than a finger."""
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    if page.viewport_size["width"] > 400:
        return
    for each in page.locator(TOUCHED).all():
        box = each.bounding_box()
        if box and each.is_visible():
            assert box["height"] >= TOUCH - 0.5, each.evaluate("it => it.outerHTML")


def test_from_the_phone_s_call_to_the_ruling(match, phone: Page, referee: Page):
    phone.goto(f"/t/{a_code(match).code}/")
    referee.goto(address(match, "referee:desk"))
    expect(referee.get_by_text("Aucune table n'appelle.")).to_be_visible()

    # What is being typed is still there after the call: two touches.
    phone.get_by_label("Points des preneurs").fill("126")
    phone.get_by_text("Appeler l'arbitre").click()
    check_for_a_thumb(phone)
    phone.get_by_role("button", name="Renonce").click()
    expect(phone.get_by_text("L'arbitre est appelé depuis")).to_be_visible()
    expect(phone.get_by_label("Points des preneurs")).to_have_value("126")

    queue = referee.locator("#calls")
    expect(queue.get_by_text("Table 1, manche 1")).to_be_visible(timeout=NEWS)
    expect(queue.get_by_text("Équipe 1 (A)")).to_be_visible()
    expect(queue.get_by_text("moins d'une minute")).to_be_visible()
    check_for_a_thumb(referee)
    queue.get_by_role("button", name="J'y vais").click()
    expect(queue.get_by_text("Rémi y est")).to_be_visible()
    expect(phone.get_by_text("L'arbitre arrive")).to_be_visible(timeout=NEWS)

    queue.get_by_role("link", name="Décider").click()
    referee.get_by_label("Ce qui s'est passé").fill("Renonce à cœur au pli 4.")
    referee.locator("[name=decision][value=nothing]").check()
    referee.get_by_role("button", name="Voir ce qu'elle change").click()
    referee.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Rien n'est établi.")
    referee.get_by_role("button", name="Décider").click()
    expect(referee.get_by_role("heading", name="Décision 1")).to_be_visible()
    assert RefereeCall.objects.get().ruling.number == 1
    check_for_a_thumb(referee)
    slip = referee.locator("main a[href$='rulings/1.pdf']").get_attribute("href")
    printed = referee.request.get(slip)
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")

    referee.goto(address(match, "referee:calls"))
    expect(referee.get_by_role("link", name="Décision 1")).to_be_visible()
    check_for_a_thumb(referee)
    expect(phone.get_by_text("Appeler l'arbitre")).to_be_visible(timeout=NEWS)


def test_a_contested_deal_is_in_the_queue_and_in_the_hall(match, phone: Page, desk: Page):
    type_deal(a_code(match, "A"), 1, FACTS, client_key=uuid4())
    phone.goto(f"/t/{a_code(match, 'B').code}/")
    phone.get_by_text("Contester…").click()
    phone.get_by_label("Qu'est-ce qui ne va pas").fill("116, pas 126")
    phone.get_by_role("button", name="Contester cette donne").click()
    expect(phone.get_by_text("L'arbitre est appelé depuis")).to_be_visible()

    desk.goto(address(match, "deals:hall"))
    expect(desk.locator(".calling").get_by_text("Appelle l'arbitre depuis")).to_be_visible()
    check_for_a_thumb(desk)
    phone.get_by_role("button", name="Nous sommes d'accord").click()
    expect(phone.get_by_text("Appeler l'arbitre")).to_be_visible()
    expect(desk.locator(".calling")).to_have_count(0, timeout=NEWS)


def test_the_desk_calls_from_the_sheet(match, desk: Page):
    desk.goto(address(match, "deals:sheet", number=1, table=1))
    desk.get_by_role("link", name="Appeler l'arbitre").click()
    check_for_a_thumb(desk)
    desk.locator("[name=category][value=conduct]").check()
    desk.get_by_label("En quelques mots").fill("On s'insulte.")
    desk.get_by_role("button", name="Appeler l'arbitre").click()
    expect(desk.locator(".tag.is-called")).to_be_visible()
    desk.get_by_role("link", name="L'appel").click()
    desk.get_by_role("button", name="Retirer l'appel").click()
    expect(desk.locator(".tag.is-called")).to_have_count(0)
