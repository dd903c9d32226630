"""What leaves for a spreadsheet: typed, the same in both files, and never run."""

import csv
import datetime
import io
from decimal import Decimal

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.archive.whole import a_file
from tests.tournament.builders import a_role, a_user
from tournament.archive.files_views import KINDS
from tournament.archive.reading import read_archive
from tournament.archive.restoring import restore
from tournament.models import RoleKind
from tournament.spreadsheets import Sheet, csv_of, xlsx_of

EVIL = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|'/c calc'!A1"]


def cells_of(content: bytes) -> list[list[object]]:
    """Return what a spreadsheet reads, formulas as formulas."""
    page = load_workbook(io.BytesIO(content)).active
    return [[cell.value for cell in row] for row in page.iter_rows()]


def as_text(cell) -> str:
    """Write a cell of a spreadsheet as the other file has it."""
    if cell.value is None:
        return ""
    if isinstance(cell.value, datetime.datetime):
        return f"{cell.value:%d/%m/%Y %H:%M:%S}"
    if cell.number_format == "0.00":
        return f"{cell.value:.2f}".replace(".", ",")
    return str(cell.value)


def test_no_text_is_a_formula_in_either_file():
    sheet = Sheet(title="[a/b]:*?", head=["=x"], rows=[[text] for text in EVIL], below=["=y"])
    lines = list(csv.reader(io.StringIO(csv_of(sheet)[1:], newline=""), delimiter=";"))
    assert [row[0] for row in lines if row] == [f"'{text}" for text in ["=x", *EVIL, "=y"]]
    page = load_workbook(io.BytesIO(xlsx_of(sheet))).active
    texts = [cell for row in page.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in texts} == {"s"}
    assert all(cell.quotePrefix for cell in texts)


def test_numbers_are_numbers_and_days_are_days():
    at = datetime.datetime(2026, 11, 30, 20, 15, tzinfo=datetime.UTC)
    row = [7, -40, Decimal("12.50"), datetime.date(2026, 11, 30), at, None, "a\x00b"]
    sheet = Sheet(title="", head=list("abcdefg"), rows=[row])
    assert csv_of(sheet).splitlines()[1] == "7;-40;12,50;30/11/2026;30/11/2026 21:15:00;;a\x00b"
    (_head, found) = cells_of(xlsx_of(sheet))
    moment = datetime.datetime(2026, 11, 30)
    local = datetime.datetime(2026, 11, 30, 21, 15)
    assert found == [7, -40, 12.5, moment, local, None, "ab"]


def trimmed(row: list[str]) -> list[str]:
    """Return a row without the empty cells at its end."""
    return row[: max((index for index, cell in enumerate(row, 1) if cell), default=0)]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_both_files_of_a_contest_say_the_same(kind, client):
    contest = restore(read_archive(a_file()), by=a_user("somebody"))
    client.force_login(a_user("somebody"))
    texts = {
        extension: client.get(reverse(f"files:{kind.name}", args=[contest.pk, extension]))
        for extension in ("csv", "xlsx")
    }
    lines = csv.reader(io.StringIO(texts["csv"].content.decode("utf-8-sig")), delimiter=";")
    page = load_workbook(io.BytesIO(texts["xlsx"].content)).active
    rows = [[as_text(cell) for cell in row] for row in page.iter_rows()]
    assert len(rows) > 1
    assert [trimmed(line) for line in lines] == [trimmed(row) for row in rows]
    assert client.get(reverse(f"files:{kind.name}", args=[contest.pk, "exe"])).status_code == 404


@pytest.mark.django_db
def test_the_page_lists_what_its_visitor_may_take(client):
    contest = restore(read_archive(a_file()), by=a_user("somebody"))
    a_role(a_user("lectrice"), contest, RoleKind.READER)
    for name, expected in (("lectrice", 3), ("somebody", 5)):
        client.force_login(a_user(name))
        page = client.get(reverse("files:index", args=[contest.pk]))
        assert len(page.context["kinds"]) == expected
        assert page.context["is_organiser"] == (name == "somebody")
