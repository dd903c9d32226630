"""The checks by cards on a laptop and on the smallest phone, with and without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.test_accessible import faults_of
from tests.browser.visits import DESK, PHONE, TOUCH, signed_in
from tests.tournament.referee.cards.pages import a_contest
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

LOOK = (Path(__file__).parent / "look.js").read_text()

ANSWERED = {
    "cards": "",
    "card_legal": "?trump=hearts&trick=KS+7S+9H&hand=JH&hand=7H&hand=8D&hand=9D&hand=10C",
    "card_revoke": "?trump=clubs&played=KS+7H+9S+10S+x+x+x+x+@2+8S+AS+7S+JS+7C+8C",
    "card_call": "?calls=80-hearts+pass+90-spades+3:coinche+100-no_trumps&trump=hearts",
    "card_recount": "?trump=hearts&pile=JH&pile=9H&pile=AS&pile=10S&last=pile&written=55&side=A",
    "card_declarations": "?trump=hearts&declared=A.tierce.KH+B.cinquante.10S+B.carre.AD",
}


@pytest.fixture
def contest() -> Tournament:
    return a_contest("competition")


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def script(request: pytest.FixtureRequest) -> bool:
    return request.param


@pytest.fixture
def referee(new_context, live_server, script) -> Iterator[Page]:
    """The referee's browser; its console never complains."""
    yield from signed_in("rémi", new_context, live_server, java_script_enabled=script)


@pytest.fixture
def with_script(new_context, live_server) -> Iterator[Page]:
    """The same with a script, which measuring a page needs."""
    yield from signed_in("rémi", new_context, live_server)


def address(contest: Tournament, name: str) -> str:
    return reverse(f"referee:{name}", args=[contest.pk])


def touch(page: Page, *values: str, name: str = "tap") -> None:
    """Touch cards or words one after the other, and see each one arrive in the address."""
    for value in values:
        before = page.url
        page.locator(f"#check [name={name}][value='{value}']").first.click()
        expect(page).not_to_have_url(before)


def tick(page: Page, name: str, *values: str) -> None:
    for value in values:
        page.locator(f"#check [name={name}][value='{value}']").check()


def check(page: Page, *, script: bool) -> None:
    """Without a script the form is sent by its button."""
    if not script:
        page.locator("#check > [type=submit]").click()


def says(page: Page, name: str, *said: str) -> None:
    """See the address say so: it changes after the page does."""
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get(name) == list(said))


def test_every_answer_is_for_everybody(with_script: Page, contest):
    """Keyboard, screen reader, zoom, thumb; one column on a phone; not a word of English."""
    for name, question in ANSWERED.items():
        with_script.goto(address(contest, name) + question)
        assert faults_of(with_script) == [], name
        with_script.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        if name != "cards":
            form = with_script.locator("#check").bounding_box()
            answer = with_script.locator("#answer").bounding_box()
            assert answer["y"] >= form["y"] + form["height"], "one column"
            expect(with_script.locator("#answer .finding").first).to_be_visible()
        with_script.set_viewport_size({"width": DESK[0], "height": DESK[1]})
        look = with_script.evaluate_handle(LOOK)
        assert look.evaluate("(look, least) => look.tooSmall(least)", TOUCH) == [], name


def test_was_that_card_legal(referee: Page, contest, script):
    referee.goto(address(contest, "card_legal") + "?table=12")
    tick(referee, "trump", "hearts")
    touch(referee, "KS", "7S", "9H")
    expect(referee.locator("#said li")).to_have_count(3)
    tick(referee, "hand", "JH", "7H", "9D")
    check(referee, script=script)
    expect(referee.locator("#answer .play.legal")).to_have_count(1)
    expect(referee.locator("#answer .play.illegal")).to_have_count(2)
    referee.locator("#answer a.play", has_text="9").click()
    expect(referee.locator("#answer .verdict.is-bad .finding")).to_have_count(1)
    says(referee, "card", "9D")
    referee.locator("#answer .finding a.btn").click()
    expect(referee.locator("#id_category")).to_have_value("revoke")
    expect(referee.locator("#id_clause")).to_have_value("must_trump")
    expect(referee.locator("#id_table")).to_have_value("12")
    expect(referee.locator("#id_facts")).to_have_value(re.compile("9♦"))


