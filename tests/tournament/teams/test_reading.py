"""Lists as clubs really send them: encodings, delimiters, quotation marks, and what is no list."""

import csv
import io
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.teams.reading import MOST_TEAMS, BadList, read_list

EVENING = Path(__file__).parent.parent / "data" / "evening" / "teams.csv"
NAMES = "Équipe;Joueur 1\r\nCœur vaillant;Hélène Lefèvre\r\nŒufs à 20 €;Raphaël Gœury\r\n"
CELLS = [
    ("Équipe", "Joueur 1"),
    ("Cœur vaillant", "Hélène Lefèvre"),
    ("Œufs à 20 €", "Raphaël Gœury"),
]


def cells(raw: bytes | str) -> list[tuple[str, ...]]:
    return [row.cells for row in read_list(raw.encode() if isinstance(raw, str) else raw)]


def refusal(raw: bytes) -> str:
    with pytest.raises(BadList) as refused:
        read_list(raw)
    (problem,) = refused.value.problems
    return problem.code


def workbook(rows: list[tuple[object, ...]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
def test_the_encoding_is_found_by_rule(encoding: str) -> None:
    assert cells(NAMES.encode(encoding)) == CELLS


def test_both_byte_orders_of_utf_16_are_read() -> None:
    assert cells(b"\xfe\xff" + NAMES.encode("utf-16-be")) == CELLS
    assert cells(b"\xff\xfe" + NAMES.encode("utf-16-le")) == CELLS


def test_the_evening_is_windows_1252_with_semicolons() -> None:
    rows = read_list(EVENING.read_bytes())
    assert rows[0].cells == ("Numéro", "Équipe", "Joueur 1", "Joueur 2", "Payé")
    assert rows[1].cells == ("1", "Les As du tapis", "Benoît Muñoz", "Raphaël Gœury", "20 €")
    assert rows[-1].cells[1] == "Les Œufs de la générale"
    assert [row.line for row in rows] == list(range(1, 18))


@pytest.mark.parametrize("delimiter", [";", "\t", ","])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_the_delimiter_is_the_one_that_gives_every_row_one_width(delimiter: str, end: str) -> None:
    lines = [("1", "As", "Jean", "Paul"), ("2", "Dix", "Zoé", "Inès"), ("3", "Der", "Léa", "Ali")]
    assert cells(end.join(map(delimiter.join, lines))) == lines


def test_a_comma_in_a_name_stays_when_the_delimiter_is_a_semicolon() -> None:
    assert cells("1;Capot, garçon !;D'Almeida, José\n2;Dix;Paul, dit Popaul\n") == [
        ("1", "Capot, garçon !", "D'Almeida, José"),
        ("2", "Dix", "Paul, dit Popaul"),
    ]


def test_a_semicolon_in_quotation_marks_stays_in_its_cell() -> None:
    assert cells('1;"As; et Dix";Jean\n2;"Les ""As""";Zoé\n') == [
        ("1", "As; et Dix", "Jean"),
        ("2", 'Les "As"', "Zoé"),
    ]


def test_a_cell_on_two_lines_counts_them_both() -> None:
    rows = read_list(b'1;"Les\nAs";Jean\n2;Dix;Paul\n')
    assert [(row.line, row.cells[1]) for row in rows] == [(1, "Les As"), (3, "Dix")]


def test_a_quotation_mark_that_opens_nothing_swallows_no_line() -> None:
    assert cells('1;"As du tapis;Jean\n2;"Dédé" Martin;Paul\n3;"A; B";Zoé\n') == [
        ("1", '"As du tapis', "Jean"),
        ("2", '"Dédé" Martin', "Paul"),
        ("3", "A; B", "Zoé"),
    ]


def test_one_column_is_never_split_on_a_letter() -> None:
    assert cells("Équipe\nLes pipelettes\nPique-nique\nPapa et pépé\n") == [
        ("Équipe",),
        ("Les pipelettes",),
        ("Pique-nique",),
        ("Papa et pépé",),
    ]
    assert cells('Équipe\nCapot, garçon !\n"Dix de der"\nAs\n') == [
        ("Équipe",),
        ("Capot, garçon !",),
        ("Dix de der",),
        ("As",),
    ]


def test_blank_lines_are_skipped_and_counted() -> None:
    assert [row.line for row in read_list(b"\n;;\n1;As\n\n2;Dix\n;\n")] == [3, 5]


def test_short_rows_are_filled_and_empty_last_columns_dropped() -> None:
    assert cells("N;Nom;X;;\n1;As;a;;\n2;Dix\n") == [
        ("N", "Nom", "X"),
        ("1", "As", "a"),
        ("2", "Dix", ""),
    ]


def test_names_are_composed_and_their_spaces_folded() -> None:
    assert cells("1; He\u0301le\u0300ne \u00a0 Lefe\u0300vre ;x\n") == [
        ("1", "Hélène Lefèvre", "x")
    ]


def test_dangerous_looking_names_are_only_text() -> None:
    assert cells("1;<b>As</b>;=1+1;👍🏽 \"x\" & 'y'\n2;a;b;c\n")[0] == (
        "1",
        "<b>As</b>",
        "=1+1",
        "👍🏽 \"x\" & 'y'",
    )


def test_excel_may_name_its_delimiter_on_the_first_line() -> None:
    rows = read_list("sep=,\n1,As\n2,Dix\n".encode("utf-8-sig"))
    assert [(row.line, row.cells) for row in rows] == [(2, ("1", "As")), (3, ("2", "Dix"))]


@pytest.mark.parametrize("raw", [b"", b"\n \r\n", b";;;\n;;;", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_an_empty_list_is_refused(raw: bytes) -> None:
    assert refusal(raw) == "empty_list"


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"1;As\x00;Jean",
        b"%PDF-1.7\n\x01\x02\x03",
        b"\xff\xfe1",
        "1;As".encode("utf-16-le"),
    ],
)
def test_a_photo_renamed_csv_is_refused(raw: bytes) -> None:
    assert refusal(raw) == "not_a_list"


def test_a_thousand_teams_are_read_and_fifty_thousand_refused() -> None:
    titles = "N;Nom\n"
    lines = [f"{number};Équipe {number}\n" for number in range(1, 50_001)]
    assert len(read_list((titles + "".join(lines[:MOST_TEAMS])).encode())) == MOST_TEAMS + 1
    assert refusal((titles + "".join(lines)).encode()) == "too_many_lines"
    assert refusal(b"x" * 3_000_000) == "list_too_large"
    assert refusal(b";".join([b"x"] * 100)) == "too_many_columns"


def test_a_workbook_reads_as_its_csv() -> None:
    rows = [("Numéro", "Équipe", "Payé"), (1, "Œufs à la coque", 20.0), (2.0, " Dix  de der", 12.5)]
    assert cells(workbook(rows)) == [
        ("Numéro", "Équipe", "Payé"),
        ("1", "Œufs à la coque", "20"),
        ("2", "Dix de der", "12.5"),
    ]


def test_a_workbook_keeps_its_line_numbers() -> None:
    rows = read_list(workbook([("Nom",), (), ("As",), (None,), ("Dix",)]))
    assert [row.line for row in rows] == [1, 3, 5]


def test_a_formula_is_refused_with_its_cell() -> None:
    with pytest.raises(BadList) as refused:
        read_list(workbook([("N", "Nom"), ("=A1+1", "As")]))
    (problem,) = refused.value.problems
    assert (problem.code, problem.line, problem.params) == ("formula", 2, {"cell": "A2"})


def test_a_zip_that_is_no_workbook_is_refused() -> None:
    assert refusal(zipped({"photo.jpg": b"x"})) == "not_a_workbook"
    assert refusal(zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})) == (
        "not_a_workbook"
    )
    assert refusal(b"PK\x03\x04 and nothing more") == "damaged_workbook"
    assert refusal(b"PK") == "damaged_workbook"
    assert refusal(zipped({"xl/workbook.xml": b"<no", "[Content_Types].xml": b""})) == (
        "damaged_workbook"
    )
    assert refusal(workbook([("Nom",), ("As",)])[:-200]) == "damaged_workbook"
    assert refusal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 100) == "old_workbook"


