"""Short words drawn straight into a file: what a table has in each of its cells.

Laying out a table of 150 cells takes a tenth of a second; drawing its words into places
that are known takes a thousandth. Fonts are those of the stylesheet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path

from django.contrib.staticfiles import finders

FONTS = {
    False: "vendor/dejavu/DejaVuSansCondensed.ttf",
    True: "vendor/dejavu/DejaVuSansCondensed-Bold.ttf",
}
"""The files of the plain letters and of the bold ones."""
ALPHABET = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + "♠♥♦♣×·–—…’«»œŒ€−\u202f"
"""What words of a sheet may be written with; another sign is left out."""
SMALLEST = 4.5
"""Points; smaller letters are not read."""
LEADING = 1.12


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a page, in points from its bottom left corner."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.right - self.left


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What is drawn into a box: where in it, how large and how bold; on white if need be."""

    box: Box
    text: str
    size: float = 9
    is_bold: bool = False
    align: str = "center"
    padding: float = 1.4
    is_covering: bool = False


@dataclass(frozen=True, slots=True)
class Lettering:
    """One font as it is measured and embedded: its file, the place and width of each letter."""

    name: str
    file: bytes
    glyphs: dict[str, int]
    widths: dict[int, float]
    box: tuple[float, float, float, float]
    ascent: float
    descent: float
    cap_height: float

    def width(self, text: str, size: float) -> float:
        """Return how wide a text is, in points."""
        known = (self.glyphs[sign] for sign in text if sign in self.glyphs)
        return sum(self.widths[glyph] for glyph in known) * size / 1000

    def written(self, text: str) -> str:
        """Return a text as an operator of PDF takes it."""
        return "".join(f"{self.glyphs[sign]:04x}" for sign in text if sign in self.glyphs)


@lru_cache(maxsize=2)
def lettering(*, is_bold: bool) -> Lettering:
    """Read a font of the stylesheet, with the letters of the alphabet only."""
    tools, subset = import_module("fontTools.ttLib"), import_module("fontTools.subset")
    path = Path(finders.find(FONTS[is_bold]))
    font = tools.TTFont(path, recalcTimestamp=False)
    options = subset.Options(
        layout_features=[], hinting=False, notdef_outline=True, drop_tables=["FFTM"]
    )
    cutter = subset.Subsetter(options)
    cutter.populate(text=ALPHABET)
    cutter.subset(font)
    per_em, head, metrics = font["head"].unitsPerEm, font["head"], font["OS/2"]
    file = BytesIO()
    font.save(file)
    return Lettering(
        name="DejaVu-Sans-Condensed-Bold" if is_bold else "DejaVu-Sans-Condensed",
        file=file.getvalue(),
        glyphs={chr(code): font.getGlyphID(name) for code, name in font.getBestCmap().items()},
        widths={
            font.getGlyphID(name): advance * 1000 / per_em
            for name, (advance, _left) in font["hmtx"].metrics.items()
        },
        box=tuple(each * 1000 / per_em for each in (head.xMin, head.yMin, head.xMax, head.yMax)),
        ascent=font["hhea"].ascent * 1000 / per_em,
        descent=font["hhea"].descent * 1000 / per_em,
        cap_height=getattr(metrics, "sCapHeight", 0) * 1000 / per_em or 729,
    )


def operators(words: Iterable[Word]) -> str:
    """Return the operators that draw words; the fonts are named /L0 and /L1."""
    return "".join(map(_drawn, words))


def _drawn(word: Word) -> str:
    font = lettering(is_bold=word.is_bold)
    room = word.box.width - 2 * word.padding
    size, lines = fitted(word.text, font, word.size, room, word.box.top - word.box.bottom)
    step = size * LEADING
    capital = font.cap_height * size / 1000
    # The middle of the lines, from the top of the first to the foot of the last.
    middle = (word.box.top + word.box.bottom) / 2
    baseline = middle + (step * (len(lines) - 1) - capital) / 2
    cover = ""
    if word.is_covering:
        box = word.box
        cover = (
            f"1 g {box.left + 0.4:.2f} {box.bottom + 0.4:.2f} {box.width - 0.8:.2f}"
            f" {box.top - box.bottom - 0.8:.2f} re f\n"
        )
    drawn = []
    for number, line in enumerate(lines):
        width = font.width(line, size)
        left = {
            "left": word.box.left + word.padding,
            "right": word.box.right - word.padding - width,
        }.get(word.align, (word.box.left + word.box.right - width) / 2)
        drawn.append(
            f"1 0 0 1 {left:.2f} {baseline - number * step:.2f} Tm <{font.written(line)}> Tj\n"
        )
    name = "L1" if word.is_bold else "L0"
    return f"{cover}0 g BT /{name} {size:.2f} Tf\n{''.join(drawn)}ET\n"


def fitted(
    text: str, font: Lettering, size: float, width: float, height: float
) -> tuple[float, list[str]]:
    """Return the size and the lines a text is written in so as to stay in a box; never cut."""
    while True:
        lines = _wrapped(text, font, size, width)
        fits = all(font.width(line, size) <= width for line in lines)
        if (fits and len(lines) * size * LEADING <= height) or size <= SMALLEST:
            return size, lines
        size -= 0.5


def _wrapped(text: str, font: Lettering, size: float, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


def to_unicode(font: Lettering) -> bytes:
    """Return the table by which a reader copies and searches what is drawn."""
    pairs = [f"<{glyph:04x}> <{ord(sign):04x}>" for sign, glyph in sorted(font.glyphs.items())]
    starts = range(0, len(pairs), 100)
    blocks = [
        f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar"
        for part in (pairs[start : start + 100] for start in starts)
    ]
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n"
        + "\n".join(blocks)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode("ascii")
