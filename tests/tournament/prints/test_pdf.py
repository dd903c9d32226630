"""The papers as files: text, geometry, fonts."""

import io
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pdfplumber
import pypdf
import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.utils import translation
from PIL import ImageChops

from tests.tournament.prints import samples
from tests.tournament.prints.samples import (
    FULL,
    LONG,
    MARKUP,
    RULES,
    TO_CHOOSE,
    WIDE,
    WITH_DECLARATIONS,
    a_coded_sheet,
    a_filled_sheet,
    a_paper_team,
    a_sheet,
    print_sheets,
    print_sheets_plainly,
    print_standings,
    standings_of,
)
from tournament.prints import pdf
from tournament.prints.sheets import Layout, Rules, ScoreSheet, SheetLine

MM = 72 / 25.4
EDGE = 7 * MM
"""Nothing is written nearer to the edge of the paper, or of the half page."""


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


def opened(content: bytes) -> pdfplumber.PDF:
    return pdfplumber.open(io.BytesIO(content))


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)


def squeezed(text: str) -> str:
    """Text without white space: a name that wraps is still whole."""
    return "".join(text.split())


def font_names(content: bytes) -> set[str]:
    with opened(content) as file:
        return {char["fontname"].split("+")[-1] for page in file.pages for char in page.chars}


def awkward_sheets(
    make: Callable[..., samples.ScoreSheet] = a_sheet, **changes: object
) -> list[samples.ScoreSheet]:
    teams = [
        {"team_a": a_paper_team(7, "Dix de der"), "team_b": a_paper_team(16, LONG, (LONG, WIDE))},
        {"team_a": a_paper_team(1, WIDE, (WIDE, WIDE)), "team_b": a_paper_team(2, MARKUP)},
        {"tournament": WIDE, "team_b": a_paper_team(3, "Été € «œ» … 🂡", ("Ÿ", "Z" * 41))},
    ]
    return [make(table, **team, **changes) for table, team in enumerate(teams, start=1)]


PAPERS = {
    "blank": lambda: print_sheets(awkward_sheets()),
    "blank, 20 lines": lambda: print_sheets([a_sheet(lines=20), *awkward_sheets()]),
    "blank, one to a page": lambda: print_sheets(awkward_sheets(), layout=Layout.ONE),
    "blank with declarations": lambda: print_sheets(
        [a_sheet(1, 16, rules=FULL), a_filled_sheet(2, plays=(LONG, WIDE), rules=FULL)]
    ),
    "blank with options": lambda: print_sheets(sheets_with_options()),
    "blank in parts": lambda: print_sheets([a_sheet(1, 30), a_sheet(2, 30)]),
    "blank with codes": lambda: print_sheets(
        [*awkward_sheets(a_coded_sheet), a_coded_sheet(4, at=f"https://{'w' * 50}.example.org")]
    ),
    "blank with codes, 20 lines": lambda: print_sheets(
        [a_coded_sheet(lines=20), *awkward_sheets(a_coded_sheet)]
    ),
    "blank with codes, one to a page": lambda: print_sheets(
        awkward_sheets(a_coded_sheet), layout=Layout.ONE
    ),
    "blank with codes, in parts": lambda: print_sheets([a_coded_sheet(1, 30)]),
    "filled": lambda: print_sheets([a_filled_sheet(table) for table in (1, 2, 3)]),
    "filled with declarations": lambda: print_sheets(
        [a_filled_sheet(1, 30, rules=WITH_DECLARATIONS, team_a=a_paper_team(1, WIDE, (WIDE, WIDE)))]
    ),
    "standings": lambda: print_standings(standings_of(120)),
    "standings of nobody": lambda: print_standings(standings_of(0, after_round=0)),
}


@cache
def made(name: str) -> bytes:
    """Return a paper as a file, laid out once for all the tests."""
    with translation.override("en"):
        return PAPERS[name]()


@pytest.fixture(params=list(PAPERS))
def paper(request: pytest.FixtureRequest) -> bytes:
    return made(request.param)


def test_nothing_is_written_outside_the_margins(paper: bytes) -> None:
    with opened(paper) as file:
        for page in file.pages:
            for char in page.chars:
                assert char["x0"] >= EDGE
                assert char["x1"] <= float(page.width) - EDGE
                assert char["top"] >= EDGE * 0.95
                assert char["bottom"] <= float(page.height) - EDGE * 0.9