def test_was_there_a_revoke(referee: Page, contest, script):
    referee.goto(address(contest, "card_revoke"))
    tick(referee, "trump", "clubs")
    touch(referee, "KS", "7H", "9S", "10S")
    expect(referee.locator("#said .tricks .play")).to_have_count(4)
    touch(referee, "@2", "8S")
    expect(referee.locator("#answer .verdict.is-bad .finding")).not_to_have_count(0)
    touch(referee, "1", name="undo")
    expect(referee.locator("#answer .verdict.is-bad")).to_have_count(0)


def test_was_that_call_legal(referee: Page, contest, script):
    referee.goto(address(contest, "card_call"))
    tick(referee, "trump", "hearts")
    touch(referee, "80", "pass")
    expect(referee.locator("#said li.legal")).to_have_count(2)
    referee.locator("[name=typed]").fill("90 p, 80 c")
    referee.locator("[name=typed]").press("Enter")
    expect(referee.locator("#said li.legal")).to_have_count(3)
    expect(referee.locator("#said li.illegal")).to_have_count(1)
    expect(referee.locator("[name=typed]")).to_have_value("")
    expect(referee.locator("#answer .verdict.is-bad .article")).to_be_visible()
    says(referee, "calls", "80-hearts pass 90-spades 80-hearts")


def test_recount(referee: Page, contest, script):
    referee.goto(address(contest, "card_recount"))
    tick(referee, "trump", "hearts")
    tick(referee, "pile", "JH", "9H", "AS", "10S")
    tick(referee, "last", "pile")
    referee.locator("[name=written]").fill("55")
    referee.locator("[name=written]").press("Enter")
    expect(referee.locator("#answer dd").first).to_have_text("65")
    expect(referee.locator("#answer .finding")).to_contain_text("dix de der")


def test_whose_declarations(referee: Page, contest, script):
    referee.goto(address(contest, "card_declarations"))
    tick(referee, "trump", "hearts")
    tick(referee, "side", "A")
    tick(referee, "kind", "tierce")
    touch(referee, "KH")
    expect(referee.locator("#said li")).to_have_count(1)
    tick(referee, "side", "B")
    tick(referee, "kind", "carre")
    touch(referee, "9S")
    expect(referee.locator("#answer dd").last).to_have_text("150")


def test_cards_touched_faster_than_the_server_answers_are_all_kept(with_script: Page, contest):
    with_script.goto(address(contest, "card_revoke") + "?trump=hearts")
    cards = ["7S", "8S", "9S", "10S", "7D", "8D", "9D", "10D"]
    with_script.evaluate(
        """cards => cards.forEach(
            card => document.querySelector(`[name=tap][value='${card}']`).click())""",
        cards,
    )
    expect(with_script.locator("#said .tricks .play")).to_have_count(8)
    expect(with_script.locator("[name=tap][aria-disabled=true]")).to_have_count(8)
    says(with_script, "played", " ".join(cards))


def test_an_answer_can_be_sent_to_somebody(with_script: Page, contest):
    """The address says all of it: opened elsewhere, it shows the same."""
    with_script.goto(address(contest, "card_legal") + "?trump=hearts&trick=KS")
    tick(with_script, "hand", "7S", "8D")
    expect(with_script.locator("#answer .play.illegal")).to_have_count(1)
    sentence = with_script.locator("#answer h2").inner_text()
    with_script.wait_for_url("**hand=8D**")
    with_script.goto(with_script.url)
    expect(with_script.locator("#answer h2")).to_have_text(sentence)
    expect(with_script.locator("[name=hand]:checked")).to_have_count(2)
