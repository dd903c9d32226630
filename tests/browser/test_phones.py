"""Two phones at a table, 360 px wide, over the plain http of a hall: no secure context there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Route,
    expect,
)

from scoring import Side
from tests.browser.conftest import PATIENCE
from tests.conftest import HALL
from tests.tournament.builders import a_code, a_match, a_user
from tournament.limits import MOST_OF_AN_ADDRESS
from tournament.models import Confirmation, Deal, Entry, Match, WrongCode
from tournament.rounds.services import close_round, reopen_round
from tournament.tables.codes import renew, revoke, shown

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(live_server, settings) -> str:
    """The server as the phones of a hall call it."""
    settings.ALLOWED_HOSTS = [HALL]
    return f"http://{HALL}:{urlsplit(live_server.url).port}"


@pytest.fixture
def match(hall) -> Match:
    return a_match()


Phones = Callable[..., Page]


@pytest.fixture
def a_phone(browser: Browser, hall: str) -> Iterator[Phones]:
    """Make phones; each fails the test on a script's error or on what the page may not do."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def note(said: ConsoleMessage) -> None:
        # A network that the test takes away is told by the browser, and by htmx of a preview.
        is_meant = said.text.startswith(("Failed to load resource", "htmx:"))
        if said.type == "error" and not is_meant:
            problems.append(said.text)

    def make(**options: object) -> Page:
        context = browser.new_context(
            base_url=hall,
            viewport={"width": 360, "height": 740},
            has_touch=True,
            is_mobile=True,
            locale="fr-FR",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", note)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not problems


def opened(page: Page, match: Match, side: str = "A") -> Page:
    """Open a side's table as its QR code does."""
    page.goto(f"/t/{a_code(match, side).code}/")
    expect(page.get_by_role("heading", name="Table 1, manche 1")).to_be_visible()
    return page


def choose(page: Page, group: str, name: str) -> None:
    """Touch one of the boxes of a question."""
    boxes = page.get_by_role("group", name=group, exact=True)
    boxes.locator("label").filter(has_text=re.compile(rf"^\W*{re.escape(name)}")).first.tap()


def fill(
    page: Page,
    *,
    takers: str = "A",
    contract: str = "120",
    trump: str = "carreau",
    points: int = 126,
) -> None:
    """Type a deal with a thumb."""
    choose(page, "Preneur", takers)
    choose(page, "Contrat", contract)
    choose(page, "Atout", trump)
    page.get_by_label("Points des preneurs").fill(str(points))


def send(page: Page, **typed: object) -> None:
    fill(page, **typed)
    page.get_by_role("button", name="Enregistrer").tap()


def title(page: Page, number: int) -> Locator:
    """The heading of the form for a deal."""
    return page.get_by_role("heading", name=f"Donne {number}", exact=True)


def panel(page: Page) -> Locator:
    return page.locator("#waiting")


def recorded() -> list[tuple[int, int]]:
    """Every entry in the order it was recorded: the deal's number, the takers' points."""
    return list(Entry.objects.order_by("pk").values_list("deal__number", "points"))


def test_one_team_types_and_the_other_accepts(a_phone: Phones, match: Match):
    one, other = a_phone(), opened(a_phone(), match, "B")
    one.goto("/t/")
    one.get_by_label("Code de votre table").fill(shown(a_code(match).code).lower())
    one.get_by_role("button", name="Ouvrir la table").tap()
    send(one)
    expect(one.get_by_text("Donne 1 enregistrée")).to_be_visible()
    expect(title(one, 2)).to_be_visible()
    expect(one.locator("#rows .is-waiting")).to_be_visible()
    expect(panel(one)).to_be_hidden()
    # The other phone was open all the while.
    expect(other.get_by_text("A prend 120")).to_be_visible()
    other.get_by_role("button", name="Accepter").tap()
    expect(other.get_by_text("Donne acceptée")).to_be_visible()
    expect(other.get_by_role("button", name="Accepter")).to_be_hidden()
    expect(one.locator("#rows .is-waiting")).to_be_hidden()
    assert Confirmation.objects.get().side == "B"


def test_one_team_contests_and_the_deal_is_in_dispute(a_phone: Phones, match: Match):
    one, other = opened(a_phone(), match), a_phone()
    send(one)
    expect(title(one, 2)).to_be_visible()
    opened(other, match, "B")
    other.get_by_text("Contester…").tap()
    other.get_by_role("button", name="Contester cette donne").tap()
    expect(other.locator(".errorlist")).to_be_visible()
    other.get_by_label("Qu'est-ce qui ne va pas").fill("116, pas 126")
    other.get_by_role("button", name="Contester cette donne").tap()
    expect(other.locator("#rows .is-contested")).to_be_visible()
    expect(one.locator("#rows .is-contested")).to_be_visible()
    one.get_by_role("link", name="Donne 1", exact=True).tap()
    expect(one.get_by_text("116, pas 126")).to_be_visible()
    # Who typed it agrees, and types it again.
    one.get_by_label("Points des preneurs").fill("116")
    one.get_by_role("button", name="Enregistrer la correction").tap()
    expect(one.locator("#rows .is-waiting")).to_be_visible()
    expect(other.get_by_role("button", name="Accepter")).to_be_visible()
    other.get_by_role("button", name="Accepter").tap()
    expect(other.locator("#rows .tag.is-contested, #rows .is-waiting")).to_have_count(0)
    assert Deal.objects.get().accepted.points == 116


def test_both_teams_on_one_phone(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    send(page)
    expect(title(page, 2)).to_be_visible()
    page.get_by_text("L'autre équipe sur ce téléphone").tap()
    page.get_by_label("Code de l'autre équipe").fill(a_code(match, "B").code)
    page.get_by_role("button", name="Changer d'équipe").tap()
    page.get_by_role("button", name="Accepter").tap()
    expect(page.get_by_text("Donne acceptée")).to_be_visible()
    # From now on each side is a touch away.
    page.get_by_role("link", name="Table 1, manche 1, équipe A").tap()
    expect(title(page, 2)).to_be_visible()
    send(page, points=130)
    expect(title(page, 3)).to_be_visible()
    assert list(Entry.objects.values_list("sheet", flat=True)) == ["A", "A"]


def test_three_deals_typed_without_a_network_are_sent_once_each_in_order(
    a_phone: Phones, match: Match
):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    for number, points in enumerate((126, 130, 110), start=1):
        expect(title(page, number)).to_be_visible()
        send(page, points=points, contract="100")
        said = f"{number} donnes attendent" if number > 1 else "1 donne attend"
        expect(page.get_by_text(f"{said} le réseau")).to_be_visible()
    expect(panel(page).locator("li")).to_have_count(3)
    expect(panel(page).locator("li").first).to_contain_text("carreau")
    assert not Entry.objects.exists()
    page.context.set_offline(False)
    expect(page.locator("#rows tbody tr")).to_have_count(3)
    expect(panel(page)).to_be_hidden()
    expect(title(page, 4)).to_be_visible()
    assert recorded() == [(1, 126), (2, 130), (3, 110)]


def test_deals_wait_through_a_reload_and_a_closed_page(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    page.route("**/t/*/?deal=*", lambda route: route.abort())
    send(page)
    expect(title(page, 2)).to_be_visible()
    send(page, points=130)
    expect(page.get_by_text("2 donnes attendent le réseau")).to_be_visible()
    page.reload()
    # The page comes from the server again, but what it sends is still lost.
    expect(page.get_by_text("2 donnes attendent le réseau")).to_be_visible()
    expect(title(page, 3)).to_be_visible()
    address = page.url
    context = page.context
    page.close()
    assert not Entry.objects.exists()
    again = context.new_page()
    again.goto(address)
    expect(again.locator("#rows tbody tr")).to_have_count(2)
    assert recorded() == [(1, 126), (2, 130)]


def test_a_reload_without_a_network_loses_nothing(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    address = page.url
    page.context.set_offline(True)
    send(page)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
        page.reload()
    page.context.set_offline(False)
    page.goto(address)
    expect(page.locator("#rows tbody tr")).to_have_count(1)
    assert recorded() == [(1, 126)]


def test_a_deal_whose_answer_is_lost_is_recorded_once(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    lost = []

    def lose(route: Route) -> None:
        # Playwright itself asks for this one, and knows no hall.
        url = urlsplit(route.request.url)
        reached = url._replace(netloc=f"127.0.0.1:{url.port}").geturl()
        lost.append(route.fetch(url=reached, headers=route.request.headers | {"host": url.netloc}))
        route.abort()

    page.route("**/t/*/?deal=*", lose, times=1)
    send(page)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    assert recorded() == [(1, 126)]
    expect(panel(page)).to_be_hidden()
    expect(title(page, 2)).to_be_visible()
    assert [answer.status for answer in lost] == [200]
    assert recorded() == [(1, 126)]


def test_a_page_older_than_its_session_sends_all_the_same(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    send(page)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    page.context.clear_cookies()
    page.context.set_offline(False)
    expect(panel(page)).to_be_hidden()
    assert recorded() == [(1, 126)]


def test_a_deal_half_typed_is_still_there_after_a_reload(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    fill(page)
    page.reload()
    expect(page.get_by_label("Points des preneurs")).to_have_value("126")
    expect(page.get_by_label("♦ carreau")).to_be_checked()
    expect(page.locator("#marks")).to_contain_text("250")
    page.get_by_role("button", name="Enregistrer").tap()
    expect(title(page, 2)).to_be_visible()
    expect(page.get_by_label("Points des preneurs")).to_have_value("")
    page.reload()
    expect(page.get_by_label("Points des preneurs")).to_have_value("")


def test_a_refusal_stands_beside_its_field_and_is_mended_there(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    send(page, points=163)
    expect(page.locator(".field .errorlist")).to_contain_text("162")
    expect(page.get_by_label("Points des preneurs")).to_have_value("163")
    expect(panel(page)).to_be_hidden()
    page.get_by_label("Points des preneurs").fill("126")
    page.get_by_role("button", name="Enregistrer").dblclick()
    expect(title(page, 2)).to_be_visible()
    expect(panel(page)).to_be_hidden()
    assert recorded() == [(1, 126)]


def test_a_deal_refused_when_the_network_is_back_is_kept_until_it_is_mended(
    a_phone: Phones, match: Match
):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    send(page, points=163)
    expect(title(page, 2)).to_be_visible()
    send(page, points=130)
    expect(title(page, 3)).to_be_visible()
    page.context.set_offline(False)
    expect(panel(page).get_by_text("162 points")).to_be_visible()
    assert recorded() == [(2, 130)]
    page.reload()
    panel(page).get_by_role("button", name="La regarder").tap()
    expect(page.get_by_label("Points des preneurs")).to_have_value("163")
    page.get_by_label("Points des preneurs").fill("126")
    page.get_by_role("button", name="Enregistrer").tap()
    expect(page.get_by_text("Donne 1 enregistrée")).to_be_visible()
    expect(panel(page)).to_be_hidden()
    assert recorded() == [(2, 130), (1, 126)]


def test_an_unusual_deal_is_asked_about_once(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    send(page, contract="80", points=12)
    expect(page.get_by_role("button", name="Enregistrer quand même")).to_be_visible()
    page.get_by_role("button", name="Enregistrer quand même").tap()
    expect(title(page, 2)).to_be_visible()
    expect(panel(page)).to_be_hidden()


def test_two_phones_that_type_one_deal_see_both_versions(a_phone: Phones, match: Match):
    one, other = opened(a_phone(), match), opened(a_phone(), match, "B")
    fill(other, points=116)
    send(one)
    expect(title(one, 2)).to_be_visible()
    other.get_by_role("button", name="Enregistrer").tap()
    expect(
        other.get_by_role("heading", name="Donne 1 : deux versions".replace(" :", "\u202f:"))
    ).to_be_visible()
    expect(other.locator(".compare .differs").first).to_contain_text("116")
    expect(other.locator(".compare .differs").first).to_contain_text("126")
    # What they typed is already the note that contests.
    expect(other.get_by_label("Qu'est-ce qui ne va pas")).to_have_value(re.compile("116"))
    other.get_by_role("button", name="Contester cette donne").tap()
    expect(other.locator("#rows .is-contested")).to_be_visible()
    expect(panel(other)).to_be_hidden()
    other.reload()
    expect(panel(other)).to_be_hidden()
    assert recorded() == [(1, 126)]
    assert "116" in Confirmation.objects.get().note


def test_a_deal_recorded_by_the_other_phone_while_the_network_was_down_is_shown(
    a_phone: Phones, match: Match
):
    one, other = opened(a_phone(), match), opened(a_phone(), match, "B")
    other.context.set_offline(True)
    send(other, points=116)
    expect(other.get_by_text("1 donne attend le réseau")).to_be_visible()
    send(one)
    expect(title(one, 2)).to_be_visible()
    other.context.set_offline(False)
    expect(panel(other).get_by_text("126")).to_be_visible()
    panel(other).get_by_role("button", name="La regarder").tap()
    expect(other.locator(".compare .differs").first).to_contain_text("116")
    other.get_by_role("button", name="Accepter").tap()
    expect(other.get_by_text("Donne acceptée")).to_be_visible()
    expect(panel(other)).to_be_hidden()
    other.reload()
    expect(panel(other)).to_be_hidden()
    assert Confirmation.objects.get().agrees


def test_a_deal_is_thrown_away_only_when_said_twice(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    send(page, points=163)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    page.context.set_offline(False)
    panel(page).get_by_role("button", name="La jeter").tap()
    expect(panel(page).locator("li")).to_have_count(1)
    panel(page).get_by_role("button", name="La jeter pour de bon").tap()
    expect(panel(page)).to_be_hidden()


def test_a_deal_that_comes_after_the_round_is_closed_is_kept_and_shown(
    a_phone: Phones, match: Match
):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    send(page)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    close_round(match.round, by=None, despite_missing=True)
    page.context.set_offline(False)
    expect(panel(page).get_by_text("montrez-la à la table de marque")).to_be_visible()
    page.reload()
    expect(page.get_by_text("fermée aux téléphones").first).to_be_visible()
    expect(panel(page).get_by_text("126")).to_be_visible()
    assert not Entry.objects.exists()
    reopen_round(match.round, by=None)
    opened(page, match)
    expect(page.locator("#rows tbody tr")).to_have_count(1)
    expect(panel(page)).to_be_hidden()
    assert recorded() == [(1, 126)]


def test_deals_of_a_revoked_code_go_with_the_new_one(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    page.context.set_offline(True)
    send(page)
    expect(page.get_by_text("1 donne attend le réseau")).to_be_visible()
    revoke(match, Side.A, by=a_user())
    page.context.set_offline(False)
    expect(panel(page).get_by_text("montrez-la à la table de marque")).to_be_visible()
    assert not Entry.objects.exists()
    last = a_code(match)
    new = renew(match, Side.A, replaces=last.pk, by=a_user())
    page.goto(f"/t/{new.code}/")
    expect(page.locator("#rows tbody tr")).to_have_count(1)
    assert recorded() == [(1, 126)]


def test_another_table_s_code_touches_nothing_here(a_phone: Phones, match: Match):
    send(opened(a_phone(), match))
    other = a_match(organiser=a_user("another"))
    page = a_phone()
    page.goto(f"/t/{a_code(other, 'B').code}/")
    expect(page.get_by_role("heading", name="Table 1, manche 1")).to_be_visible()
    expect(page.get_by_role("button", name="Accepter")).to_be_hidden()
    expect(page.locator("#rows")).to_have_count(0)


def test_wrong_codes_make_a_stranger_wait_but_not_a_phone_at_its_table(
    a_phone: Phones, match: Match
):
    at_table, stranger = opened(a_phone(), match), a_phone()
    stranger.goto("/t/QQQQQQQQ/")
    expect(stranger.get_by_text("n'ouvre aucune table")).to_be_visible()
    for _time in range(MOST_OF_AN_ADDRESS):
        WrongCode.objects.create(address="127.0.0.1")
    stranger.get_by_label("Code de votre table").fill(a_code(match, "B").code)
    stranger.get_by_role("button", name="Ouvrir la table").tap()
    expect(stranger.get_by_text("attendez cinq minutes")).to_be_visible()
    send(at_table)
    expect(title(at_table, 2)).to_be_visible()


def test_without_scripts_the_page_is_plain_forms(a_phone: Phones, match: Match):
    one = opened(a_phone(java_script_enabled=False), match)
    other = a_phone(java_script_enabled=False)
    send(one)
    expect(one.get_by_text("Donne 1 enregistrée")).to_be_visible()
    expect(title(one, 2)).to_be_visible()
    opened(other, match, "B")
    other.get_by_role("button", name="Accepter").tap()
    expect(other.get_by_text("Donne acceptée")).to_be_visible()
    assert Confirmation.objects.get().agrees


def test_the_pages_fit_a_phone_and_a_thumb(a_phone: Phones, match: Match):
    page = opened(a_phone(), match)
    send(page)
    expect(title(page, 2)).to_be_visible()
    for address in (page.url, f"{page.url}?deal=1", f"/t/{a_code(match, 'B').code}/", "/t/"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        small = page.evaluate(
            """() => [...document.querySelectorAll(
                "main :is(a, button, summary, .chips label, input[type=text])"
            )].filter((part) => part.offsetParent !== null)
              .map((part) => [part.textContent.trim(), part.getBoundingClientRect().height])
              .filter(([, height]) => Math.round(height) < 44)"""
        )
        assert not small
