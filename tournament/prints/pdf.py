"""HTML to PDF: the only module that knows WeasyPrint and, with ``joining``, pikepdf.

Both are imported when a paper is asked for: WeasyPrint needs libraries that are
not Python's (Pango), and a site that cannot print must still take deals.
"""

from __future__ import annotations

import atexit
import gc
import io
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from importlib import import_module
from mimetypes import guess_type
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.exceptions import SuspiciousFileOperation
from django.template.loader import render_to_string

from tournament.prints.joining import written
from tournament.prints.lettering import Box, Lettering, Word, lettering, operators, to_unicode
from tournament.prints.paging import MM
from tournament.prints.workers import Job, in_a_child, work

SYSTEM_PACKAGES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
"""What apt installs for WeasyPrint (Debian's names)."""

# Papers name their stylesheet and fonts as pages do, by path; nothing is ever asked of this host.
BASE_URL = "http://papers.invalid/"

# One paper at a time: it bounds the memory, and the collector's threshold is the whole process's.
_one_paper = Lock()


class PrintingUnavailable(Exception):
    """The machine lacks libraries that PDF needs; ``packages`` names them."""

    code = "printing_unavailable"
    packages = SYSTEM_PACKAGES


class OutsideStaticFiles(ValueError):
    """A paper named something that is not one of the site's static files."""


class Place(NamedTuple):
    """Where a form goes on a page: its top left corner, from the page's, in mm, and its scale.

    ``form`` says which, and ``words`` are drawn over it, in its own points.
    """

    left: float = 0
    top: float = 0
    scale: float = 1
    form: int = 0
    words: Sequence[Word] = ()


def render_pdf(template: str, context: dict[str, Any], *, tagged: bool = False) -> bytes:
    """Render a template as PDF; ``tagged`` gives its structure to screen readers.

    Raises ``PrintingUnavailable`` where the system's libraries are missing.
    """
    return render_all(template, [context], tagged=tagged)[0]


def render_all(
    template: str, contexts: Iterable[dict[str, Any]], *, tagged: bool = False
) -> list[bytes]:
    """Render a template several times, side by side where there are processes for it.

    Raises ``PrintingUnavailable`` where the system's libraries are missing.
    """
    pages = (render_to_string(template, context) for context in contexts)
    return work(Job(lay_out, (page,), {"tagged": tagged}) for page in pages)


def lay_out(html: str, *, tagged: bool = False) -> bytes:
    """Lay a page out in this very process.

    Raises ``PrintingUnavailable`` where the system's libraries are missing.
    """
    weasyprint = _weasyprint()
    with _one_paper, _rare_collections():
        document = weasyprint.HTML(string=html, base_url=BASE_URL, url_fetcher=_fetcher())
        return document.write_pdf(pdf_tags=tagged, font_config=_fonts())


@in_a_child
def lay_under(pages: bytes, forms: Sequence[bytes], places: Sequence[Sequence[Place]]) -> bytes:
    """Put one-page ``forms`` under each of ``pages``, where ``places`` says, with their words.

    A form is kept once in the file whatever the number of its places: the grid
    of a round's sheets is laid out once.
    """
    pikepdf = import_module("pikepdf")
    with pikepdf.open(io.BytesIO(pages)) as pdf, ExitStack() as opened:
        others = [opened.enter_context(pikepdf.open(io.BytesIO(form))) for form in forms]
        heights = [float(other.pages[0].mediabox[3]) for other in others]
        shared = [
            pdf.make_indirect(pdf.copy_foreign(other.pages[0].as_form_xobject()))
            for other in others
        ]
        has_words = any(place.words for on_page in places for place in on_page)
        fonts = _embedded_fonts(pdf) if has_words else {}
        for page, on_page in zip(pdf.pages, places, strict=True):
            top = float(page.mediabox[3])
            for name, font in fonts.items():
                page.add_resource(font, pikepdf.Name.Font, pikepdf.Name(name))
            drawn = []
            for place in on_page:
                name = page.add_resource(shared[place.form], pikepdf.Name.XObject)
                down = top - place.top * MM - heights[place.form] * place.scale
                drawn.append(
                    f"q {place.scale:.5f} 0 0 {place.scale:.5f} {place.left * MM:.3f}"
                    f" {down:.3f} cm {name} Do\n{operators(place.words)}Q\n"
                )
            page.contents_add("".join(drawn).encode("ascii"), prepend=True)
        return written(pdf)


@in_a_child
def boxes_of(page: bytes) -> dict[str, Box]:
    """Return where the links of a page are, by their addresses: places left for words."""
    pikepdf = import_module("pikepdf")
    with pikepdf.open(io.BytesIO(page)) as pdf:
        return {
            _address(link): Box(*_corners(link))
            for link in pdf.pages[0].get("/Annots", [])
            if _address(link)
        }