def test_no_page_is_blank(paper: bytes) -> None:
    with opened(paper) as file:
        assert all(page.extract_text().strip() for page in file.pages)


def page_sizes(content: bytes) -> set[tuple[int, ...]]:
    with opened(content) as file:
        return {tuple(sorted((round(page.width), round(page.height)))) for page in file.pages}


def test_every_paper_is_a4(paper: bytes) -> None:
    assert page_sizes(paper) == {(595, 842)}


def test_on_a5_paper_each_sheet_is_a_page_of_half_the_size() -> None:
    content = print_sheets([*awkward_sheets(), a_filled_sheet()], layout=Layout.A5)
    blank = print_sheets(awkward_sheets(a_coded_sheet), layout=Layout.A5)
    assert page_sizes(content) == page_sizes(blank) == {(421, 595)}
    assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == 4
    with opened(blank) as file:
        assert len(file.pages) == 3
        for page in file.pages:
            assert max(char["x1"] for char in page.chars) <= float(page.width) - EDGE
            assert "Dealer" in page.extract_text()


def test_only_the_font_that_ships_is_used_and_it_is_embedded(paper: bytes) -> None:
    fonts = font_names(paper)
    assert fonts
    assert all(name.startswith("DejaVu-Sans") for name in fonts)
    reader = pypdf.PdfReader(io.BytesIO(paper))
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in descendant["/FontDescriptor"].get_object()


def test_every_paper_has_a_title_a_language_and_a_date(paper: bytes) -> None:
    reader = pypdf.PdfReader(io.BytesIO(paper))
    assert reader.metadata.title in {"Feuilles", "Classement"}
    assert reader.metadata.creation_date is not None
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_every_paper_names_its_rulebook_and_fingerprint(paper: bytes) -> None:
    for page in pypdf.PdfReader(io.BytesIO(paper)).pages:
        text = page.extract_text()
        assert RULES.title in text
        assert RULES.fingerprint in text
        assert squeezed(RULES.reminder) in squeezed(text)


def test_24_sheets_two_to_a_page_are_12_pages_in_cut_order() -> None:
    reader = pypdf.PdfReader(io.BytesIO(print_sheets([a_sheet(n) for n in range(1, 25)])))
    assert len(reader.pages) == 12
    first = reader.pages[0].extract_text()
    assert "Table 1 " in first
    assert "Table 13 " in first


def test_one_table_is_one_page() -> None:
    assert len(pypdf.PdfReader(io.BytesIO(print_sheets([a_sheet()]))).pages) == 1
    assert len(pypdf.PdfReader(io.BytesIO(print_sheets([a_filled_sheet()]))).pages) == 1


def test_the_table_number_is_the_largest_thing_on_a_sheet() -> None:
    with opened(print_sheets([a_sheet(17)])) as file:
        sizes: dict[float, str] = {}
        for char in file.pages[0].chars:
            sizes[char["size"]] = sizes.get(char["size"], "") + char["text"]
    assert squeezed(sizes[max(sizes)]) == "Table17"


@pytest.mark.parametrize("name", [LONG, WIDE, MARKUP])
def test_a_name_is_whole_and_never_markup(name: str) -> None:
    sheet = a_sheet(1, team_a=a_paper_team(1, name, (name, "Zoé Hervé-Lacroix")))
    row = samples.StandingsLine(
        rank=1, team=a_paper_team(1, name, (name,)), marks=0, wins=0, difference=0
    )
    for content in (print_sheets([sheet]), print_standings(standings_of(0, rows=(row,)))):
        assert squeezed(text_of(content)).count(squeezed(name)) == 2


def test_suits_and_french_letters_are_on_the_paper() -> None:
    text = text_of(print_sheets([a_filled_sheet()]))
    for sign in ("♠", "♥", "♦", "♣", "Œufs", "Benoît Muñoz", "Gœury", "×2", "3\u202f000"):
        assert sign in text


def test_the_head_of_a_team_never_runs_into_the_grid() -> None:
    blank = [name for name in PAPERS if name.startswith("blank") and "page" not in name]
    for content in (made(name) for name in blank if "declarations" not in name):
        with opened(content) as file:
            for page in file.pages:
                for half in halves(page):
                    words = half.extract_words()
                    heads = [word["bottom"] for word in words if set(word["text"]) == {"W"}]
                    grid = next(word["top"] for word in words if word["text"] == "Trump")
                    assert all(bottom < grid for bottom in heads)


