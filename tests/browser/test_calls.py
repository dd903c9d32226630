"""A table calls the referee on its phone; he comes, rules, and the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.visits import ask_again, fits, signed_in, with_time
from tests.tournament.builders import FACTS, a_code, a_match, a_role, a_user
from tournament.models import Match, RefereeCall, RoleKind
from tournament.tables.services import type_deal

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    match = a_match(organiser=a_user("organisateur"))
    a_role(a_user("remi", first_name="Rémi"), match.round.tournament, RoleKind.REFEREE)
    return match


@pytest.fixture
def referee(new_context, live_server) -> Iterator[Page]:
    yield from signed_in("remi", new_context, live_server)


@pytest.fixture
def desk(new_context, live_server) -> Iterator[Page]:
    yield from signed_in("organisateur", new_context, live_server)


@pytest.fixture
def phone(new_context, live_server) -> Iterator[Page]:
    yield from signed_in("", new_context, live_server)


def address(match: Match, name: str, **kwargs: int) -> str:
    return reverse(name, kwargs={"tournament_id": match.round.tournament_id, **kwargs})


def test_from_the_phone_s_call_to_the_ruling(match, phone: Page, referee: Page):
    with_time(phone).goto(f"/t/{a_code(match).code}/")
    with_time(referee).goto(address(match, "referee:desk"))
    expect(referee.get_by_text("Aucune table n'appelle.")).to_be_visible()

    # What is being typed is still there after the call: two touches.
    phone.get_by_label("Points des preneurs").fill("126")
    phone.get_by_text("Appeler l'arbitre").click()
    expect(phone.get_by_role("button", name="Renonce")).to_be_visible()
    fits(phone)
    phone.get_by_role("button", name="Renonce").click()
    expect(phone.get_by_text("L'arbitre est appelé depuis")).to_be_visible()
    expect(phone.get_by_label("Points des preneurs")).to_have_value("126")

    ask_again(referee)
    queue = referee.locator("#calls")
    expect(queue.get_by_text("Table 1, manche 1")).to_be_visible()
    expect(queue.get_by_text("Équipe 1 (A)")).to_be_visible()
    expect(queue.get_by_text("moins d'une minute")).to_be_visible()
    fits(referee)
    queue.get_by_role("button", name="J'y vais").click()
    expect(queue.get_by_text("Rémi y est")).to_be_visible()
    ask_again(phone)
    expect(phone.get_by_text("L'arbitre arrive")).to_be_visible()

    queue.get_by_role("link", name="Décider").click()
    referee.get_by_label("Ce qui s'est passé").fill("Renonce à cœur au pli 4.")
    referee.locator("[name=decision][value=nothing]").check()
    referee.get_by_role("button", name="Voir ce qu'elle change").click()
    referee.get_by_label("Motif, tel qu'il sera lu et imprimé").fill("Rien n'est établi.")
    referee.get_by_role("button", name="Décider").click()
    expect(referee.get_by_role("heading", name="Décision 1")).to_be_visible()
    assert RefereeCall.objects.get().ruling.number == 1
    fits(referee)
    slip = referee.locator("main a[href$='rulings/1.pdf']").get_attribute("href")
    printed = referee.request.get(slip)
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF")

    referee.goto(address(match, "referee:calls"))
    expect(referee.get_by_role("link", name="Décision 1")).to_be_visible()
    fits(referee)
    ask_again(phone)
    expect(phone.get_by_text("Appeler l'arbitre")).to_be_visible()


def test_a_contested_deal_is_in_the_queue_and_in_the_hall(match, phone: Page, desk: Page):
    type_deal(a_code(match, "A"), 1, FACTS, client_key=uuid4())
    phone.goto(f"/t/{a_code(match, 'B').code}/")
    phone.get_by_text("Contester…").click()
    phone.get_by_label("Qu'est-ce qui ne va pas").fill("116, pas 126")
    phone.get_by_role("button", name="Contester cette donne").click()
    expect(phone.get_by_text("L'arbitre est appelé depuis")).to_be_visible()

    with_time(desk).goto(address(match, "deals:hall"))
    expect(desk.locator(".calling").get_by_text("Appelle l'arbitre depuis")).to_be_visible()
    fits(desk)
    phone.get_by_role("button", name="Nous sommes d'accord").click()
    expect(phone.get_by_text("Appeler l'arbitre")).to_be_visible()
    ask_again(desk)
    expect(desk.locator(".calling")).to_have_count(0)


def test_the_desk_calls_from_the_sheet(match, desk: Page):
    desk.goto(address(match, "deals:sheet", number=1, table=1))
    desk.get_by_role("link", name="Appeler l'arbitre").click()
    conduct = desk.locator("[name=category][value=conduct]")
    expect(conduct).to_be_visible()
    fits(desk)
    conduct.check()
    desk.get_by_label("En quelques mots").fill("On s'insulte.")
    desk.get_by_role("button", name="Appeler l'arbitre").click()
    expect(desk.locator(".tag.is-called")).to_be_visible()
    desk.get_by_role("link", name="L'appel").click()
    desk.get_by_role("button", name="Retirer l'appel").click()
    expect(desk.get_by_text("L'appel est retiré.").first).to_be_visible()
    expect(desk.locator(".tag.is-called")).to_have_count(0)
