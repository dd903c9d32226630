"""Whatever an address says, a check answers a page: a sentence, never a breakdown."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournament.referee.cards.pages import a_contest, address, as_user
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

CHECKS = {
    "card_legal": ("trump", "trick", "hand", "card", "absent"),
    "card_revoke": ("trump", "played", "holder", "hand", "absent"),
    "card_call": ("trump", "first", "by", "turned", "calls", "typed"),
    "card_recount": ("trump", "side", "pile", "last", "written", "written_other"),
    "card_declarations": ("trump", "declared", "side", "kind", "first"),
}
COMMON = ("round", "table", "deal", "tap", "undo", "clear")

CARDS = ["7H", "10S", "KD", "AC", "JH", "QH", "KH", "9S"]
NASTY = (
    *("x", "@9", "9:", "..", "A.tierce.7H", "0", "-1", "9" * 5000, "é" * 3000),
    *("٣", "²", "\x00", "\ud800", "%s %(x)s", "<b>", "80 c; bof"),
)
WORDS = (
    *CARDS,
    *NASTY,
    *(
        "xx",
        "@1",
        "@4",
        "hearts",
        "all_trumps",
        "schmurtz",
        "A",
        "B",
        "1",
        "2",
        "4",
        "pile",
        "other",
    ),
    *("80-hearts", "90-spades", "3:coinche", "pass", "surcoinche", "capot", "take", ":", "-"),
    *("A.tierce.KH", "B.carre.9S", "tierce", "carre", "80 c, x"),
)

values = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)
    | st.sampled_from(WORDS)
    | st.text(max_size=20),
    max_size=4,
)


@pytest.fixture
def contests() -> list[Tournament]:
    return [a_contest("competition"), a_contest("multijoueur"), a_contest("kchanaise")]


def opened(client: Client, contest: Tournament, name: str, said: dict[str, list[str]]):
    query = urlencode(
        {key: [each.encode("utf-8", "surrogatepass") for each in said[key]] for key in said},
        doseq=True,
    )
    return client.get(f"{address(contest, name)}?{query}", follow=True)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_address_breaks_a_check(contests, data):
    client = as_user("rémi")
    name = data.draw(st.sampled_from(sorted(CHECKS)))
    keys = data.draw(st.lists(st.sampled_from(CHECKS[name] + COMMON), unique=True))
    said = {key: data.draw(values, label=key) for key in keys}
    if data.draw(st.booleans()):
        said["trump"] = ["hearts"]
    page = opened(client, data.draw(st.sampled_from(contests)), name, said)
    assert page.status_code == 200
    assert page.context["answer"].sentence


@pytest.mark.parametrize("name", CHECKS)
def test_each_nasty_word_alone_in_each_field_gets_an_answer(name, contests):
    client = as_user("rémi")
    for key in (*CHECKS[name], *COMMON):
        for word in NASTY:
            page = opened(client, contests[0], name, {"trump": ["hearts"], key: [word]})
            assert page.status_code == 200, (key, word[:20])


@pytest.mark.parametrize("name", CHECKS)
def test_an_address_too_long_to_be_sent_on_is_answered(name, contests):
    said = {"trump": ["hearts"], "hand": ["é" * 3000], "tap": ["7H"]}
    page = opened(as_user("rémi"), contests[0], name, said)
    assert page.status_code == 200
    assert page.context["answer"].sentence


def test_what_cannot_be_read_is_still_in_the_page(contests):
    page = as_user("rémi").get(
        address(contests[0], "card_legal") + "?trick=7H+bof&hand=8H&trump=hearts"
    )
    assert 'value="7H bof"' in page.content.decode()
    assert 'value="8H" checked' in page.content.decode()


def test_a_script_in_an_address_is_only_text(contests):
    bad = "<script>alert(1)</script>"
    for name, keys in CHECKS.items():
        for key in keys:
            page = as_user("rémi").get(address(contests[0], name), {key: bad, "trump": "hearts"})
            assert bad not in page.content.decode()
