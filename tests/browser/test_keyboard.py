"""The scorekeepers' desk without a mouse, in a real browser."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.keystrokes.contest import a_contest, by_table, differing, evening, seat
from tests.keystrokes.typist import Typist
from tests.tournament.builders import (
    a_deal,
    a_role,
    a_round,
    a_tournament,
    a_user,
)
from tournament.models import Checking, Deal, Entry, Match, RoleKind

pytestmark = pytest.mark.django_db(transaction=True)


class Desk:
    """A browser at a sheet, with only a keyboard: what it types is counted."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    @property
    def line(self):
        return self.page.locator("#id_line")

    def open(self, number: int, table: int = 1, query: str = "") -> None:
        self.page.goto(f"{self.url}/desk/rounds/{number}/tables/{table}/{query}")

    def press(self, *keys: str) -> None:
        # What was waited for may be shown before the page's scripts have run.
        self.page.wait_for_load_state()
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.wait_for_load_state()
        self.page.keyboard.type(text)

    def enter(self, text: str) -> None:
        self.type(text)
        self.press("Enter")

    def is_at_deal(self, number: int) -> None:
        expect(self.page.locator("#deal")).to_have_attribute(
            "action", re.compile(rf"[?&]deal={number}$")
        )
        self.page.wait_for_load_state()

    @contextmanager
    def answered(self) -> Iterator[None]:
        """See what is done here answered by another page, even one that looks the same."""
        self.page.evaluate("document.body.dataset.before = ''")
        yield
        expect(self.page.locator("body:not([data-before])")).to_have_count(1)
        self.page.wait_for_load_state()

    def focus(self) -> str:
        return self.page.evaluate("document.activeElement.name || document.activeElement.id")


@pytest.fixture
def tournament():
    return a_tournament(deals=3)


@pytest.fixture
def matches(tournament) -> list[Match]:
    round_ = a_round(tournament, tables=3)
    return list(Match.objects.with_teams().select_related("round").filter(round=round_))


@pytest.fixture
def desk_of(page: Page, live_server, client, tournament, matches):
    """Give somebody a desk: a browser where they have come in already."""

    def sit(name: str = "keeper") -> Desk:
        user = a_user(name)
        if not user.roles.exists():
            a_role(user, tournament, RoleKind.SCOREKEEPER)
        come_in(page, live_server, client, user)
        return Desk(page, f"{live_server.url}/tournaments/{tournament.pk}")

    return sit


def come_in(page, live_server, client, user) -> None:
    """Have somebody come in without a form to fill."""
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])


@pytest.fixture
def desk(desk_of) -> Desk:
    return desk_of()


def test_a_plain_deal_takes_eight_keys_and_opens_the_next(desk):
    desk.open(1)
    expect(desk.line).to_be_focused()
    desk.enter("a11c126")  # eight keys
    desk.is_at_deal(2)
    expect(desk.line).to_be_focused()
    expect(desk.line).to_have_value("")
    expect(desk.page.locator(".flash")).to_contain_text("240 – 40")
    desk.enter("b8p-66")
    desk.is_at_deal(3)
    assert [deal.accepted.points for deal in Deal.objects.order_by("number")] == [126, 96]


def test_the_deal_is_said_under_the_line_before_it_is_recorded(desk):
    desk.open(1)
    desk.type("a11c-36")
    said = desk.page.locator("#said")
    expect(said).to_contain_text("126")
    expect(said).to_contain_text("Pas coinché, pas de belote")
    expect(said).to_contain_text("36")
    expect(desk.page.get_by_role("heading", name="Pourquoi 240 – 40")).to_be_visible()
    assert not Entry.objects.exists()


def test_after_the_last_deal_enter_opens_the_next_table_with_something_to_type(desk, matches):
    for number in (1, 2, 3):
        a_deal(matches[1], number, points=100 + number, contract="100")
    desk.open(1)
    for number, line in enumerate(("a11c126", "b8p96", "a10k110"), 1):
        desk.is_at_deal(number)
        desk.enter(line)
    expect(desk.page.locator(".flash")).to_contain_text("Donne 3")
    expect(desk.page.locator(".entry a.big")).to_be_focused()
    desk.press("Enter")
    expect(desk.page.locator("h1")).to_contain_text("Table 3")
    expect(desk.line).to_be_focused()


