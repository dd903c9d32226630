"""The papers of tables as files, from one team to five hundred: text, geometry, tags."""

import io
import re
from dataclasses import replace
from functools import cache, partial

import pdfplumber
import pypdf
import pytest
from django.utils import translation

from tests.tournament.prints.samples import AT, LONG, RULES, WIDE, a_paper_team
from tournament.prints.draw_sheets import DrawPaper, Meeting, by_name, by_table
from tournament.prints.hall_sheets import (
    CardsPaper,
    Certificate,
    CertificatesPaper,
    ClauseOnPaper,
    Marker,
    MarkersPaper,
    RulebookPaper,
    TopicOnPaper,
)
from tournament.prints.lists import Block, Column, ListPaper, Look, row, strong
from tournament.prints.pdf import render_pdf

MM = 72 / 25.4
HEAD = {
    "tournament": "Concours d'automne",
    "date": AT.date(),
    "venue": "Vizille",
    "rules": RULES,
    "journal": "journal: act 12, digest 0a1b-2c3d",
    "printed_at": AT,
}


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def a_draw(teams, players=("Benoît Muñoz", "Raphaël Gœury")):
    meetings = tuple(
        Meeting(
            table=table,
            room="Grande salle" if table % 2 else "Salle des mariages",
            a=replace(a_paper_team(2 * table - 1, f"Équipe {2 * table - 1}"), players=players),
            b=replace(a_paper_team(2 * table, f"Équipe {2 * table}"), players=players),
        )
        for table in range(1, teams // 2 + 1)
    )
    byes = (a_paper_team(teams, f"Équipe {teams}"),) if teams % 2 else ()
    met = ", ".join(f"{one}–{one + 7}" for one in range(1, teams))
    return DrawPaper(
        **HEAD,
        round=2,
        kind="by lot",
        seed="K7PM-3F9A",
        drawn_at=AT,
        is_individual=False,
        meetings=meetings,
        byes=byes,
        made_from=(("Had met before:", met),),
    )


def a_crosstable(teams, rounds=12):
    columns = (
        Column(words="Rank", look=Look.RANK),
        Column(words="No.", look=Look.NUMBER),
        Column(words="Team", look=Look.NAME),
        *(Column(words=f"R{number}", look=Look.ROUND) for number in range(1, rounds + 1)),
        Column(words="Marks", look=Look.FIGURE),
    )
    rows = tuple(
        row(place, place, strong(f"<{place}> {WIDE} </{place}>"), *["120 +"] * rounds, "24 000")
        for place in range(1, teams + 1)
    )
    block = Block(columns=columns, rows=rows)
    return ListPaper(**HEAD, title="Crosstable", state="provisional", blocks=(block,), is_wide=True)


def a_team_list(teams):
    columns = (
        Column(words="Here", look=Look.BOX),
        Column(words="No.", look=Look.NUMBER),
        Column(words="Team", look=Look.NAME),
        Column(words="Club", look=Look.SMALL),
        *(Column(words=words, look=Look.MONEY) for words in ("Owed", "Paid", "Due")),
    )
    rows = tuple(
        row("", n, strong(f"<{n}> {LONG} </{n}>", "Ana · Bo"), LONG, "20 €", "10 €", "10 €")
        for n in range(1, teams + 1)
    )
    return ListPaper(**HEAD, title="Teams", blocks=(Block(columns=columns, rows=rows),))


def a_rulebook():
    clause = ClauseOnPaper(
        text="Un contrat réussi marque. " * 8, article="Art. 3", readings=(LONG,)
    )
    topics = tuple(TopicOnPaper(name=f"Sujet {n}", clauses=(clause,) * 4) for n in range(12))
    return RulebookPaper(
        **HEAD,
        title=RULES.title,
        source="Le document",
        version="1",
        ends="after 12 deals",
        turned=(LONG,),
        topics=topics,
        tariffs=(LONG,),
    )


def some_teams():
    names = ("Dix de der", LONG, WIDE, "Été « œ » ♠♥♦♣")
    return tuple(a_paper_team(n, name, (name, WIDE)) for n, name in enumerate(names, start=9))


def as_pdf(template, paper):
    context = {"title": "Un papier", "paper": paper, "at": AT}
    return render_pdf(f"prints/{template}.html", context, tagged=True)


def of_teams(make, template="list"):
    return {
        count: partial(lambda count: as_pdf(template, make(count)), count) for count in (1, 24, 120)
    }


LISTS = {
    **{f"draw {n}": make for n, make in of_teams(lambda n: by_table(a_draw(n))).items()},
    **{f"names {n}": make for n, make in of_teams(lambda n: by_name(a_draw(n)), "names").items()},
    **{f"crosstable {n}": make for n, make in of_teams(a_crosstable).items() if n < 120},
    **{f"team list {n}": make for n, make in of_teams(a_team_list).items()},
    "rulebook": lambda: as_pdf("rulebook", a_rulebook()),
}
OTHERS = {
    "markers": lambda: as_pdf(
        "markers",
        MarkersPaper(
            **HEAD,
            title="Markers",
            markers=(Marker(table=1), Marker(table=188, room=LONG), Marker(table=88, room=WIDE)),
        ),
    ),
    "cards": lambda: as_pdf(
        "cards", CardsPaper(**HEAD, title="Cards", cards=some_teams() * 2 + some_teams()[:1])
    ),
    "certificates": lambda: as_pdf(
        "certificates",
        CertificatesPaper(
            **HEAD,
            title="Certificates",
            state="provisional",
            certificates=tuple(
                Certificate(team=team, place="first place of 24", said=(LONG, WIDE))
                for team in some_teams()
            ),
        ),
    ),
}


@cache
def made(name):
    """Return a paper as a file, laid out once for all the tests."""
    with translation.override("en"):
        return (LISTS | OTHERS)[name]()


@cache
def texts(content):
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


@pytest.fixture(params=[*LISTS, *OTHERS])
def paper(request):
    return made(request.param)


def squeezed(text):
    return "".join(text.split())


def test_every_paper_is_whole_on_every_page(paper):
    """Nothing outside the margins, no blank page, one font, a title, a language, tags."""
    reader = pypdf.PdfReader(io.BytesIO(paper))
    assert reader.metadata.title == "Un papier"
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    with pdfplumber.open(io.BytesIO(paper)) as file:
        for page in file.pages:
            assert page.chars, page.page_number
            assert min(char["x0"] for char in page.chars) >= 6.5 * MM
            assert max(char["x1"] for char in page.chars) <= float(page.width) - 6.5 * MM
            assert min(char["top"] for char in page.chars) >= 6.5 * MM
            assert max(char["bottom"] for char in page.chars) <= float(page.height) - 6 * MM
            fonts = {char["fontname"].split("+")[-1] for char in page.chars}
            assert all(font.startswith("DejaVu-Sans") for font in fonts)


def test_every_page_names_the_rulebook_and_its_fingerprint(paper):
    for page in texts(paper):
        assert squeezed(RULES.title) in squeezed(page)
        assert RULES.fingerprint in page
        assert "30/11/2026" in page or "11/30/2026" in page or "Nov. 30, 2026" in page


@pytest.mark.parametrize("name", [name for name in LISTS if name.split()[-1] != "1"])
def test_the_head_is_repeated_and_pages_are_numbered(name):
    pages = texts(made(name))
    assert [page.count("(continued)") for page in pages] == [0] + [1] * (len(pages) - 1)
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page


@pytest.mark.parametrize(("kind", "count"), [("team list", 120), ("crosstable", 24)])
def test_no_row_is_split_no_name_cut_and_every_page_has_its_columns(kind, count):
    pages = [squeezed(page) for page in texts(made(f"{kind} {count}"))]
    found = []
    for page in pages:
        assert "No.Team" in page
        opened, closed = re.findall(r"<(\d+)>", page), re.findall(r"</(\d+)>", page)
        assert opened == closed != []
        found += map(int, opened)
    assert found == list(range(1, count + 1))
    name = squeezed(LONG if kind == "team list" else WIDE)
    assert "".join(pages).count(name) >= count


def test_a_hall_of_36_tables_is_one_page():
    first, *_others = texts(as_pdf("list", by_table(a_draw(72))))
    assert "Équipe 71" in first
    assert "Équipe 72" in first


def test_five_hundred_teams_find_their_tables_and_themselves():
    by_tables = texts(as_pdf("list", by_table(a_draw(500))))
    assert all("Table Room Side A Side B" in page for page in by_tables[:-2])
    assert "".join(by_tables).count("Équipe ") == 500
    names = texts(as_pdf("names", by_name(a_draw(500, players=()))))
    assert len(re.findall(r"Équipe \d+ no\.", "".join(names))) == 500


@pytest.mark.parametrize("count", [1, 8, 9])
def test_eight_cards_are_one_page(count):
    cards = CardsPaper(**HEAD, title="Cards", cards=(a_paper_team(7),) * count)
    assert len(texts(as_pdf("cards", cards))) == -(-count // 8)


def test_a_marker_has_its_number_twice_and_largest_one_page_a_table():
    with pdfplumber.open(io.BytesIO(made("markers"))) as file:
        assert len(file.pages) == 3
        for page, digits in zip(file.pages, ("1", "188", "88"), strict=True):
            largest = max(char["size"] for char in page.chars)
            large = [char["text"] for char in page.chars if char["size"] > largest - 1]
            assert "".join(large) in {digits + digits, digits[::-1] + digits}


def test_names_on_cards_and_certificates_are_whole():
    for name in ("cards", "certificates"):
        text = squeezed("".join(texts(made(name))))
        for team in some_teams():
            assert squeezed(team.name) in text
            assert squeezed(team.players[1]) in text


def test_one_certificate_is_one_page():
    assert len(texts(made("certificates"))) == len(some_teams())