def sheets_with_options() -> list[ScoreSheet]:
    """Return sheets that leave a few things to the table, or many, as full as they can be."""
    many = ((f"{LONG}.", f"{LONG} {LONG}."), *TO_CHOOSE) * 2
    wide = a_paper_team(1, WIDE, (WIDE, WIDE))
    return [
        make(table, lines, to_choose=choices, team_a=wide)
        for make in (a_sheet, a_coded_sheet)
        for table, (lines, choices) in enumerate([(12, TO_CHOOSE), (16, many), (20, many)], 1)
    ]


def test_what_is_left_to_the_table_stands_between_its_teams_and_the_grid() -> None:
    with opened(made("blank with options")) as file:
        seen = [half.extract_words() for page in file.pages for half in halves(page)]
    # Those of twenty lines go on over a second sheet.
    assert len(seen) == 2 * (1 + 1 + 2)
    for words in seen:
        boxes = [word for word in words if word["text"] == "☐"]
        assert len(boxes) in {2 * 3, 2 * 8}
        teams = max(word["bottom"] for word in words if set(word["text"]) == {"W"})
        grid = min(word["top"] for word in words if word["text"] == "Trump")
        said = (
            max(word["bottom"] for word in words if word["text"].startswith("Vercors"))
            if len(boxes) > 6
            else boxes[-1]["bottom"]
        )
        assert teams < boxes[0]["bottom"]
        assert said < grid


def halves(page: pdfplumber.page.Page) -> list[pdfplumber.page.Page]:
    middle = float(page.width) / 2
    both = [
        page.crop((0, 0, middle, page.height)),
        page.crop((middle, 0, page.width, page.height)),
    ]
    return [half for half in both if half.chars]


@pytest.mark.parametrize("rules", [RULES, FULL, WITH_DECLARATIONS], ids=["usual", "full", "filled"])
def test_the_heading_of_a_column_stays_in_it(rules: Rules) -> None:
    with translation.override("fr"):
        content = print_sheets([a_sheet(1, rules=rules)])
    with opened(content) as file:
        page = file.pages[0]
        words = page.crop((0, 0, float(page.width) / 2, page.height)).extract_words()
        trump = next(word for word in words if word["text"] == "Couleur")
        heading = [word for word in words if abs(word["top"] - trump["top"]) < 3 * MM]
        edges = {
            edge["x0"]
            for edge in page.vertical_edges
            if edge["top"] <= trump["bottom"] and edge["bottom"] >= trump["top"]
        }
    assert len(heading) >= len(rules.columns)
    assert len(edges) > len(rules.columns)
    for word in heading:
        assert not [at for at in edges if word["x0"] + 0.2 < at < word["x1"] - 0.2], word["text"]


def test_a_sheet_never_writes_over_the_cut() -> None:
    with opened(print_sheets(awkward_sheets())) as file:
        for page in file.pages:
            middle = float(page.width) / 2
            assert all(abs(char["x0"] - middle) > EDGE for char in page.chars)


def test_what_is_drawn_into_the_cells_stays_in_them_and_can_be_read() -> None:
    notes = (SheetLine(number=1, note="Annulled by the referee, " * 3), SheetLine(number=2))
    sheets = [a_filled_sheet(3, 18, rules=WITH_DECLARATIONS), a_filled_sheet(4)]
    noted = a_filled_sheet(5, lines=2)
    sheets += [replace(noted, lines=notes), replace(noted, table=6)]
    with opened(print_sheets(sheets)) as shared, opened(print_sheets_plainly(sheets)) as plain:
        for one, other in zip(shared.pages, plain.pages, strict=True):
            drawn, written = (
                Counter(char["text"] for char in page.chars if char["text"].strip())
                for page in (one, other)
            )
            assert drawn == written
    assert "5\u202f000" in text_of(print_sheets([a_filled_sheet(lines=20)]))


def test_the_shared_grid_prints_the_same_as_a_table_on_each_sheet() -> None:
    sheets = [a_sheet(1), a_sheet(2), a_sheet(3)]
    with (
        opened(print_sheets(sheets)) as shared,
        opened(print_sheets_plainly(sheets)) as plain,
    ):
        assert len(shared.pages) == len(plain.pages)
        for one, other in zip(shared.pages, plain.pages, strict=True):
            pictures = [page.to_image(resolution=72).original.convert("L") for page in (one, other)]
            assert ImageChops.difference(*pictures).getbbox() is None