def test_arrows_walk_the_sheet_and_escape_goes_on(desk, matches):
    for number, points in ((1, 126), (2, 130)):
        a_deal(matches[0], number, points=points)
    desk.open(1)
    desk.press("ArrowUp")
    desk.is_at_deal(2)
    expect(desk.line).to_have_value("a12k130")
    desk.press("ArrowUp")
    desk.is_at_deal(1)
    desk.press("ArrowUp")
    desk.is_at_deal(1)
    desk.press("ArrowDown")
    desk.is_at_deal(2)
    desk.press("ArrowDown")
    desk.is_at_deal(3)
    desk.press("ArrowUp")
    desk.is_at_deal(2)
    desk.press("Escape")
    desk.is_at_deal(3)


def test_the_last_deal_is_reopened_by_a_key_or_by_a_link(desk, matches):
    desk.open(1)
    desk.enter("a11c126")
    desk.is_at_deal(2)
    link = desk.page.locator('.entry a[aria-keyshortcuts="ArrowUp"]')
    expect(link).to_be_visible()
    desk.press("ArrowUp")
    desk.is_at_deal(1)
    desk.press("Backspace")
    desk.enter("4")
    reason = desk.page.locator("#id_reason")
    expect(reason).to_be_focused()
    desk.enter("relu")
    desk.is_at_deal(2)
    assert matches[0].deals.get().accepted.points == 124
    assert Entry.objects.count() == 2


def test_what_is_typed_is_not_lost_without_asking(desk, matches):
    a_deal(matches[0])
    desk.open(1)
    desk.type("a11c1")
    unsaved = desk.page.locator("#unsaved")
    desk.press("ArrowUp")
    expect(unsaved).to_be_visible()
    desk.is_at_deal(2)
    expect(desk.line).to_have_value("a11c1")
    desk.type("2")
    expect(unsaved).to_be_hidden()
    desk.press("Escape")
    expect(unsaved).to_be_visible()
    expect(desk.line).to_have_value("a11c12")
    desk.press("Escape")
    expect(desk.line).to_have_value("")
    desk.press("ArrowUp")
    desk.is_at_deal(1)


def test_the_browser_asks_before_what_is_typed_is_left_by_a_link(desk, page_problems):
    desk.open(1)
    desk.type("a11c1")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    desk.page.on("dialog", stay)
    with desk.page.expect_event("dialog"):
        desk.page.get_by_role("link", name="Toutes les tables").click(no_wait_after=True)
    expect(desk.line).to_have_value("a11c1")
    assert asked == ["beforeunload"]


def test_deals_typed_faster_than_the_pages_follow_are_kept(desk):
    desk.open(1)
    desk.type("a11c126")
    desk.page.evaluate(
        """() => {
            document.getElementById("deal").requestSubmit();
            for (const key of [..."b8p96", "Enter", "Enter", ..."a10k1", "Backspace"]) {
                const typed = { key, bubbles: true, cancelable: true };
                document.activeElement.dispatchEvent(new KeyboardEvent("keydown", typed));
            }
        }"""
    )
    desk.is_at_deal(3)
    expect(desk.line).to_have_value("a10k")
    assert Deal.objects.get(number=2).accepted.points == 96
    assert Deal.objects.count() == 2


def test_what_is_typed_before_the_next_page_is_ready_comes_after_what_was_typed_ahead(desk):
    desk.open(1)
    desk.type("a11c126")
    held = []

    def hold(route):
        held.append(route)

    desk.page.route("**/tournament/sheet*.js", hold)
    desk.page.evaluate(
        """() => {
            document.getElementById("deal").requestSubmit();
            const typed = { key: "b", bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", typed));
        }"""
    )
    expect(desk.page.locator("#deal")).to_have_attribute("action", re.compile(r"[?&]deal=2$"))
    desk.page.keyboard.type("8p9")
    held[-1].continue_()
    desk.page.unroute("**/tournament/sheet*.js")
    expect(desk.line).to_have_value("b8p9")
    desk.enter("6")
    desk.is_at_deal(3)
    assert Deal.objects.get(number=2).accepted.points == 96


def test_field_by_field_a_plain_deal_takes_the_same_eight_keys(desk):
    desk.open(1)
    desk.page.locator("#id_takers_0").focus()
    desk.enter("a11c126")
    desk.is_at_deal(2)
    entry = Entry.objects.get()
    assert (entry.takers, entry.contract, entry.trump, entry.points) == ("A", "110", "hearts", 126)
    assert desk.focus() == "takers", "the way of typing stays"
    desk.enter("b8p96xb")
    desk.is_at_deal(3)
    entry = Deal.objects.get(number=2).accepted
    assert (entry.takers, entry.stake, entry.belote_b) == ("B", "coinche", 1)


