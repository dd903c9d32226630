"""Files made to break what reads them: small as they are sent, huge or endless once read."""

from __future__ import annotations

import io
import json
import struct
import zipfile
import zlib

import openpyxl
from PIL import Image

MEGABYTE = 1024 * 1024
XMLNS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
MARKS = "\u0301\u0327"
"""Two accents out of their order: putting a long row of them in order counts their pairs."""


def workbook(rows: bytes = b"", *, styles: bytes = b"", **parts: bytes) -> bytes:
    """Return a workbook whose one sheet holds these rows as XML; parts by their names."""
    written = io.BytesIO()
    book = openpyxl.Workbook()
    book.active.append(["Équipe", "Joueur 1", "Joueur 2"])
    book.save(written)
    given = dict(parts)
    if rows:
        given["xl/worksheets/sheet1.xml"] = _part(
            "worksheet", b"<sheetData>", rows, b"</sheetData>"
        )
    if styles:
        given["xl/styles.xml"] = _part("styleSheet", b"", styles, b"")
    made = io.BytesIO()
    with (
        zipfile.ZipFile(written) as usual,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for name in usual.namelist():
            archive.writestr(name, given.pop(name, None) or usual.read(name))
        for name, content in given.items():
            archive.writestr(name, content)
    return made.getvalue()


def _part(root: str, *content: bytes) -> bytes:
    return b"".join([f'<{root} xmlns="{XMLNS}">'.encode(), *content, f"</{root}>".encode()])


def cell(text: bytes, kind: str = "inlineStr") -> bytes:
    """Return a row of one cell."""
    inside = b"<is><t>%b</t></is>" if kind == "inlineStr" else b"<v>%b</v>"
    return b'<row><c t="%b">%b</c></row>' % (kind.encode(), inside % text)


def lying_zip(content: bytes, said: int) -> bytes:
    """Return a workbook whose directory announces another size for a part than it has."""
    raw = bytearray(workbook(**{"xl/more.xml": content}))
    true = struct.pack("<I", len(content))
    return bytes(raw.replace(true, struct.pack("<I", said)))


def laughs(part: str = "xl/worksheets/sheet1.xml", encoding: str = "utf-8") -> bytes:
    """Return a workbook whose entities are made of one another, a billion in all."""
    lines = ['<!ENTITY a0 "ha">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE x [{"".join(lines)}]>'
    text += f'<worksheet xmlns="{XMLNS}"><sheetData><row><c><v>&a9;</v></c></row></sheetData>'
    return workbook(**{part: f"{text}</worksheet>".encode(encoding)})


LISTS = {
    "a zip bomb": lambda: workbook(cell(b" " * (60 * MEGABYTE))),
    "a part larger than it says": lambda: lying_zip(b"x" * (30 * MEGABYTE), 100),
    "thousands of parts": lambda: workbook(**{f"xl/{number}": b"" for number in range(3000)}),
    "a million empty rows": lambda: workbook(b"<row/>" * 1_000_000),
    "millions of cells in a row": lambda: workbook(b"<row>" + b"<c/>" * 2_400_000 + b"</row>"),
    "16,000 columns": lambda: workbook((b"<row>" + b"<c><v>1</v></c>" * 16_000 + b"</row>") * 3),
    "columns from afar": lambda: workbook(b'<row r="1"><c r="XFD1048576"><v>1</v></c></row>' * 9),
    "a million styles": lambda: workbook(styles=b"<cellXfs>" + b"<xf/>" * 10**6 + b"</cellXfs>"),
    "a billion laughs": laughs,
    "a billion laughs in UTF-16": lambda: laughs(encoding="utf-16"),
    "a billion laughs elsewhere": lambda: laughs("docProps/core.xml"),
    "an entity from outside": lambda: workbook(
        **{"xl/styles.xml": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'}
    ),
    "half a million tags in each other": lambda: workbook(b"<a>" * 150_000),
    "a cell of nine megabytes": lambda: workbook(cell(b"x" * 9 * MEGABYTE)),
    "a number of 5,000 figures": lambda: workbook(cell(b"9" * 5000, "n")),
    "a day without a calendar": lambda: workbook(cell(b"999999-99-99", "d")),
    "a shared text that is not there": lambda: workbook(cell(b"99999999", "s")),
    "a formula": lambda: workbook(b"<row><c><f>cmd|'/c calc'!A1</f><v>0</v></c></row>"),
    "a damaged workbook": lambda: workbook()[:-300],
    "zeros": "Équipe;Joueur 1\0;Joueur 2".encode,
    "UTF-16 that does not say so": lambda: "Équipe;Zoé;Léa\n".encode("utf-16-le") * 99,
    "half a sign": lambda: b"\xff\xfeA\xd8",
    "columns without end": lambda: b";" * 2 * MEGABYTE + b"x",
    "lines without end": lambda: b"\n" * 2 * MEGABYTE,
    "a quotation that never ends": lambda: b'"' + b"a;b\n" * 2900,
    "a cell of two megabytes": lambda: b"x" * (2 * MEGABYTE),
    "too much": lambda: b"A;B;C\n" * 400_000,
}
"""Each is refused."""
STRANGE_LISTS = {
    "quotation marks alone": lambda: b'"' * 30_000,
    "another file by its name": lambda: b"%PDF-1.7\n" + b"\xe2\xe3\xcf\xd3" * 999,
    "a zip in a zip": lambda: workbook(**{"xl/more.zip": workbook(cell(b" " * MEGABYTE)) * 9}),
    "a million accents": f"Joueur\nZoe{MARKS * 300_000}\n".encode,
    "formulas as text": "Équipe;Joueur 1;Joueur 2\n=cmd|'/c calc'!A1;@SUM(1);+1-1\n".encode,
    "infinity": lambda: workbook(cell(b"1e999", "n")),
    "an accent a cell": lambda: workbook(cell(MARKS.encode() * 500_000)),
}
"""Each is read as the strange list that it is, or refused."""
ARCHIVES = {
    "lists in each other": lambda: b'{"format":' + b"[" * 100_000,
    "objects in each other": lambda: b'{"a":' * 100_000,
    "millions of lists": lambda: b'{"format":1,"tables":[' + b"[]," * 5_000_000 + b"0]}",
    "millions of objects": lambda: b"[" + b"{}," * 5_000_000 + b"0]",
    "a number of 5,000 figures": lambda: b'{"format":' + b"9" * 5000 + b"}",
    "a number beyond all": lambda: b'{"format":1e999,"tables":{}}',
    "UTF-16": lambda: json.dumps({"format": 1}).encode("utf-16"),
    "zeros": lambda: b"\0" * 1000,
    "a workbook by its name": workbook,
}
RULEBOOKS = {
    "lists in each other": lambda: b"a=" + b"[" * 400_000,
    "tables in each other": lambda: b"a=" + b"{a=" * 130_000,
    "a key of thousands of parts": lambda: b"a." * 240_000 + b"a=1",
    "a table of thousands of parts": lambda: b"[" + b"a." * 240_000 + b"a]",
    "a number of 5,000 figures": lambda: b"a=" + b"9" * 5000,
    "a huge number": lambda: b"a=0x" + b"f" * 400_000,
    "a day without a calendar": lambda: b"a=9999-99-99",
    "zeros": lambda: b"a='\0'",
    "UTF-16": lambda: "a=1".encode("utf-16"),
    "too much": lambda: b"#" * 500_001,
    "a workbook by its name": workbook,
}


def picture(kind: str, size: tuple[int, int], **said: object) -> bytes:
    """Return a green picture."""
    written = io.BytesIO()
    Image.new("RGB", size, "green").save(written, kind, **said)
    return written.getvalue()


def _pngs(*chunks: tuple[bytes, bytes]) -> bytes:
    """Return a PNG of these chunks, each with its name."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def _head(width: int, height: int) -> tuple[bytes, bytes]:
    return b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)


def _steps() -> bytes:
    """Return a photograph of a few kilobytes in thousands of steps, each of the whole picture."""
    raw = picture("JPEG", (5000, 4900), progressive=True)
    last = raw[raw.rindex(b"\xff\xda") : -2]
    return raw[:-2] + last * 50_000 + raw[-2:]


PICTURES = {
    "thirty thousand pixels a side": lambda: _pngs(
        _head(30_000, 30_000), (b"IDAT", zlib.compress(b"\0" * 90_000_000, 1)), (b"IEND", b"")
    ),
    "more pixels than there are": lambda: _pngs(_head(2**31 - 1, 2**31 - 1), (b"IEND", b"")),
    "a gigabyte of words": lambda: _pngs(
        _head(9, 9), (b"zTXt", b"a\0\0" + zlib.compress(b" " * 90_000_000, 1)), (b"IEND", b"")
    ),
    "a photograph in thousands of steps": _steps,
    "many pixels as a GIF": lambda: picture("GIF", (3100, 3000)),
    "many pixels as a WebP": lambda: picture("WEBP", (3100, 3000), quality=1, method=0),
    "a drawing that laughs": lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
    "a bitmap": lambda: picture("BMP", (10, 10)),
    "a page": lambda: b"GIF89a<script>evil()</script>",
    "zeros": lambda: b"\0" * 1000,
}