def test_a_zip_bomb_is_refused_before_it_is_opened() -> None:
    bomb = zipped({"xl/workbook.xml": b"<x/>", "xl/worksheets/sheet1.xml": b" " * 200_000_000})
    assert len(bomb) < 1_000_000
    assert refusal(bomb) == "workbook_too_large"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_a_workbook_that_declares_entities_is_refused(encoding: str) -> None:
    book = zipfile.ZipFile(io.BytesIO(workbook([("Nom",), ("As",)])))
    parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    declared = f'<!DOCTYPE worksheet [<!ENTITY a "aaaa">]>{parts[sheet].decode()}'
    parts[sheet] = declared.encode(encoding)
    assert refusal(zipped(parts)) == "damaged_workbook"


def test_a_workbook_with_a_cell_at_the_far_end_is_refused_quickly() -> None:
    book = openpyxl.Workbook()
    book.active["A1"] = "Nom"
    book.active["A1048576"] = "As"
    book.active["XFD1"] = "x"
    out = io.BytesIO()
    book.save(out)
    assert refusal(out.getvalue()) == "too_many_lines"


@given(st.binary(max_size=300))
def test_no_file_makes_anything_but_rows_or_a_refusal(raw: bytes) -> None:
    for start in (b"", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf"):
        try:
            rows = read_list(start + raw)
        except BadList:
            continue
        assert rows


CELL = st.text(st.characters(codec="cp1252", categories=["L", "N", "P", "S", "Zs"]), max_size=12)


@given(st.lists(st.tuples(st.just("1"), CELL, CELL, CELL), min_size=2, max_size=6))
def test_what_a_spreadsheet_writes_is_read_back(lines: list[tuple[str, ...]]) -> None:
    out = io.StringIO()
    csv.writer(out, delimiter=";", quoting=csv.QUOTE_ALL).writerows(lines)
    read = cells(out.getvalue().encode("utf-8-sig"))
    width = max(len(row) for row in read)
    tidied = [tuple(" ".join(cell.split()) for cell in line)[:width] for line in lines]
    assert read == tidied