def test_field_by_field_with_tab_and_arrows_alone(desk):
    desk.open(1)
    desk.press("Tab")  # the summary of the fields
    while desk.focus() != "takers":
        desk.press("Tab")
    desk.press("Space", "ArrowRight", "Tab")
    desk.type("110")
    desk.press("Tab", "Space", "ArrowRight", "Tab", "ArrowRight", "Tab")
    assert desk.focus() == "points"
    desk.press("Tab")
    desk.type("36")
    expect(desk.page.locator("#said")).to_contain_text("126")
    desk.press("Enter")
    desk.is_at_deal(2)
    entry = Entry.objects.get()
    said = (entry.takers, entry.contract, entry.trump, entry.stake, entry.points)
    assert said == ("B", "110", "hearts", "coinche", 126)


def test_alt_and_arrows_walk_from_any_field(desk, matches):
    a_deal(matches[0])
    desk.open(1)
    desk.page.locator("#id_points").focus()
    desk.press("Alt+ArrowUp")
    desk.is_at_deal(1)


@pytest.mark.parametrize(("points", "key", "sweep"), [("162", "p", "takers"), ("162", "n", "")])
def test_who_took_the_eight_tricks_is_asked_and_answered_by_a_letter(desk, points, key, sweep):
    desk.open(1)
    desk.enter(f"a11c{points}")
    expect(desk.page.locator("#id_sweep_0")).to_be_focused()
    assert not Entry.objects.exists()
    with desk.answered():
        desk.press("Enter")
    expect(desk.page.locator("#id_sweep_0")).to_be_focused()
    assert not Entry.objects.exists(), "Enter alone answers nothing"
    desk.press(key, "Enter")
    desk.is_at_deal(2)
    assert Entry.objects.get().sweep == sweep


def test_an_unusual_deal_is_asked_about_once(desk):
    desk.open(1)
    desk.enter("a20c150")
    expect(desk.page.locator(".entry .notice").first).to_be_visible()
    expect(desk.line).to_be_focused()
    assert not Entry.objects.exists()
    desk.press("Enter")
    desk.is_at_deal(2)
    assert Entry.objects.count() == 1


def test_a_refused_line_is_mended_where_it_is(desk):
    desk.open(1)
    desk.enter("a11c163")
    expect(desk.line).to_be_focused()
    expect(desk.page.locator(".errorlist")).to_contain_text("162")
    desk.press("Backspace")
    desk.enter("0")
    desk.is_at_deal(2)
    assert Entry.objects.get().points == 160


def test_points_that_do_not_add_up_are_refused_with_a_likely_slip(desk):
    desk.open(1)
    desk.enter("a11c126-46")
    refused = desk.page.locator(".errorlist")
    expect(refused).to_contain_text("172")
    expect(refused).to_contain_text("162")
    desk.press("Backspace", "Backspace")
    desk.enter("36")
    desk.is_at_deal(2)


def test_the_paper_s_marks_are_compared_on_the_line(desk, tournament):
    tournament.paper_marks = True
    tournament.save()
    desk.open(1)
    desk.enter("a11c126=260/40")
    asked = desk.page.locator(".entry .notice", has_text="260 – 40")
    expect(asked).to_be_visible()
    expect(asked.locator("li").first).to_contain_text("A")
    expect(desk.line).to_be_focused()
    desk.press("Enter")
    desk.is_at_deal(2)
    expect(desk.page.locator("tbody .diff")).to_contain_text("260 – 40")
    entry = Entry.objects.get()
    assert (entry.paper_a, entry.paper_b) == (260, 40)


def test_a_line_may_name_its_deal(desk, matches):
    desk.open(1)
    desk.enter("1:a11c126")
    desk.is_at_deal(2)
    desk.enter("3:a10c110")
    expect(desk.page.locator(".entry .notice", has_text="3")).to_be_visible()
    with desk.answered():
        desk.press("Enter")
    desk.is_at_deal(2)
    expect(desk.page.locator(".banner.waiting", has_text="2")).to_be_visible()
    desk.enter("3:a10c110")
    expect(desk.page.locator(".errorlist")).to_contain_text("3")
    assert matches[0].deals.count() == 2


