"""The journal and the rules in a real browser: what is typed is looked for at once."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visits import sign_in
from tests.tournament.journal.played import a_played_contest, alter, put_the_guards_back
from tournament.models import JournalEntry

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def guards_back(transactional_db: None) -> Iterator[None]:
    """Leave the triggers to the tests that follow, whatever this one took off."""
    yield
    put_the_guards_back()


@pytest.fixture
def contest_page(page: Page, live_server) -> Page:
    """A browser in which the organiser of a played contest has signed in."""
    tournament = a_played_contest()
    sign_in(page.context, "organiser", live_server.url)
    page.goto(f"{live_server.url}/tournaments/{tournament.pk}/journal/")
    return page


def test_acts_are_found_while_one_types_and_the_page_stays(contest_page: Page):
    rows = contest_page.locator("#acts tbody th[scope=row]")
    everything = rows.count()
    assert everything > 8
    contest_page.locator("#id_text").press_sequentially("papier")
    expect(rows).to_have_count(1)
    expect(contest_page.locator("#id_text")).to_have_value("papier")
    contest_page.locator("#id_text").fill("")
    expect(rows).to_have_count(everything)
    contest_page.locator("#id_group").select_option("money")
    expect(rows).to_have_count(1)


def test_the_answer_to_whether_anything_was_altered_is_read_aloud(contest_page: Page):
    button = contest_page.locator("form[action$='verify/'] button[type=submit]")
    button.click()
    answer = contest_page.locator("main section[role=status]").first
    expect(answer).to_be_visible()
    expect(answer.locator(".notice")).to_have_count(0)
    alter(JournalEntry, "kind = 'forged'", number=3)
    button.click()
    expect(answer.locator(".notice").first).to_contain_text("3")


def test_the_rules_are_searched_while_one_types_and_a_clause_can_be_pointed_at(
    contest_page: Page,
):
    contest_page.goto(contest_page.url.replace("/journal/", "/rules/") + "#over_trump")
    expect(contest_page.locator("#over_trump")).to_be_in_viewport()
    expect(contest_page.locator(".rule#dealing")).to_have_count(1)
    contest_page.locator("#id_q").press_sequentially("surcouper")
    expect(contest_page.locator(".rule#dealing")).to_have_count(0)
    expect(contest_page.locator("#over_trump")).to_be_visible()