def test_the_grid_of_blank_sheets_is_in_the_file_once() -> None:
    few, many = (len(print_sheets([a_sheet(n) for n in range(1, count)])) for count in (3, 33))
    assert many - few < 30 * 3000


def test_standings_of_120_teams_repeat_their_head_and_split_no_row() -> None:
    paper = standings_of(120)
    with opened(print_standings(paper)) as file:
        pages = [page.extract_text() for page in file.pages]
    assert all("Rank No. Team Players Marks Wins Difference" in page for page in pages)
    assert [page.count("(continued)") for page in pages] == [0] + [1] * (len(pages) - 1)
    for number, page in enumerate(pages, start=1):
        assert f"{number} / {len(pages)}" in page
    ranks = [int(line.split()[0]) for page in pages for line in page.splitlines() if "Œufs" in line]
    assert ranks == list(range(1, 121))


def test_a_row_that_wraps_is_not_split_between_two_pages() -> None:
    rows = tuple(
        samples.StandingsLine(
            rank=n, team=a_paper_team(n, f"{n:03}{WIDE[:54]}{n:03}"), marks=n, wins=0, difference=-n
        )
        for n in range(1, 61)
    )
    with opened(print_standings(standings_of(0, rows=rows))) as file:
        for page in file.pages:
            text = squeezed(page.extract_text()).replace("Wins", "")
            assert text.count("W") % 54 == 0


def test_standings_say_whether_they_are_final() -> None:
    assert "provisional" in text_of(print_standings(standings_of(8)))
    assert "final" in text_of(print_standings(standings_of(8, final=True)))


def test_standings_are_tagged_for_screen_readers() -> None:
    reader = pypdf.PdfReader(io.BytesIO(print_standings(standings_of(8))))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]


def test_the_stylesheet_and_fonts_are_the_only_files_a_paper_reads() -> None:
    assert pdf.static_file(f"{pdf.BASE_URL}static/tournament/print.css").name == "print.css"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "http://example.org/static/tournament/print.css",
        "http://papers.invalid/etc/passwd",
        "http://papers.invalid/static/../../etc/passwd",
        "http://papers.invalid/static/%2e%2e/%2e%2e/settings.py",
        "http://papers.invalid:80/static/tournament/print.css",
        "data:text/css,x",
        "ftp://papers.invalid/static/tournament/print.css",
    ],
)
def test_a_paper_reads_nothing_else(url: str) -> None:
    with pytest.raises((pdf.OutsideStaticFiles, FileNotFoundError)):
        pdf.static_file(url)


def test_a_paper_finds_collected_files_by_their_hashed_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    collected = tmp_path / "tournament" / "print.0123456789ab.css"
    collected.parent.mkdir()
    collected.touch()
    monkeypatch.setattr(pdf, "staticfiles_storage", StaticFilesStorage(location=tmp_path))
    found = pdf.static_file(f"{pdf.BASE_URL}static/tournament/{collected.name}")
    assert found == collected


def test_missing_libraries_are_a_coded_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_pango(tmp_path, monkeypatch)
    with pytest.raises(pdf.PrintingUnavailable) as missing:
        print_standings(standings_of(1))
    assert missing.value.code == "printing_unavailable"
    assert "libpango-1.0-0" in missing.value.packages


def without_pango(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a WeasyPrint first on the path that fails as it does without Pango."""
    monkeypatch.delitem(__import__("sys").modules, "weasyprint", raising=False)
    (folder / "weasyprint.py").write_text(
        "raise OSError(\"cannot load library 'libpango-1.0-0'\")\n"
    )
    monkeypatch.syspath_prepend(folder)


def test_a_large_round_is_one_file_in_the_order_of_the_tables() -> None:
    reader = pypdf.PdfReader(io.BytesIO(print_sheets([a_filled_sheet(n) for n in range(1, 35)])))
    assert len(reader.pages) == 17
    assert reader.metadata.title == "Feuilles"
    for number, page in enumerate(reader.pages, start=1):
        text = page.extract_text()
        assert f"Table {number} " in text
        assert f"Table {number + 17} " in text