def test_the_totals_of_the_paper_are_compared_at_the_end(desk, matches):
    for number in (1, 2, 3):
        a_deal(matches[0], number, points=126 + number)
    desk.open(1)
    totals = desk.page.locator("#totals")
    desk.page.locator("#id_total_a").focus()
    desk.type("750")
    desk.press("Tab")
    desk.enter("120")
    expect(totals.locator("[role=status]")).to_have_class(re.compile("flash|notice"))
    a, b = desk.page.locator(".score").all_inner_texts()
    desk.page.locator("#id_total_a").fill(re.sub(r"\D", "", a))
    desk.page.locator("#id_total_b").fill(re.sub(r"\D", "", b))
    desk.page.locator("#id_total_b").focus()
    desk.press("Enter")
    expect(totals.locator(".flash")).to_be_visible()


def test_a_stale_save_shows_both_versions_and_who_wrote_the_other(desk, matches):
    desk.open(1)
    a_deal(matches[0], 1, points=130)
    desk.enter("a12k126")
    clash = desk.page.locator("table.compare")
    expect(clash).to_contain_text("zoe")
    expect(clash.locator("tr.differs").first).to_contain_text("126 – 36")
    expect(clash.locator("tr.differs").first).to_contain_text("130 – 32")
    assert Entry.objects.count() == 1
    desk.press("Enter")
    expect(desk.page.locator("#id_reason")).to_be_focused()
    desk.enter("relu")
    desk.is_at_deal(2)
    assert matches[0].deals.get().accepted.points == 126
    assert Entry.objects.count() == 2


def test_the_other_s_version_is_kept_without_a_question(desk, matches):
    desk.open(1)
    a_deal(matches[0], 1, points=130)
    desk.enter("a12k126")
    questions = []
    desk.page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.accept()))
    desk.page.locator("a[data-leave]").first.focus()
    desk.press("Enter")
    desk.is_at_deal(2)
    assert not questions
    assert Entry.objects.count() == 1


def test_two_sheets_are_typed_by_two_people_each_at_their_own(desk_of, tournament, matches):
    tournament.checking = Checking.TWO_SHEETS
    tournament.save()
    keeper = desk_of("keeper")
    keeper.open(1)
    expect(keeper.page.locator(".whose")).to_contain_text("Équipe 1")
    for number, line in enumerate(("a11c126", "b8p96", "a10k110"), 1):
        keeper.is_at_deal(number)
        keeper.enter(line)
    expect(keeper.page.locator(".flash")).to_contain_text("Donne 3")
    expect(keeper.page.locator("h1")).to_contain_text("Table 1")
    expect(keeper.page.locator(".entry a.big")).to_be_focused()
    keeper.press("Enter")
    expect(keeper.page.locator("h1")).to_contain_text("Table 2")

    other = desk_of("camille")
    other.open(1)
    expect(other.page.locator(".whose")).to_contain_text("Équipe 2")
    expect(other.page.locator("tbody tr")).to_have_count(0)
    other.enter("a11c116")
    expect(other.page.locator("tbody .tag.is-differs")).to_be_visible()
    deal = matches[0].deals.get(number=1)
    assert (deal.reading_a.points, deal.reading_b.points) == (126, 116)


def test_a_table_of_the_evening_is_recorded_as_its_file_has_it(page, live_server, client):
    played = evening()
    tournament, keeper = a_contest(played)
    seat(tournament, played, 1)
    table, deals = random.Random(5).choice(sorted(by_table(played, 1).items()))
    come_in(page, live_server, client, keeper)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/desk/rounds/1/tables/{table}/")
    typist = Typist(page)
    typist.type_table(deals)
    assert differing(tournament, deals) == []
    plain = [keys for kind, keys in typist.count.deals if kind == "plain"]
    assert max(plain) <= 8


def test_a_desk_holds_on_a_phone_and_without_a_script(browser, desk, live_server):
    desk.page.set_viewport_size({"width": 360, "height": 740})
    desk.open(1)
    width = desk.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360
    bare = browser.new_context(java_script_enabled=False)
    bare.add_cookies(desk.page.context.cookies())
    page = bare.new_page()
    page.goto(desk.page.url)
    page.locator("#id_line").fill("a11c126")
    page.keyboard.press("Enter")
    expect(page.locator(".flash")).to_contain_text("240 – 40")
    bare.close()
