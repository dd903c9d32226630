"""Long papers are laid out in parts: where they are cut, and what the whole says once joined."""

import io
from dataclasses import replace

import pikepdf
import pypdf
import pytest
from django.utils import translation

from tests.tournament.prints.samples import (
    LONG,
    WIDE,
    a_paper_team,
    print_standings,
    standings_of,
)
from tournament.prints import standings_papers
from tournament.prints.joining import joined
from tournament.prints.paging import lines_in, parts_of, turns_of
from tournament.prints.pdf import lay_out
from tournament.prints.standings_pages import turns


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def in_parts(monkeypatch):
    monkeypatch.setattr(standings_papers, "PAGES_AT_ONCE", 2)


def awkward_standings(count=30):
    """Return standings whose every third team wraps, under a long title."""
    paper = standings_of(count, notes=(LONG * 3,), venue=LONG, more=("Strength of the met",))
    names = {0: WIDE, 3: LONG}
    rows = tuple(
        replace(
            line,
            team=a_paper_team(place, names.get(place % 6, ""), (LONG, LONG) * (place % 3)),
            notes=("by lot", LONG) if place % 10 == 1 else (),
            more=("12",),
        )
        for place, line in enumerate(paper.rows, start=1)
    )
    return replace(paper, rows=rows)


def texts(content):
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def test_a_row_that_does_not_fit_begins_a_page_and_one_too_high_stands_alone():
    assert turns_of([3, 3, 3, 3], first=5, others=6) == [0, 1, 3]
    assert turns_of([9, 1, 9, 9], first=5, others=6) == [0, 1, 2, 3]
    assert turns_of([], first=5, others=6) == [0]


@pytest.mark.parametrize(("pages", "parts"), [(1, 1), (7, 1), (8, 2), (28, 2), (29, 4), (60, 6)])
def test_a_paper_is_cut_into_an_even_number_of_parts_that_are_as_long(pages, parts):
    cut = parts_of([row * 10 for row in range(pages)], pages * 10 - 3, most=14)
    assert len(cut) == parts
    assert [cut[0].start, cut[-1].end] == [0, pages * 10 - 3]
    assert [part.start for part in cut[1:]] == [part.end for part in cut[:-1]]
    assert max(part.own_pages for part in cut) - min(part.own_pages for part in cut) <= 1
    assert sum(part.own_pages for part in cut) == pages == cut[0].pages
    assert [part.before * 10 for part in cut] == [part.start for part in cut]


def test_a_text_is_never_thought_shorter_than_it_is_written():
    assert lines_in("", 100, 9) == lines_in("Ana", 100, 9) == 1
    assert lines_in("Ana Bo", 25, 9) == 2
    assert lines_in("W" * 60, 100, 9, is_bold=True) >= 6
    assert lines_in("日本語" * 10, 100, 9) >= 3


@pytest.mark.parametrize("paper", [standings_of(75), awkward_standings()], ids=["usual", "awkward"])
def test_standings_in_parts_have_the_pages_that_were_foreseen(paper, in_parts):
    foreseen = turns(paper)
    content = print_standings(paper)
    pages = texts(content)
    assert len(pages) == len(foreseen)
    for number, page in enumerate(pages, start=1):
        assert "Concours d'automne" in page
        assert ("(continued)" in page) == (number > 1)
        assert f"{number} / {len(pages)}" in page
        assert page.count("Difference") == 1
    joint = "".join("".join(page.split()) for page in pages)
    for line in paper.rows:
        assert "".join(line.team.name.split()) in joint
    whole = pypdf.PdfReader(io.BytesIO(laid_out_whole(paper)))
    assert len(pages) - len(whole.pages) in {0, 1}


def laid_out_whole(paper):
    context = {"title": "Classement", "paper": paper, "at": paper.printed_at}
    return standings_papers.render_pdf(standings_papers.STANDINGS_TEMPLATE, context, tagged=True)


def test_pages_that_hold_less_than_foreseen_are_laid_out_as_they_come(in_parts, monkeypatch):
    monkeypatch.setattr(standings_papers, "turns", lambda paper: [0, 50, 60])
    pages = texts(print_standings(standings_of(75)))
    assert len(pages) == 3
    assert [page.count("Œufs") for page in pages][1] == 38


def test_standings_in_parts_have_one_tree_for_screen_readers(in_parts):
    with pikepdf.open(io.BytesIO(print_standings(standings_of(75)))) as pdf:
        kinds = kinds_in_tree(pdf)
        assert kinds.count("/H1") == 1
        assert kinds.count("/TD") == 75 * 7
        assert kinds.count("/Table") == len(pdf.pages) == 3


def kinds_in_tree(pdf):
    """Return what the tree's elements are, in order; all must hold together."""
    assert pdf.Root.MarkInfo.Marked
    tree = pdf.Root.StructTreeRoot
    numbers = [int(number) for number in tree.ParentTree.Nums[::2]]
    of_pages = [int(page.StructParents) for page in pdf.pages]
    of_links = [int(link.StructParent) for page in pdf.pages for link in page.get("/Annots", [])]
    assert sorted(of_pages + of_links) == numbers == list(range(len(numbers)))
    pages = {page.objgen for page in pdf.pages}
    kinds, waiting = [], [(tree.K[0], tree)]
    while waiting:
        element, parent = waiting.pop()
        if element.get("/Type") == "/OBJR":
            continue
        assert element.P.objgen == parent.objgen
        assert "/Pg" not in element or element.Pg.objgen in pages
        kinds.append(str(element.S))
        children = element.K if isinstance(element.K, pikepdf.Array) else [element.K]
        waiting += [(child, element) for child in children if not isinstance(child, int)][::-1]
    return kinds


LINKED = '<html lang="fr"><title>Une</title><h1>Un</h1><p><a href="https://example.org">ici</a></p>'
PLAIN = '<html lang="fr"><title>Deux</title><p>Deux</p><p style="break-before: page">Trois</p>'


def test_files_without_a_tree_make_one_without():
    with pikepdf.open(io.BytesIO(joined([lay_out(PLAIN), lay_out(PLAIN)]))) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
        assert len(pdf.pages) == 4


@pytest.mark.parametrize("order", [(0, 1, 0), (1, 0, 1)])
def test_a_page_without_a_tree_is_a_paragraph_among_those_that_have_one(order):
    files = [lay_out(LINKED, tagged=True), lay_out(PLAIN)]
    content = joined([files[each] for each in order], title="Tout")
    with pikepdf.open(io.BytesIO(content)) as pdf:
        kinds = kinds_in_tree(pdf)
        expected = [["/H1", "/P", "/Link"], ["/P", "/P"]]
        shown = [kind for kind in kinds if kind not in {"/Document", "/Span", "/NonStruct"}]
        assert shown == [kind for each in order for kind in expected[each]]
        assert pdf.docinfo["/Title"] == "Tout"
    assert "Trois" in "".join(texts(content))
