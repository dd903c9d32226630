"""A deal typed as one line."""

import itertools
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.deals.line import UnreadableLine, read_line, write_line
from tournament.models import Entry

PLAIN = {
    "outcome": "played",
    "takers": "A",
    "contract": "110",
    "trump": "hearts",
    "points": "126",
}


def without(*names: str) -> dict[str, str]:
    return {name: word for name, word in PLAIN.items() if name not in names}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a11c126", PLAIN),
        ("A 11 C 126", PLAIN),
        ("a110c126", PLAIN),
        ("b8p96", PLAIN | {"takers": "B", "contract": "80", "trump": "spades", "points": "96"}),
        ("a24t0", PLAIN | {"contract": "240", "trump": "clubs", "points": "0"}),
        ("a11kx126", PLAIN | {"trump": "diamonds", "stake": "coinche"}),
        ("a11kxx126", PLAIN | {"trump": "diamonds", "stake": "surcoinche"}),
        ("a11c-36", without("points") | {"others": "36"}),
        ("a11c126-36", PLAIN | {"others": "36"}),
        ("a11c126/36b", PLAIN | {"others": "36", "belote": "A"}),
        ("a11c126b", PLAIN | {"belote": "A"}),
        ("b11c126b", PLAIN | {"takers": "B", "belote": "B"}),
        ("a11c126bb", PLAIN | {"belote": "B"}),
        ("a11ta200bba", PLAIN | {"trump": "all_trumps", "points": "200", "belote": "AB"}),
        ("a9sa95", PLAIN | {"contract": "90", "trump": "no_trumps", "points": "95"}),
        (
            "agénéraleszseul",
            without("points")
            | {"contract": "generale", "trump": "schmurtz", "sweep": "takers_alone"},
        ),
        (
            "acapottcapot",
            without("points") | {"contract": "capot", "trump": "clubs", "sweep": "takers"},
        ),
        (
            "acapotbccapotb",
            without("points") | {"contract": "capot_belote", "sweep": "takers", "belote": "A"},
        ),
        (
            "acaptcap",
            without("points") | {"contract": "capot", "trump": "clubs", "sweep": "takers"},
        ),
        ("a8c-cap", without("points") | {"contract": "80", "sweep": "defenders"}),
        ("a8c-capot", without("points") | {"contract": "80", "sweep": "defenders"}),
        ("a8c162capot", PLAIN | {"contract": "80", "points": "162", "sweep": "takers"}),
        ("a8c0-capot", PLAIN | {"contract": "80", "points": "0", "sweep": "defenders"}),
        ("ac82", without("contract") | {"points": "82"}),
        ("a11c", without("points")),
        ("a85c100", PLAIN | {"contract": "85", "points": "100"}),
    ],
)
def test_a_line_says_what_the_fields_would(typed, said):
    assert read_line(typed) == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a 110 coeur 126", PLAIN),
        ("a 110 cœur x 126 b", PLAIN | {"stake": "coinche", "belote": "A"}),
        ("A prend 110 cœur, fait 126".replace(",", ""), PLAIN),
        ("a 110 Cœur coinché 126 belote B", PLAIN | {"stake": "coinche", "belote": "B"}),
        ("a 110 ♥ surcoinchée 126 pts", PLAIN | {"stake": "surcoinche"}),
        ("a 110 ♥\ufe0f 126 points", PLAIN),
        ("b 90 sans atout 95", PLAIN | {"takers": "B", "contract": "90", "trump": "no_trumps"}),
        ("b 90 sans-atout 95", PLAIN | {"takers": "B", "contract": "90", "trump": "no_trumps"}),
        ("a 110 tout atout 126", PLAIN | {"trump": "all_trumps"}),
        ("a 110 trèfle 126", PLAIN | {"trump": "clubs"}),
        ("a 110 carreaux 126", PLAIN | {"trump": "diamonds"}),
        ("a 110 piques 126", PLAIN | {"trump": "spades"}),
        ("a 110 hearts coinched 126", PLAIN | {"stake": "coinche"}),
        ("a 110 clubs 126", PLAIN | {"trump": "clubs"}),
        (
            "a capot belote cœur capot belote",
            without("points") | {"contract": "capot_belote", "sweep": "takers", "belote": "A"},
        ),
    ],
)
def test_the_words_themselves_are_read(typed, said):
    points = {"points": "95"} if typed.endswith("95") else {}
    assert read_line(typed) == said | points


@pytest.mark.parametrize(
    ("typed", "trump"),
    [
        ("a11h126", "hearts"),
        ("a11s126", "spades"),
        ("a11d126", "diamonds"),
        ("a11nt126", "no_trumps"),
        ("a11at126", "all_trumps"),
        ("a11sa126", "no_trumps"),
    ],
)
def test_english_letters_are_read_on_an_english_page(typed, trump):
    assert read_line(typed, is_english=True)["trump"] == trump


