"""Facts as JSON: what is read, and the coded refusal of everything else."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring import (
    PACK,
    REFUSAL_CODES,
    BySide,
    Card,
    Refusal,
    Side,
    Stake,
    Suit,
    facts_from_json,
    facts_to_json,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
)
from scoring.facts import parse_line

SPEC: dict[str, object] = {
    "takers": "A",
    "contract": 100,
    "trump": "hearts",
    "stake": "coinche",
    "points": 110,
    "sweep": None,
    "belote": {"A": 1},
    "declarations": {"A": [{"kind": "tierce", "top": "KH"}]},
}


def test_absent_null_and_empty_mean_none() -> None:
    least = {"takers": "B", "contract": "capot", "trump": "clubs", "sweep": "takers"}
    facts = facts_from_json(least)
    optional = ("points", "belote", "declarations", "last", "carried", "options", "first", "stake")
    assert facts == facts_from_json(least | dict.fromkeys(optional))
    assert facts == facts_from_json(least | {"belote": {}, "declarations": {}, "options": []})
    assert facts == facts_from_json(least | {"belote": {"A": None}, "declarations": {"B": None}})
    assert facts.contract.stake is Stake.PLAIN
    assert facts_to_json(facts) == least | {"stake": "plain", "points": None}


def test_everything_is_written_back() -> None:
    whole = SPEC | {
        "declarations": {"B": [{"kind": "carre", "rank": "J"}]},
        "belote": {"B": 1},
        "last": True,
        "carried": 81,
        "options": ["a", "b"],
        "first": "B",
    }
    del whole["sweep"]
    assert facts_to_json(facts_from_json(whole)) == whole
    swept = {"takers": "A", "contract": 90, "trump": "clubs", "stake": "plain", "points": None}
    assert facts_to_json(facts_from_json(swept | {"sweep": "defenders"}))["sweep"] == "defenders"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"takers": None}, "missing_fact", "takers"),
        ({"takers": "C"}, "bad_fact", "takers"),
        ({"takers": 1}, "bad_fact", "takers"),
        ({"contract": True}, "bad_fact", "contract"),
        ({"contract": 100.0}, "bad_fact", "contract"),
        ({"contract": "100"}, "bad_fact", "contract"),
        ({"contract": 10**40}, "bad_fact", "contract"),
        ({"trump": "heart"}, "bad_fact", "trump"),
        ({"stake": "double"}, "bad_fact", "stake"),
        ({"points": True}, "bad_fact", "points"),
        ({"points": 110.0}, "bad_fact", "points"),
        ({"points": -1}, "bad_fact", "points"),
        ({"points": 10**40}, "bad_fact", "points"),
        ({"sweep": "all"}, "bad_fact", "sweep"),
        ({"sweep": False}, "bad_fact", "sweep"),
        ({"belote": 1}, "bad_fact", "belote"),
        ({"belote": {"C": 1}}, "bad_fact", "belote"),
        ({"belote": {"A": True}}, "bad_fact", "belote"),
        ({"declarations": []}, "bad_fact", "declarations"),
        ({"declarations": {"A": {}}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [1]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{}]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{"kind": "carre", "top": "KH"}]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{"kind": "carre", "rank": "1"}]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{"kind": "tierce", "top": "KX"}]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{"kind": "tierce", "top": []}]}}, "bad_fact", "declarations"),
        ({"declarations": {"A": [{"kind": "tierce"}] * 40}}, "bad_fact", "declarations"),
        ({"last": 1}, "bad_fact", "last"),
        ({"carried": -1}, "bad_fact", "carried"),
        ({"options": "all"}, "bad_fact", "options"),
        ({"options": [1]}, "bad_fact", "options"),
        ({"first": "C"}, "bad_fact", "first"),
        ({"dealer": 1}, "unknown_fact", None),
        ({1: 1}, "unknown_fact", None),
    ],
)
def test_what_is_not_written_as_facts_are(
    change: dict[str, object], code: str, field: str | None
) -> None:
    with pytest.raises(Refusal) as refused:
        facts_from_json(SPEC | change)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert set(refused.value.params) == set(REFUSAL_CODES[code])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'{"a":1,"a":2}', "not_json"),
        (b'{"points":NaN}', "not_json"),
        (b'{"points":-Infinity}', "not_json"),
        (b"\xff\xfe", "not_json"),
        (b"[" * 15_000, "not_json"),
        (b"9" * 15_000, "not_json"),
        (b"[]", "not_an_object"),
        (b"null", "not_an_object"),
        (b'"' + b"a" * 20_000 + b'"', "line_too_long"),
    ],
)
def test_lines_that_are_no_objects(line: bytes, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        parse_line(line)
    assert refused.value.code == code


def test_a_line_is_one_object() -> None:
    assert parse_line(json.dumps(SPEC).encode()) == SPEC


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["A", "B", "hearts", "no_trumps", "capot", "takers", "carre", "KH", 100]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["A", "B", "kind", "top", "rank", "x"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
KEYS = [*SPEC, "last", "carried", "options", "first"]


@settings(max_examples=400, deadline=None)
@given(
    changes=st.dictionaries(st.sampled_from(KEYS), json_values, max_size=3),
    name=st.sampled_from(shipped_rulebooks()),
)
@example(changes={"trump": "no_trumps"}, name="ffb-fiche")
def test_a_deal_is_scored_or_refused_with_a_code(changes: dict[str, object], name: str) -> None:
    refused = None
    try:
        score_deal(facts_from_json(SPEC | changes), load_rulebook(name))
    except Refusal as error:
        refused = error
    if refused:
        assert set(refused.params) == set(REFUSAL_CODES[refused.code])
        json.dumps(refused.params)


def test_cards_are_written_rank_then_suit() -> None:
    assert len({str(card) for card in PACK}) == 32
    assert all(Card.parse(str(card)) is card for card in PACK)
    assert [suit.symbol for suit in Suit] == ["♠", "♥", "♦", "♣"]
    for text in ("1H", "10h", "H10", "", None, 10, [], "KH "):
        with pytest.raises(Refusal):
            Card.parse(text)


def test_sides_are_each_other_s_opponents() -> None:
    assert Side.A.other is Side.B
    assert Side.B.other is Side.A
    assert BySide.of({Side.B: 3}, 0).as_dict() == {"A": 0, "B": 3}
