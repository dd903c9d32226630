"""Names are tidied the same way wherever they come from, however long and strange."""

import unicodedata

import pytest

from tournament.models import Player, Team
from tournament.models.round import Partners
from tournament.tables.codes import read_code
from tournament.text import MOST_MARKS, isolated, plain, search_key, tidy

ABOVE, BELOW = "\u0301", "\u0327"
"""An acute accent, a cedilla: out of their order, they must be sorted."""


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("  Zoé \t\n Gœury ", "Zoé Gœury"),
        ("Zoe\u0301", "Zoé"),
        ("e\u200b\u0301", "é"),
        ("\u202eevil\u202c\u2066\u200f", "evil"),
        ("a\x00b\x1bc\ue000", "abc"),
        ("👨\u200d👩", "👨👩"),
        ("Nguyễn Thị Ậu", "Nguyễn Thị Ậu"),
        ("Ngu\u0079e\u0302\u0303n", "Nguyễn"),
        ("שָּׁלוֹם", "שָּׁלוֹם"),
    ],
)
def test_two_names_that_look_alike_are_equal(typed, tidied):
    assert tidy(typed) == unicodedata.normalize("NFC", tidied)


def test_a_letter_keeps_a_few_marks_and_no_tower_of_them():
    tower = "Z" + ABOVE * 30 + "oe"
    assert len(tidy(tower)) <= 3 + MOST_MARKS
    assert search_key(tower) == "zoe"


@pytest.mark.parametrize("between", ["", "\u200d", "\ufeff", "\u034f"])
def test_half_a_million_marks_are_read_at_once(between):
    """Sorted as they came, they would keep a processor for an hour: it counts their pairs."""
    flood = "a" + (ABOVE + BELOW + between) * 250_000
    assert len(tidy(flood)) < 10
    assert len(search_key(flood)) < 10
    assert not read_code(flood)


def test_sentences_keep_their_lines_and_turn_nothing_around():
    assert (
        plain(" Renonce \u202eà cœur.\r\n\n\x0bAdmise\t.\u2028 ") == "Renonce à cœur.\n\n\nAdmise ."
    )
    assert plain("\u200b \u2066") == ""


@pytest.mark.parametrize("name", ["דוד לוי", "محمد علي", "Table דוד"])
def test_a_name_read_from_the_right_turns_nothing_beside_it(name):
    assert isolated(name) == f"\u2068{name}\u2069"
    assert tidy(isolated(name)) == name
    assert isolated("") == ""
    assert isolated("Cœur d'été – Ⅷ 東") == "Cœur d'été – Ⅷ 東"


def test_who_is_named_in_a_sentence_turns_nothing_around():
    assert str(Team(number=5, name="דוד")) == "5 · \u2068דוד\u2069"
    assert str(Player(name="דוד")) == "\u2068דוד\u2069"
    assert str(Team(number=5, name="Zoé")) == "5 · Zoé"
    two = Team(number=5, name="דוד"), Team(number=6, name="Zoé")
    assert str(Partners(entrants=two)) == "5 + 6 · \u2068דוד\u2069 + Zoé"
