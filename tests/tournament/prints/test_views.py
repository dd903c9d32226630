"""The papers' addresses: doors, headers, and what happens without the libraries of PDF."""

import io
import sys

import pypdf
import pytest
from django.urls import reverse

from tests.tournament.builders import a_deal, a_match, a_role, a_round, a_tournament, a_user
from tests.tournament.prints.samples import MARKUP
from tournament.models import RoleKind
from tournament.prints.views import content_disposition

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    return a_match(name="Concours d'été à la « Boule »")


@pytest.fixture
def sheets_url(match):
    return reverse("prints:score_sheets", args=[match.round.tournament_id, 1])


@pytest.fixture
def standings_url(match):
    return reverse("prints:standings", args=[match.round.tournament_id])


def text_of(response):
    reader = pypdf.PdfReader(io.BytesIO(response.content))
    return "\n".join(page.extract_text() for page in reader.pages)


@pytest.fixture
def desk(client, match):
    user = a_user("scorekeeper")
    a_role(user, match.round.tournament, RoleKind.SCOREKEEPER)
    client.force_login(user)
    return client


def test_blank_sheets_come_as_a_pdf_that_only_the_visitor_keeps(desk, sheets_url):
    response = desk.get(sheets_url)
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    assert {"private", "no-cache"} <= set(response["Cache-Control"].replace(",", "").split())
    assert "Équipe 1" in text_of(response)


def test_filled_sheets_hold_the_deals(desk, match, sheets_url):
    a_deal(match, 1)
    assert "250" not in text_of(desk.get(sheets_url))
    assert "250" in text_of(desk.get(f"{sheets_url}?filled=1"))


@pytest.mark.parametrize(
    ("query", "pages"),
    [("", 2), ("?per_page=2", 2), ("?per_page=1", 3), ("?lines=40&per_page=a5", 6)],
)
def test_sheets_are_two_to_a_page_or_one(client, query, pages):
    tournament = a_tournament()
    a_round(tournament, tables=3)
    client.force_login(a_user("organiser"))
    response = client.get(reverse("prints:score_sheets", args=[tournament.pk, 1]) + query)
    assert len(pypdf.PdfReader(io.BytesIO(response.content)).pages) == pages


@pytest.mark.parametrize(
    "query", ["?per_page=0", "?lines=²", "?lines=0", "?lines=999999", "?filled=maybe", "?as=docx"]
)
def test_a_choice_that_does_not_exist_is_the_usual_one(desk, sheets_url, query):
    assert desk.get(sheets_url + query)["Content-Type"] == "application/pdf"


def test_the_file_has_the_contest_in_its_name(desk, sheets_url):
    disposition = desk.get(sheets_url)["Content-Disposition"]
    assert disposition.startswith('inline; filename="concours-dete-a-la-boule-')
    assert "filename*=UTF-8''Concours%20d%27%C3%A9t%C3%A9" in disposition


@pytest.mark.parametrize("title", ['a"; filename="x', "a\r\nSet-Cookie: x", "../../etc", "日本"])
def test_a_file_name_cannot_say_anything_else(title):
    disposition = content_disposition(title)
    assert disposition.isascii()
    assert "\r" not in disposition
    assert disposition.count('"') == 2
    assert "/" not in disposition


def test_the_same_paper_is_a_page_for_the_browsers_own_print(desk, match, sheets_url):
    team = match.team_a
    team.name = MARKUP
    team.save()
    response = desk.get(f"{sheets_url}?as=html")
    assert response["Content-Type"].startswith("text/html")
    assert "L&#x27;Équipe &lt;b&gt;grasse&lt;/b&gt; &amp; Cie" in response.content.decode()
    assert "style=" not in response.content.decode()
    assert "tournament/print.css" in response.content.decode()


def test_without_pango_the_page_names_the_packages_and_the_other_way(
    desk, sheets_url, tmp_path, monkeypatch
):
    without_pango(tmp_path, monkeypatch)
    response = desk.get(f"{sheets_url}?filled=1")
    page = response.content.decode()
    assert response.status_code == 503
    for package in ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"):
        assert package in page
    assert "?filled=1&amp;as=html" in page
    assert desk.get(f"{sheets_url}?filled=1&as=html").status_code == 200


def without_pango(folder, monkeypatch):
    """Put a WeasyPrint first on the path that fails as it does without Pango."""
    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    (folder / "weasyprint.py").write_text(
        "raise OSError(\"cannot load library 'libpango-1.0-0'\")\n"
    )
    monkeypatch.syspath_prepend(folder)


def test_a_reader_sees_the_standings_and_not_the_sheets(client, match, sheets_url, standings_url):
    reader = a_user("reader")
    a_role(reader, match.round.tournament, RoleKind.READER)
    client.force_login(reader)
    assert client.get(standings_url)["Content-Type"] == "application/pdf"
    assert client.get(sheets_url).status_code == 403


def test_a_stranger_finds_no_paper(client, sheets_url, standings_url):
    client.force_login(a_user("stranger"))
    assert {client.get(url).status_code for url in (sheets_url, standings_url)} == {404}


def test_a_visitor_who_is_not_logged_in_is_asked_to(client, sheets_url, standings_url):
    assert {client.get(url).status_code for url in (sheets_url, standings_url)} == {302}


def test_a_round_that_is_not_drawn_has_no_sheet(desk, match):
    url = reverse("prints:score_sheets", args=[match.round.tournament_id, 9])
    assert desk.get(url).status_code == 404


def test_the_list_of_papers_links_to_each(desk, match, sheets_url, standings_url):
    page = desk.get(reverse("prints:index", args=[match.round.tournament_id])).content.decode()
    filled = sheets_url.replace("score-", "filled-")
    for url in (sheets_url, f"{sheets_url}?per_page=1", filled, standings_url):
        assert f'href="{url}"' in page


def test_papers_are_only_read(desk, sheets_url, standings_url):
    assert {desk.post(url).status_code for url in (sheets_url, standings_url)} == {405}


def test_the_list_can_link_to_the_pages_instead_of_the_files(desk, match, sheets_url):
    url = reverse("prints:index", args=[match.round.tournament_id])
    page = desk.get(f"{url}?as=html").content.decode()
    assert f'href="{sheets_url}?as=html"' in page
    assert f'href="{sheets_url}?per_page=1&amp;as=html"' in page
