"""What somebody typed is shown as he typed it, on every page and every paper: it does nothing."""

import io
from html.parser import HTMLParser
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.attacks.targets import a_target, addresses
from tests.soak.pages import Page
from tests.tournament.builders import FACTS, a_deal, a_ruling, a_team, a_user
from tournament.deals.services import record_deal
from tournament.models import Entry, Prize, PrizeKind, Shape, Tournament
from tournament.prints.registry import PAPERS

pytestmark = pytest.mark.django_db

EVIL = "</script><script>evil()</script>{{ 7|add:7 }}'\"><img src=x onerror=evil()>"
FREE = {
    "User": ["first_name", "last_name"],
    "Club": ["name"],
    "Tournament": ["name", "place"],
    "Team": ["name", "club"],
    "Player": ["name"],
    "Entry": ["reason"],
    "Confirmation": ["note"],
    "MatchTotals": ["reason"],
    "Ruling": ["facts", "article", "explanation", "second_person"],
    "RefereeCall": ["note"],
    "Display": ["name", "message"],
    "Picture": ["title"],
    "Prize": ["award"],
    "Season": ["name"],
    "ClubRulebook": [],
    "RulebookVersion": ["note"],
}
"""The columns that hold what people typed."""
NEVER_CHANGED = {"Entry", "Confirmation", "MatchTotals", "Ruling", "RulebookVersion"}
"""Rows that the database lets nobody change: HTML is typed into them as they are made."""
WRITTEN_BY_THE_SITE = {
    "code", "digest", "previous", "kind", "key", "seed", "lot_seed", "label", "rulebook_name",
    "rulebook_own", "rulebook_frozen", "options", "place", "username", "password", "email",
    "contract", "fingerprint", "text", "base", "draft", "second_folder", "name", "account",
}  # fmt: skip
"""Columns of text that nobody types freely: each is checked against what the site knows."""


def columns_of_text() -> dict[str, list[str]]:
    """Return the columns of text of every table, but for choices."""
    return {
        model.__name__: [
            column.name
            for column in model._meta.concrete_fields
            if isinstance(column, models.CharField | models.TextField) and not column.choices
        ]
        for model in apps.get_app_config("tournament").get_models()
    }


def test_every_column_of_text_is_known():
    """A column added later is either filled with HTML below, or said to be the site's own."""
    for model, found in columns_of_text().items():
        assert set(found) <= set(FREE.get(model, ())) | WRITTEN_BY_THE_SITE, model


@pytest.fixture
def evil():
    """A contest in which whatever can be typed is HTML, each name another one."""
    target = a_target("mallory")
    contest = target.match.round.tournament
    a_deal(target.match, 2)
    said = {"by": a_user(), "client_key": uuid4(), "base": Entry.objects.earliest("pk").pk}
    record_deal(target.match, 1, FACTS | {"points": 130}, reason=EVIL, **said)
    a_ruling(target.match, facts=EVIL, explanation=EVIL, article=EVIL)
    Prize.objects.create(tournament=contest, kind=PrizeKind.RANK, place=1, award="x", amount=5)
    a_team(contest, 9)
    for name, columns in FREE.items():
        if name in NEVER_CHANGED:
            continue
        model = apps.get_model("tournament", name)
        for column in columns:
            longest = model._meta.get_field(column).max_length or 2000
            for number, row in enumerate(model._default_manager.all()):
                said = f"{number}{EVIL}"[:longest]
                model._default_manager.filter(pk=row.pk).update(**{column: said})
    contest.shows_draw = contest.shows_standings = contest.phones = True
    contest.save(update_fields=["shows_draw", "shows_standings", "phones"])
    return target


class Elements(HTMLParser):
    """What would do something on a page: scripts without an address, handlers, strange images."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(content)

    def handle_starttag(self, tag, pairs):
        said = dict(pairs)
        is_script = tag == "script" and not said.get("src") and said.get("type") is None
        if is_script or said.get("src") == "x" or any(name.startswith("on") for name in said):
            self.found.append(self.get_starttag_text())


def harm(text: str) -> str:
    """Return what a page does of what was typed; empty where it only shows it."""
    if "14'" in text and "{{ 7" not in text:
        return "a template ran"
    return next(iter(Elements(text).found), "")


def is_shown(text: str) -> bool:
    """Whether a page holds what was typed."""
    return "&lt;script&gt;" in text or "&lt;/script&gt;" in text


@pytest.fixture(params=["fr", "en"])
def mallory(evil, request):
    """The browser of the organiser who typed it, in each language."""
    browser = Client()
    browser.force_login(a_user("mallory"))
    browser.cookies["django_language"] = request.param
    return browser


def test_no_page_does_what_was_typed_in_it(evil, mallory):
    failed, shown = [], 0
    for name, address in addresses(evil).items():
        if name.startswith("prints:") and name not in {"prints:index", "prints:prizes"}:
            continue
        said = mallory.get(address)
        body = b"".join(said.streaming_content) if said.streaming else said.content
        if said.status_code >= 500:
            failed.append((name, said.status_code))
        if said.headers.get("Content-Type", "").startswith("text/html"):
            text = body.decode()
            shown += is_shown(text)
            if found := harm(text):
                failed.append((name, found))
    assert not failed
    assert shown > 40


def test_no_paper_does_what_was_typed_on_it(evil, mallory):
    """Every paper in every way that it is offered, as the page of which its file is made."""
    contest = Tournament.objects.get(pk=evil.match.round.tournament_id)
    contest.shape = Shape.POOLS
    contest.save(update_fields=["shape"])
    index = reverse("prints:index", args=[contest.pk])
    offered = Page(index, mallory.get(index, {"as": "html"}).content.decode()).links
    papers = {link for link in offered if "as=html" in link}
    for kind in PAPERS:
        assert kind.fits(contest)
        assert any(f"/{kind.key}.pdf?" in paper for paper in papers), kind.key
    for paper in sorted({*papers, f"{addresses(evil)['prints:ruling_slip']}?as=html"}):
        said = mallory.get(paper)
        assert said.status_code == 200, paper
        assert not harm(said.content.decode()), paper
        assert is_shown(said.content.decode()), paper


def test_no_file_of_a_paper_does_what_was_typed_on_it(evil):
    browser = Client()
    browser.force_login(a_user("mallory"))
    for name in ("prints:paper", "prints:standings", "prints:rulings"):
        said = browser.get(addresses(evil)[name])
        assert said.status_code == 200, name
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(said.content)).pages)
        assert "script>" in "".join(text.split()), name
