"""What a spreadsheet would run is text in every file that leaves, whoever typed it wherever."""

import csv
import io
import re
from itertools import cycle

import openpyxl
import pytest
from django.apps import apps
from django.test import Client

from tests.attacks.targets import a_target, addresses
from tests.attacks.test_html_everywhere import FREE, NEVER_CHANGED
from tests.tournament.builders import a_deal, a_ruling, a_user
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
FIGURE = re.compile(r"[-+]?[\d\s.,:/%]*")


@pytest.fixture
def formulas(db):
    """A contest whose every word begins as a formula does."""
    target, starts = a_target("mallory"), cycle(STARTS)
    a_deal(target.match, 2)
    a_ruling(target.match, facts="=1+1", explanation="@SUM(1)", article="+1")
    for name, columns in FREE.items():
        model = apps.get_model("tournament", name)
        for column in columns if name not in NEVER_CHANGED else ():
            for row in model._default_manager.all():
                said = {column: f"{next(starts)}cmd|'/c calc'!A1 {row.pk}"}
                model._default_manager.filter(pk=row.pk).update(**said)
    Tournament.objects.update(shows_draw=True, shows_standings=True)
    return target


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_cell_of_any_file_is_run(formulas, extension, language):
    browser, failed, seen = Client(), [], 0
    browser.force_login(a_user("mallory"))
    browser.cookies["django_language"] = language
    formulas.known["extension"] = extension
    for name, address in addresses(formulas).items():
        if not (name.startswith("files:") or name.endswith(("csv", "export"))):
            continue
        answer = browser.get(address)
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        kind = answer.headers.get("Content-Type", "")
        cells = cells_of(body, kind, ";" if language == "fr" else ",")
        seen += len([cell for cell in cells if "cmd|" in cell])
        failed += [(name, cell) for cell in cells if is_run(cell)]
    assert not failed
    assert seen > 3


def cells_of(body: bytes, kind: str, delimiter: str) -> list[str]:
    """Return the cells of a file as a spreadsheet would take them; of an XLSX its formulas only."""
    if kind.startswith("text/csv"):
        rows = csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter=delimiter)
        return [cell for row in rows for cell in row]
    if "spreadsheetml" in kind:
        sheets = openpyxl.load_workbook(io.BytesIO(body))
        cells = [cell for sheet in sheets for row in sheet.iter_rows() for cell in row]
        return [f"={c.value}" if c.data_type == "f" else f"'{c.value}" for c in cells]
    return []


def is_run(cell: str) -> bool:
    """Whether a spreadsheet would take a cell for a formula."""
    return cell.startswith(STARTS) and not FIGURE.fullmatch(cell)
