"""The codes of the tables on the blank sheets: to type, and to photograph."""

import io
import re

import pdfplumber
import pypdf
import pytest
import segno
from django.urls import reverse

from scoring import Side
from tests.tournament.builders import a_code, a_match, a_round, a_tournament, a_user
from tests.tournament.prints.samples import a_coded_sheet, a_sheet, print_sheets
from tournament.hosts import hall_addresses
from tournament.models import Match
from tournament.prints import score_sheets
from tournament.prints.qr import qr_of
from tournament.prints.sheets import Layout
from tournament.tables.codes import revoke, shown

DPI = 200
MM = 72 / 25.4
HALL = "http://192.168.1.20:8000"


def symbol(address: str) -> list[list[bool]]:
    """The symbol of an address by the library itself, dark squares true."""
    return [[bool(square) for square in row] for row in segno.make(address, error="m").matrix]


def printed(content: bytes) -> dict[str, list[list[bool]]]:
    """Photograph each link of a paper, and read its squares at their middles."""
    found = {}
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    with pdfplumber.open(io.BytesIO(content)) as file:
        for page, drawn in zip(pages, file.pages, strict=True):
            picture = drawn.to_image(resolution=DPI).original.convert("L")
            for link in map(pypdf.generic.IndirectObject.get_object, page.get("/Annots", [])):
                address = str(link["/A"]["/URI"])
                left, one, right, other = map(float, link["/Rect"])
                down = float(page.mediabox.top) - max(one, other)
                size = len(symbol(address))
                square = (right - left) / size
                assert square >= 0.4 * MM, "too small for a phone"
                assert abs(square * size - abs(one - other)) < 0.1

                def is_dark(x: int, y: int, place=(left, down, square), picture=picture) -> bool:
                    left, down, square = place
                    middle = (left + (x + 0.5) * square, down + (y + 0.5) * square)
                    return picture.getpixel(tuple(int(at * DPI / 72) for at in middle)) < 128

                found[address] = [[is_dark(x, y) for x in range(size)] for y in range(size)]
    return found


@pytest.mark.parametrize(
    ("layout", "lines", "at"),
    [
        (Layout.TWO, 12, HALL),
        (Layout.ONE, 12, HALL),
        (Layout.A5, 30, HALL),
        (Layout.TWO, 12, f"https://{'w' * 40}.example.org"),
    ],
)
def test_each_side_s_symbol_is_on_its_sheet_as_it_should_be(layout, lines, at):
    sheets = [a_coded_sheet(table, lines, at=at) for table in (1, 2, 3)]
    found = printed(print_sheets(sheets, layout=layout))
    assert found == {code.address: symbol(code.address) for sheet in sheets for code in sheet.codes}


def test_the_codes_and_the_address_are_written_out():
    content = print_sheets([a_coded_sheet(7)])
    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages)
    assert "K7PM-007A" in text
    assert "K7PM-007B" in text
    assert f"{HALL}/t/" in text


def test_a_sheet_without_codes_has_no_link_and_no_symbol():
    content = print_sheets([a_sheet(1)])
    assert printed(content) == {}


def test_the_symbol_on_a_page_to_print_is_the_same():
    qr = qr_of(f"{HALL}/t/K7PM2XQD/")
    squares = [[False] * qr.size for _row in range(qr.size)]
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", qr.svg_path):
        for column in range(int(x), int(x) + int(width)):
            squares[int(y)][column] = True
    assert squares == symbol(f"{HALL}/t/K7PM2XQD/")


@pytest.mark.django_db
def test_blank_sheets_have_the_codes_of_their_round():
    match = a_match()
    codes = [a_code(match, side) for side in "AB"]
    [sheet] = score_sheets.blank_sheets(match.round, phones_at=HALL)
    assert [code.shown for code in sheet.codes] == [shown(code.code) for code in codes]
    assert sheet.code_a.address == f"{HALL}/t/{codes[0].code}/"
    assert sheet.phones_at == f"{HALL}/t/"


@pytest.mark.django_db
def test_nothing_is_printed_where_phones_are_not_allowed():
    match = a_match()
    [sheet] = score_sheets.blank_sheets(match.round, phones_at=HALL)
    assert (sheet.codes, sheet.phones_at) == ((), "")


@pytest.mark.django_db
def test_a_revoked_code_is_not_printed():
    match = a_match()
    a_code(match)
    revoke(match, Side.A, by=a_user())
    [sheet] = score_sheets.blank_sheets(match.round, phones_at=HALL)
    assert sheet.code_a is None
    assert sheet.code_b


@pytest.mark.django_db
def test_filled_sheets_have_no_code():
    match = a_match(phones=True)
    assert score_sheets.filled_sheets(match.round)[0].codes == ()


@pytest.mark.django_db
def test_the_first_print_of_a_round_makes_its_codes(client):
    round_ = a_round(a_tournament(phones=True, organiser=a_user()), 3)
    client.force_login(a_user())
    url = reverse("prints:score_sheets", args=[round_.tournament_id, 1])
    addresses = set(printed(client.get(url, headers={"host": "testserver"}).content))
    codes = {code.code for match in Match.objects.all() for code in match.codes.all()}
    assert len(codes) == 6
    assert {address.rsplit("/", 2)[1] for address in addresses} == codes
    assert set(printed(client.get(url).content)) == addresses


@pytest.mark.django_db
@pytest.mark.parametrize("lan", [False, True])
def test_no_paper_leads_a_phone_to_itself(client, settings, lan):
    settings.ALLOWED_HOSTS = settings.HALL_HOSTS = ["localhost"]
    settings.LAN = lan
    client.cookies["django_language"] = "en"
    match = a_match(phones=True, organiser=a_user())
    client.force_login(a_user())
    url = reverse("prints:score_sheets", args=[match.round.tournament_id, 1])

    def page(address: str, **asked: str) -> str:
        answer = client.get(address, asked, headers={"host": "localhost:8000"})
        assert answer.status_code == 200
        return answer.content.decode()

    sheet, reached = page(url, **{"as": "html"}), lan and hall_addresses()
    assert ("<svg" in sheet) is ("/t/" in sheet) is bool(reached)
    assert "localhost" not in sheet
    if reached:
        assert f"http://{reached[0]}:8000/t/" in sheet
    poster = reverse("prints:paper", args=[match.round.tournament_id, "address"])
    poster = page(poster, **{"as": "html"})
    assert ("<svg" in poster) is ("/public/" in poster) is bool(reached)
    papers = page(reverse("prints:index", args=[match.round.tournament_id]))
    assert ("No phone can reach this server" in papers) is not bool(reached)
