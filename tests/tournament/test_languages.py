"""Each page speaks one language, the visitor's, and writes numbers and days as it does."""

import html
import re
from contextlib import suppress
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse

from tests.tournament.builders import a_deal, a_match, a_ruling, a_user
from tests.tournament.test_doors import arguments, identifiers, named_pages
from tournament.models import ClubRole, Match, Payment, Prize, PrizeKind, Role, RoleKind, Team

pytestmark = pytest.mark.django_db

FOREIGN = {
    "fr": ("the", "of", "and", "is", "with", "this", "are", "was", "from", "your", "you"),
    "en": ("le", "les", "des", "du", "une", "est", "et", "pour", "dans", "avec", "sur", "aux"),
}
"""Small words that no sentence of the other language does without."""
NUMBERS = {
    "fr": re.compile(r"(?<![\d.§:])\d+\.\d\d(?![\d.])"),
    "en": re.compile(r"(?<![\d,])\d+,\d\d(?![\d,])"),
}
"""Amounts as the other language writes them."""
DAYS = {"fr": "30/11/2026", "en": "11/30/2026"}
IN_FRENCH_ANYWHERE = re.compile(
    r"<(\w+)[^>]*\blang=[\"'](?:fr|en)[\"'][^>]*>.*?</\1>|<(script|style)\b.*?</\2>", re.DOTALL
)
"""What says itself that it is in another language; the page itself aside."""

QUOTES = {
    "public:rules",
    "referee:rule",
    "referee:replace",
    "workshop:read",
    "library:rules",
    "rulebooks:rules",
    "screens:screen",
}
"""Pages that name the articles of rulebooks written in French, or speak the hall's language."""


@pytest.fixture
def contest():
    """A contest of names that are of no language."""
    match = a_match(
        organiser=a_user("organiser"), name="Abc", shows_draw=True, shows_standings=True
    )
    contest = match.round.tournament
    for row in (*contest.teams.all(), *contest.players.all()):
        row.name = f"Xy{row.pk}z{type(row).__name__[0]}"
        row.full_clean()
        row.save()
    contest.club.name = "Klub"
    contest.club.save()
    contest.fee = Decimal("12.50")
    contest.save(update_fields=["fee"])
    Team.objects.update(fee_owed=Decimal("12.50"))
    Payment.objects.create(team=match.team_a, amount=Decimal("7.25"))
    Prize.objects.create(
        tournament=contest, kind=PrizeKind.RANK, place=1, amount=Decimal("1234.50")
    )
    a_deal(match)
    a_ruling(match, facts="Xyz.")
    Role.objects.get_or_create(user=a_user("organiser"), tournament=contest, kind=RoleKind.REFEREE)
    ClubRole.objects.create(user=a_user("organiser"), club=contest.club, kind=RoleKind.ORGANISER)
    return Match.objects.with_teams().get()


def pages(match, language):
    """Yield the name and the text of each page that the organiser reads."""
    browser, known = Client(), identifiers(match)
    browser.force_login(a_user("organiser"))
    browser.cookies["django_language"] = language
    for name in named_pages(get_resolver()):
        if name.startswith(("prints:", "files:", "api:")) and name != "prints:index":
            continue
        with suppress(NoReverseMatch):
            answer = browser.get(reverse(name, kwargs=arguments(name, known)))
        answer.getvalue()  # what is sent piece by piece is closed once it is read
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            page = answer.content.decode().partition("<body>")[2]
            yield name, text_of(page)


def text_of(page):
    while (shorter := IN_FRENCH_ANYWHERE.sub(" ", page)) != page:
        page = shorter
    said = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())
    # What a server calls its version is a name, however it looks.
    return re.sub(r"PostgreSQL [\d.]+( \([^)]*\))?", "PostgreSQL", said)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_is_in_one_language_and_writes_numbers_as_it_does(contest, language):
    words = re.compile(rf"\b(?:{'|'.join(FOREIGN[language])})\b")
    failed, seen = [], ""
    for name, text in pages(contest, language):
        seen += text
        is_quoted = language == "en" and name in QUOTES
        for pattern in (NUMBERS[language],) if is_quoted else (words, NUMBERS[language]):
            if found := pattern.search(text):
                failed.append((name, text[max(0, found.start() - 60) : found.end() + 40]))
    assert not failed, "\n".join(map(str, failed))
    assert DAYS[language] in seen
    assert "7,25" in seen if language == "fr" else "7.25" in seen


@pytest.mark.parametrize(
    ("language", "row", "day"),
    [("fr", "7,25;", "30/11/2026"), ("en", "7.25,", "2026-11-30")],
)
def test_a_file_for_a_spreadsheet_is_for_one_in_the_page_s_language(contest, language, row, day):
    browser = Client()
    browser.force_login(a_user("organiser"))
    browser.cookies["django_language"] = language
    pk = contest.round.tournament_id
    payments = browser.get(reverse("files:payments", args=[pk, "csv"])).content.decode()
    assert row in payments
    fees = browser.get(reverse("teams:fees_csv", args=[pk])).content.decode()
    assert ("7,25" in fees) == (language == "fr")
    player = contest.team_a.players.first()
    club = contest.round.tournament.club_id
    kept = browser.get(reverse("persons:export", args=[club, player.pk, "csv"])).content.decode()
    assert day in kept