@pytest.mark.parametrize("typed", ["a11h126", "a11s126", "a11d126", "a11nt126"])
def test_english_letters_are_nothing_on_a_french_page(typed):
    with pytest.raises(UnreadableLine) as caught:
        read_line(typed)
    assert caught.value.missing == "trump"


@pytest.mark.parametrize("letter", ["p", "c", "k", "t", "sa", "ta", "sz"])
def test_a_letter_is_the_same_suit_on_every_page(letter):
    typed = f"a11{letter}126"
    assert read_line(typed, is_english=True) == read_line(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("a11c126=240/0", {"paper_a": "240", "paper_b": "0"}),
        ("a11c126 = 240-0", {"paper_a": "240", "paper_b": "0"}),
        ("a11c126 = 240 0", {"paper_a": "240", "paper_b": "0"}),
        ("a11c126=/40", {"paper_b": "40"}),
        ("a11c126=240/", {"paper_a": "240"}),
        ("7: a11c126", {"number": "7"}),
        ("07:a11c126=240/0", {"number": "7", "paper_a": "240", "paper_b": "0"}),
    ],
)
def test_a_line_may_carry_its_number_and_the_marks_of_the_paper(typed, said):
    assert read_line(typed) == PLAIN | said


@pytest.mark.parametrize(
    ("typed", "outcome"), [("Passe", "passed"), ("annulée", "void"), ("3:passe", "passed")]
)
def test_a_deal_without_cards_is_a_word(typed, outcome):
    assert read_line(typed)["outcome"] == outcome


@pytest.mark.parametrize(
    ("typed", "rest", "missing"),
    [
        ("c11a126", "c11a126", "takers"),
        ("a11c126z", "z", ""),
        ("a11126", "a11126", "trump"),
        ("", "", "takers"),
        ("a11c1264", "4", ""),
        ("a11k126x", "x", ""),
        ("7:", "", "takers"),
        ("a11c126=240", "=240", "paper"),
        ("a11c126=", "=", "paper"),
        ("a11c126=a/b", "=a/b", "paper"),
    ],
)
def test_what_cannot_be_read_is_named(typed, rest, missing):
    with pytest.raises(UnreadableLine) as caught:
        read_line(typed)
    assert (caught.value.rest, caught.value.missing) == (rest, missing)


columns = st.fixed_dictionaries(
    {
        "takers": st.sampled_from("AB"),
        "contract": st.sampled_from(["80", "110", "250", "85", "300", "capot", "generale", "take"]),
        "trump": st.sampled_from(
            ["spades", "hearts", "diamonds", "clubs", "no_trumps", "all_trumps"]
        ),
        "stake": st.sampled_from(["plain", "coinche", "surcoinche"]),
        "points": st.integers(0, 162),
        "belote_a": st.integers(0, 2),
        "belote_b": st.integers(0, 2),
        "paper_a": st.none() | st.integers(0, 9999),
        "paper_b": st.none() | st.integers(0, 9999),
    }
)


@given(columns, st.booleans())
def test_a_line_written_reads_back_as_its_deal(columns, is_english):
    entry = Entry(**columns)
    said = read_line(write_line(entry), is_english=is_english)
    assert said["takers"] == entry.takers
    assert said.get("contract", "take") == entry.contract
    assert said["trump"] == entry.trump
    assert said.get("stake", "plain") == entry.stake
    assert said["points"] == str(entry.points)
    assert said.get("belote", "") == "A" * entry.belote_a + "B" * entry.belote_b
    assert said.get("paper_a", "") == ("" if entry.paper_a is None else str(entry.paper_a))
    assert said.get("paper_b", "") == ("" if entry.paper_b is None else str(entry.paper_b))


@pytest.mark.parametrize("sweep", ["takers", "takers_alone", "defenders"])
def test_a_sweep_is_written_for_the_points(sweep):
    entry = Entry(takers="A", contract="110", trump="hearts", points=162, sweep=sweep)
    said = read_line(write_line(entry))
    assert (said["sweep"], "points" in said) == (sweep, False)


@pytest.mark.parametrize("outcome", ["passed", "void"])
def test_a_deal_without_cards_is_written_as_its_word(outcome):
    assert read_line(write_line(Entry(outcome=outcome))) == {"outcome": outcome}


def test_a_deal_that_the_referee_awarded_has_no_line():
    assert write_line(Entry(outcome="awarded", awarded_a=250, awarded_b=0)) == ""


DOCUMENT = Path(__file__).parents[3] / "docs" / "line.md"


@pytest.mark.parametrize(
    "typed", re.findall(r"^```\n(.*?)```", DOCUMENT.read_text(), re.M | re.S)[0].splitlines()
)
def test_the_lines_of_the_document_are_read(typed):
    assert read_line(typed)


def test_no_word_of_a_line_hides_another():
    for takers, contract, points in itertools.product("ab", ["8", "capot", "gen"], ["0", "82"]):
        for trump in ("p", "c", "k", "t", "sa", "ta"):
            said = read_line(f"{takers}{contract}{trump}{points}")
            assert said["points"] == points
