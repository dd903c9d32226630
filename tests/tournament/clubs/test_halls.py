"""Tables and rooms as one types them."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.clubs.halls import (
    LARGEST_TABLE,
    BadHall,
    read_rooms,
    read_tables,
    rooms_text,
    tables_text,
)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("", []),
        ("3, 4", [3, 4]),
        ("4;3 ; 3", [3, 4]),
        ("3 4 7", [3, 4, 7]),
        ("10-12, 2", [2, 10, 11, 12]),
        ("10 à 12", [10, 11, 12]),
        ("10–12\n14", [10, 11, 12, 14]),
    ],
)
def test_tables_are_read_in_order_each_once(text, tables):
    assert read_tables(text) == tables


@pytest.mark.parametrize("text", ["trois", "0", "5-3", "1-", "-4", "1000", "9" * 30, "3.5", "<b>"])
def test_what_is_no_table_is_refused_with_its_text(text):
    with pytest.raises(BadHall) as refused:
        read_tables(text)
    assert refused.value.code == "not_tables"


def test_rooms_are_read_one_a_line_by_their_first_table():
    typed = "Salle 2 : 21-40\n\n  Salle 1: 1 à 20\r\nEstrade\u202f: 41"
    assert read_rooms(typed) == [
        {"name": "Salle 1", "first": 1, "last": 20},
        {"name": "Salle 2", "first": 21, "last": 40},
        {"name": "Estrade", "first": 41, "last": 41},
    ]


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("Salle 2", "not_a_room"),
        ("Salle 2 : beaucoup", "not_tables"),
        (": 1-2", "not_a_room"),
        ("A : 1-10\nB : 10-20", "rooms_overlap"),
        ("A : 1-10\na : 11-20", "room_twice"),
        ("\n".join(f"S{n} : {n}" for n in range(1, 40)), "too_many_rooms"),
    ],
)
def test_rooms_that_cannot_be_are_refused(typed, code):
    with pytest.raises(BadHall) as refused:
        read_rooms(typed)
    assert refused.value.code == code


@given(st.sets(st.integers(1, LARGEST_TABLE)))
def test_tables_written_are_read_back(tables):
    assert read_tables(tables_text(sorted(tables))) == sorted(tables)


@given(st.lists(st.integers(1, LARGEST_TABLE), min_size=2, max_size=20, unique=True))
def test_rooms_written_are_read_back(bounds):
    ordered = sorted(bounds[: len(bounds) // 2 * 2])
    rooms = [
        {"name": f"Salle {place}", "first": first, "last": last}
        for place, (first, last) in enumerate(zip(ordered[::2], ordered[1::2], strict=True))
    ]
    assert read_rooms(rooms_text(rooms)) == rooms


@given(st.text(max_size=40))
def test_whatever_is_typed_is_read_or_refused(text):
    for read in (read_tables, read_rooms):
        with suppress(BadHall):
            assert isinstance(read(text), list)
