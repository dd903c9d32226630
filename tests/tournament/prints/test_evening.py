"""A whole evening on paper: the PDF says what the standings' file says, under every rulebook."""

import csv
import io
import re

import pdfplumber
import pytest
from django.core.management import call_command

from scoring import load_rulebook, shipped_rulebooks
from tests.tournament.test_evening import EVENING
from tournament.models import Tournament
from tournament.prints import score_sheets, standings_papers

pytestmark = pytest.mark.django_db

FIGURE = r"\d{1,3}(?: \d{3})*"
ROW = re.compile(rf"^(\d+) (\d+) .*\D ({FIGURE}) (\d+) ([+\u2212] {FIGURE}|0)$")
"""Rank, team, marks, wins, difference; pdfplumber reads a thin space as a space."""


def lines_of(content: bytes) -> list[str]:
    with pdfplumber.open(io.BytesIO(content)) as file:
        return [line for page in file.pages for line in page.extract_text().splitlines()]


def number(written: str) -> str:
    return str(int(written.replace(" ", "").replace("\u2212", "-")))


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
def test_the_printed_standings_of_the_evening_are_those_worked_out(rulebook):
    call_command("import_evening", str(EVENING), rulebook=rulebook, stdout=io.StringIO())
    lines = lines_of(standings_papers.standings_printout(Tournament.objects.get()).pdf())
    rows = [[number(figure) for figure in row.groups()] for row in map(ROW.match, lines) if row]
    with (EVENING / f"standings-{rulebook}.csv").open() as file:
        worked_out = list(csv.reader(file))[1:]
    assert rows == worked_out
    assert any(load_rulebook(rulebook).short_fingerprint in line for line in lines)


def test_the_filled_sheets_of_the_evening_hold_every_deal_and_its_totals():
    call_command("import_evening", str(EVENING), rulebook="grenobloise", stdout=io.StringIO())
    for round_ in Tournament.objects.get().rounds.all():
        sheets = score_sheets.filled_sheets(round_)
        assert [len(sheet.lines) for sheet in sheets] == [12] * 8
        assert all(sheet.lines[-1].running == sheet.totals for sheet in sheets)
