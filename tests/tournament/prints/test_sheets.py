"""What is on a paper, tested as data."""

import pytest

from tests.tournament.prints.samples import LONG, a_filled_sheet, a_paper_team, a_sheet
from tournament.prints.sheets import MOST_LINES, Layout, ScoreSheet, cut_order, in_parts, pile


def tables(halves: list[ScoreSheet | None]) -> list[int]:
    return [sheet.table for sheet in halves if sheet]


@pytest.mark.parametrize(("count", "pages"), [(1, 1), (2, 1), (3, 2), (24, 12), (25, 13)])
def test_a_pile_cut_in_two_is_sorted_by_table(count: int, pages: int) -> None:
    laid = cut_order([a_sheet(table) for table in range(1, count + 1)], layout=Layout.TWO)
    left, right = [page[0] for page in laid], [page[1] for page in laid]
    assert len(laid) == pages
    assert tables(left + right) == list(range(1, count + 1))


def test_one_sheet_to_a_page_keeps_the_order_of_the_tables() -> None:
    laid = cut_order([a_sheet(table) for table in (1, 2, 3)], layout=Layout.ONE)
    assert [tables(list(page)) for page in laid] == [[1], [2], [3]]


def test_no_sheet_makes_no_page() -> None:
    assert cut_order([], layout=Layout.TWO) == []


def test_a_pile_is_numbered() -> None:
    numbered = pile([a_sheet(4), a_sheet(9)])
    assert [(sheet.table, sheet.place, sheet.places) for sheet in numbered] == [
        (4, 1, 2),
        (9, 2, 2),
    ]


def test_a_sheet_that_fits_stays_whole() -> None:
    sheet = a_sheet(lines=MOST_LINES)
    assert in_parts(sheet) == [sheet]


def test_too_many_lines_go_on_over_a_second_sheet_of_the_same_table() -> None:
    numbered = pile([a_sheet(1, lines=30), a_sheet(2, lines=30)])
    assert [(sheet.table, sheet.part, len(sheet.lines)) for sheet in numbered] == [
        (1, 1, 15),
        (1, 2, 15),
        (2, 1, 15),
        (2, 2, 15),
    ]
    assert [sheet.goes_on for sheet in numbered] == [True, False, True, False]


def test_a_filled_sheet_in_parts_carries_its_totals_forward() -> None:
    first, second = in_parts(a_filled_sheet(lines=30))
    assert (first.carried, first.totals) == (None, (3750, 600))
    assert (second.carried, second.totals) == ((3750, 600), (7500, 1200))


def test_a_blank_sheet_in_parts_carries_nothing() -> None:
    assert {(part.carried, part.totals) for part in in_parts(a_sheet(lines=45))} == {(None, None)}


def test_every_line_is_on_exactly_one_part() -> None:
    parts = in_parts(a_sheet(lines=45))
    assert [line.number for part in parts for line in part.lines] == list(range(1, 46))


@pytest.mark.parametrize(("name", "size"), [("Dix de der", "short"), (LONG, "long")])
def test_a_long_name_is_written_smaller(name: str, size: str) -> None:
    assert a_paper_team(7, name).size == size
