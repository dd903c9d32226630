"""Contracts and declarations as the players say them."""

import pytest

from tournament.deals.notation import (
    NotationError,
    read_contract,
    read_declarations,
    write_declarations,
)


@pytest.mark.parametrize(
    ("typed", "contract"),
    [
        ("100", "100"),
        (" 080 ", "80"),
        ("85", "85"),
        ("capot", "capot"),
        ("Capot belote", "capot_belote"),
        ("Générale", "generale"),
        ("générale avec belote", "generale_belote"),
        ("prise", "take"),
    ],
)
def test_a_contract_is_read_as_it_is_said(typed, contract):
    assert read_contract(typed) == contract


@pytest.mark.parametrize("typed", ["cent", "1OO", "-100", "10.5", "¹⁰⁰", "x" * 30, "9" * 5000])
def test_what_is_no_contract_is_refused_with_the_word(typed):
    with pytest.raises(NotationError) as caught:
        read_contract(typed)
    assert caught.value.word == typed


@pytest.mark.parametrize(
    ("typed", "declared"),
    [
        ("", []),
        ("tierce Rc", [{"kind": "tierce", "top": "KH"}]),
        ("tierce au roi de cœur", [{"kind": "tierce", "top": "KH"}]),
        ("tierce à l'as de pique", [{"kind": "tierce", "top": "AS"}]),
        (
            "cinquante 10k; cent Dt",
            [{"kind": "cinquante", "top": "10D"}, {"kind": "cent", "top": "QC"}],
        ),
        ("50 V♠", [{"kind": "cinquante", "top": "JS"}]),
        ("tierce AH", [{"kind": "tierce", "top": "AH"}]),
        ("tierce as p", [{"kind": "tierce", "top": "AS"}]),
        ("carré V", [{"kind": "carre", "rank": "J"}]),
        (
            "carré de valets\ncarré d'as",
            [{"kind": "carre", "rank": "J"}, {"kind": "carre", "rank": "A"}],
        ),
        ("carre 9, carre 10", [{"kind": "carre", "rank": "9"}, {"kind": "carre", "rank": "10"}]),
        ("carré D", [{"kind": "carre", "rank": "Q"}]),
    ],
)
def test_declarations_are_read_as_they_are_said(typed, declared):
    assert read_declarations(typed) == declared


@pytest.mark.parametrize("typed", ["quinte Rc", "tierce", "tierce c", "carré", "tierce 11c", "Rc"])
def test_what_is_no_declaration_is_refused_with_the_part(typed):
    with pytest.raises(NotationError) as caught:
        read_declarations(f"tierce Rc, {typed}")
    assert caught.value.word == typed


def test_what_is_written_is_read_back():
    declared = read_declarations("tierce Rc, carré V, cent As p")
    assert write_declarations(declared) == "tierce Rc, carré V, cent Ap"
    assert read_declarations(write_declarations(declared)) == declared
