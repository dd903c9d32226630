"""Five clubs say their rules in the editor, without a file; their deals are marked by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.visits import DESK, PHONE, fits, signed_in
from tests.tournament.builders import a_rulebook, a_tournament, a_user
from tests.tournament.workshop.five_clubs import CLUBS, Step, marks_as_worked_out
from tournament.models import ClubRulebook

pytestmark = pytest.mark.django_db(transaction=True)

SENT = """() => [...document.querySelectorAll("#rules [name]")]
    .filter((it) => it.matches("select, input:not([type=hidden])"))
    .map((it) => [it.name, it.type, it.value, it.checked])"""
"""What the form holds: one question to the browser instead of one a field."""


@pytest.fixture
def club_office(new_context, live_server) -> Iterator[Page]:
    """The organiser's browser at a desk."""
    a_tournament(organiser=a_user("organisateur"))
    yield from signed_in("organisateur", new_context, live_server, DESK)


@pytest.fixture
def old_phone(new_context, live_server) -> Iterator[Page]:
    """The organiser's phone, without a script."""
    a_tournament(organiser=a_user("organisateur"))
    yield from signed_in("organisateur", new_context, live_server, PHONE, java_script_enabled=False)


def by_hand(field: Locator, kind: str, value: str | bool) -> None:
    if isinstance(value, bool):
        field.set_checked(value)
    elif kind == "select-one":
        field.select_option(value)
    else:
        field.fill(value)


def by_keys(field: Locator, kind: str, value: str | bool) -> None:
    """No pointer at all: the field is reached, then typed in."""
    field.focus()
    if isinstance(value, bool):
        field.press("Space")
    elif kind == "select-one":
        places = "(it, to) => [...it.options].findIndex((o) => o.value === to) - it.selectedIndex"
        away = field.evaluate(places, value)
        for _step in range(abs(away)):
            field.press("ArrowDown" if away > 0 else "ArrowUp")
    else:
        field.press("ControlOrMeta+a")
        field.press_sequentially(value) if value else field.press("Delete")


def answer(page: Page, step: Step, put: Callable[[Locator, str, str | bool], None]) -> None:
    """Give the answers of a step that the form does not hold yet."""
    sent = page.evaluate(SENT)
    for name, wanted in step.answers.items():
        values = [wanted] if isinstance(wanted, str) else wanted
        held = [each for each in sent if each[0] == name]
        if not held and any(values):
            row, _dot, _column = name.rpartition(".")
            page.locator(f'[name=do][value="add:{row.rpartition(".")[0]}"]').click()
            page.locator(f'[name="{name}"]').first.wait_for()
            sent = page.evaluate(SENT)
            held = [each for each in sent if each[0] == name]
        for _name, kind, value, checked in held:
            field = page.locator(f'[name="{name}"]')
            if kind in ("radio", "checkbox"):
                if checked != (value in values) and (kind == "checkbox" or value in values):
                    put(field.and_(page.locator(f'[value="{value}"]')), kind, value in values)
            elif value != values[0]:
                put(field, kind, values[0])


def make(
    page: Page, own: ClubRulebook, name: str, put: Callable[..., None] = by_hand
) -> ClubRulebook:
    """Give all the answers of a club, each topic on its page, saved each time."""
    for step in CLUBS[name].steps:
        own.refresh_from_db()
        page.goto(reverse("workshop:editor:topic", args=[own.pk, step.topic]))
        answer(page, step, put)
        if step.act == "leave":
            page.locator("details:has([name=left_to]) > summary").click()
        page.locator(f"[name=do][value={step.act}]").last.click()
        expect(page.locator("[name=seen]")).to_have_value(str(own.draft_number + 1))
        expect(page.locator("#news")).to_be_visible()
    own.refresh_from_db()
    return own


def test_a_contest_to_2000_leaves_three_rules_to_each_table(club_office):
    page = club_office
    page.goto(reverse("workshop:start") + "?from=grenobloise")
    page.locator("[name=title]").fill("Concours de l'automne")
    page.locator("main form").get_by_role("button").last.click()
    page.wait_for_url("**/rulebooks/own/*/")
    own = make(page, ClubRulebook.objects.get(), "a", by_keys)
    assert marks_as_worked_out("a", own.rulebook) >= 10
    page.goto(reverse("workshop:editor:topic", args=[own.pk, "capot"]))
    fits(page)


def test_contract_only_is_made_on_a_phone_without_a_script(old_phone):
    own = make(old_phone, a_rulebook(CLUBS["b"].base), "b")
    assert marks_as_worked_out("b", own.rulebook) >= 5


@pytest.mark.parametrize("name", ["c", "d", "e"])
def test_a_club_s_rules_are_made_in_the_browser(club_office, name):
    own = make(club_office, a_rulebook(CLUBS[name].base), name)
    assert marks_as_worked_out(name, own.rulebook) >= 5