@in_a_child
def draw_at_links(pages: bytes, drawings: Mapping[str, tuple[int, str]]) -> bytes:
    """Draw over each link to one of these addresses, wherever it is on a page.

    A drawing is the side of its square and its operators, in that unit: a place left
    empty for it is laid out in no time, its hundreds of small squares are not.
    """
    pikepdf = import_module("pikepdf")
    with pikepdf.open(io.BytesIO(pages)) as pdf:
        for page in pdf.pages:
            drawn = []
            for link in page.get("/Annots", []):
                size, squares = drawings.get(_address(link), (0, ""))
                if size:
                    left, bottom, right, top = _corners(link)
                    across, up = (right - left) / size, (top - bottom) / size
                    drawn.append(
                        f"q {across:.5f} 0 0 {up:.5f} {left:.3f} {bottom:.3f} cm\n{squares}Q\n"
                    )
            page.contents_add("".join(drawn).encode("ascii"), prepend=True)
        return written(pdf)


def _address(link: Any) -> str:  # noqa: ANN401 - the library is optional
    """Return where a link of a page leads, nothing for one within the file."""
    return str(link.get("/A", {}).get("/URI", ""))


def _corners(link: Any) -> tuple[float, float, float, float]:  # noqa: ANN401 - the library is optional
    """Return the left, the bottom, the right and the top of a link."""
    # Any two opposite corners, says the format.
    one, first, other, second = map(float, link["/Rect"])
    return min(one, other), min(first, second), max(one, other), max(first, second)


def _embedded_fonts(pdf: Any) -> dict[str, Any]:  # noqa: ANN401 - the library is optional
    fonts = {"/L0": lettering(is_bold=False), "/L1": lettering(is_bold=True)}
    return {name: _embedded(pdf, font) for name, font in fonts.items()}


def _embedded(pdf: Any, font: Lettering) -> Any:  # noqa: ANN401 - the library is optional
    """Put a font into a file, return what a page names."""
    pikepdf = import_module("pikepdf")
    name = pikepdf.Name(f"/LETTER+{font.name}")
    descriptor = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.FontDescriptor,
            FontName=name,
            Flags=4,
            FontBBox=[round(each) for each in font.box],
            ItalicAngle=0,
            Ascent=round(font.ascent),
            Descent=round(font.descent),
            CapHeight=round(font.cap_height),
            StemV=80,
            FontFile2=pikepdf.Stream(pdf, font.file, Length1=len(font.file)),
        )
    )
    widths = [[glyph, [round(width, 1)]] for glyph, width in sorted(font.widths.items())]
    descendant = pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.CIDFontType2,
            BaseFont=name,
            CIDSystemInfo=pikepdf.Dictionary(Registry="Adobe", Ordering="Identity", Supplement=0),
            FontDescriptor=descriptor,
            CIDToGIDMap=pikepdf.Name.Identity,
            W=pikepdf.Array([each for pair in widths for each in pair]),
        )
    )
    return pdf.make_indirect(
        pikepdf.Dictionary(
            Type=pikepdf.Name.Font,
            Subtype=pikepdf.Name.Type0,
            BaseFont=name,
            Encoding=pikepdf.Name("/Identity-H"),
            DescendantFonts=[descendant],
            ToUnicode=pikepdf.Stream(pdf, to_unicode(font)),
        )
    )


def static_file(url: str) -> Path:
    """Return the file behind the URL of one of the site's own static files.

    Raises ``OutsideStaticFiles`` for any other URL: another host, another scheme,
    a path that climbs out.
    """
    address = urlsplit(url)
    prefix = urlsplit(settings.STATIC_URL).path
    path = unquote(address.path)
    if f"{address.scheme}://{address.netloc}/" != BASE_URL or not path.startswith(prefix):
        raise OutsideStaticFiles(url)
    name = path.removeprefix(prefix)
    try:
        # Collected files carry a hash in their names, which the finders do not know.
        found = finders.find(name) or staticfiles_storage.path(name)
    except SuspiciousFileOperation as error:
        raise OutsideStaticFiles(url) from error
    return Path(found)


def _weasyprint() -> Any:  # noqa: ANN401 - the library is optional
    try:
        weasyprint = import_module("weasyprint")
    except (ImportError, OSError) as error:
        raise PrintingUnavailable from error
    # It has the whole process show pictures that are cut short, which the hall refuses.
    import_module("PIL.ImageFile").LOAD_TRUNCATED_IMAGES = False
    # It warns of each property that is there for browsers; a file not found is an error.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    return weasyprint


@lru_cache(maxsize=1)
def _fonts() -> Any:  # noqa: ANN401 - the library is optional
    """Return the fonts of all papers, read once, their files in a folder of their own meanwhile.

    Where each paper reads them anew, Fontconfig and Pango keep a quarter of a megabyte of it.
    """
    atexit.register(_forget_fonts)
    return import_module("weasyprint.text.fonts").FontConfiguration()


def _forget_fonts() -> None:
    """Let the fonts go, and their folder with them, while the interpreter still can."""
    _fonts.cache_clear()
    gc.collect()


def _fetcher() -> Any:  # noqa: ANN401 - the library is optional
    urls = import_module("weasyprint.urls")

    class StaticFilesOnly(urls.URLFetcher):
        """Read the site's static files and nothing else: no network, no other file."""

        def fetch(self, url: str, headers: object = None) -> Any:  # noqa: ANN401
            path = static_file(url)
            kind = guess_type(path.name)[0] or "application/octet-stream"
            return urls.URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    return StaticFilesOnly()


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Collect garbage rarely: laying out makes millions of objects that all live to the end."""
    before = gc.get_threshold()
    gc.set_threshold(200_000, 50, 50)
    try:
        yield
    finally:
        gc.set_threshold(*before)
