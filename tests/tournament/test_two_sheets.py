"""What one team's sheet says, kept from who may still type the other, on every page they open."""

import html
import re
from uuid import uuid4

from django.urls import reverse

from tests.tournament.builders import FACTS, a_match, a_role, a_user
from tests.tournament.test_doors import (
    DOORS,
    VISITORS,
    arguments,
    identifiers,
    visitors,  # noqa: F401 - a fixture
)
from tournament.deals.services import record_deal
from tournament.deals.tally import match_sheet
from tournament.models import Checking, Match, RoleKind

KEEPER = VISITORS.index("keeper")
ASKED = {
    "deals:sheet": ["sheet=A", "sheet=A&deal=1", "sheet=A&total_a=1&total_b=1", "sheet=B"],
    "deals:settle": ["deal=1"],
    "deals:swap": ["sheet=A"],
    "deals:move": ["to=2"],
    "referee:desk": ["q=1"],
    "prints:score_sheets": ["as=html&filled=1"],
}
"""What those pages are asked for besides, of one team's sheet."""

NO_SECRETS = ("tables:", "rulebooks:", "library:", "screens:picture")
"""Whoever holds the code of a side's phone is that side; a rulebook or a picture is no secret."""


def figures_on(page: str) -> set[int]:
    """Return the numbers that somebody reads on a page or in a file."""
    said = re.sub(r"<[^>]*>", " ", html.unescape(page))
    # Not those within a code or a digest, which are drawn anew each time.
    return set(map(int, re.findall(r"\b\d+\b", re.sub(r"(?<=\d)[\u202f\xa0](?=\d{3})", "", said))))


def test_no_page_tells_who_types_the_second_sheet_what_the_first_one_says(visitors):  # noqa: F811
    match = a_match(organiser=a_user("paul"), checking=Checking.TWO_SHEETS, deals=3)
    a_role(a_user("keeper"), match.round.tournament, RoleKind.SCOREKEEPER)
    known = identifiers(match) | {"table": match.table, "extension": "csv"}
    # Deal 3 is on both sheets: it adds up, on any page, to what deals 1 and 2 mark.
    said = (
        (1, "A", "paul", 137),
        (2, "A", "paul", 148),
        (3, "A", "paul", 125),
        (3, "B", "lea", 125),
    )
    for number, sheet, by, points in said:
        typed = {"by": a_user(by), "client_key": uuid4(), "sheet": sheet}
        record_deal(match, number, FACTS | {"points": points}, **typed)
    Match.objects.create(round=match.round, table=2)
    sheet = match_sheet(match)
    kept = {137, 148, sheet.tally.totals[0], *(row.marks[0] for row in sheet.rows[:2])}
    told = {}
    for name, answers in DOORS.items():
        if answers[KEEPER] != 200 or name.startswith(NO_SECRETS):
            continue
        url = reverse(name, kwargs=arguments(name, known))
        for query in ("as=html", *ASKED.get(name, ())):
            answer = visitors["keeper"].get(f"{url}?{query}")
            told[name, query] = kept & figures_on(answer.content.decode())
    assert not {asked: figures for asked, figures in told.items() if figures}
