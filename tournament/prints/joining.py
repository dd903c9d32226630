"""Files put one after the other, with what they say to screen readers.

With ``pdf``, the only modules that know pikepdf.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any

from tournament.prints.workers import in_a_child

TREE = "/StructTreeRoot"
"""What a file says to screen readers: each of its texts in its place in a tree."""
OF_PAGE, OF_LINK = "/StructParents", "/StructParent"
"""By what number the tree knows a page's texts, and a link."""


class OtherPages(ValueError):
    """A file has not the pages that it was thought to have."""


@in_a_child
def joined(files: Sequence[bytes], *, title: str = "", pages: Sequence[int] | None = None) -> bytes:
    """Put files one after the other, under a title; without one the first one's is the whole's.

    The language is the first one's. Their trees for screen readers become one, in which
    each page of a file that has none is a paragraph; where no file has one, neither has
    the whole. Raises ``OtherPages`` unless each has as many as ``pages`` say.
    """
    pikepdf = import_module("pikepdf")
    first, *others = files
    if not others:
        return first
    with ExitStack() as opened:
        # Pages are copied when the whole is written: all stay open until then.
        whole, *rest = [
            opened.enter_context(pikepdf.open(io.BytesIO(file))) for file in (first, *others)
        ]
        if pages and [len(part.pages) for part in (whole, *rest)] != list(pages):
            raise OtherPages
        tree = _Tree(whole) if any(TREE in part.Root for part in (whole, *rest)) else None
        if tree:
            tree.take(whole.Root.get(TREE), list(whole.pages))
        for part in rest:
            start = len(whole.pages)
            whole.pages.extend(part.pages)
            if tree:
                found = part.Root.get(TREE)
                copy = None if found is None else whole.copy_foreign(found)
                tree.take(copy, list(whole.pages)[start:])
        if tree:
            tree.plant()
        if title:
            whole.docinfo["/Title"] = title
        return written(whole)


def written(pdf: Any) -> bytes:  # noqa: ANN401 - the library is optional
    """Return a file as it is kept."""
    content = io.BytesIO()
    # Thousands of small objects are packed together: a third of the size.
    pdf.save(content, object_stream_mode=import_module("pikepdf").ObjectStreamMode.generate)
    return content.getvalue()


class _Tree:
    """What a file that is being made says to screen readers, part after part."""

    def __init__(self, pdf: Any) -> None:  # noqa: ANN401 - the library is optional
        self._library = import_module("pikepdf")
        self._pdf = pdf
        self._texts: list[Any] = []
        self._numbered: list[Any] = []
        self._next = 0
        self._document = self._element(S="/Document")

    def take(self, tree: Any, pages: Sequence[Any]) -> None:  # noqa: ANN401 - the library is optional
        """Take a part in, with its tree if it has one; both are the file's own by now."""
        if tree is None:
            for page in pages:
                self._take_as_paragraph(page)
            return
        numbers = list(tree.ParentTree.Nums)
        start, highest = self._next, -1
        for number, found in zip(numbers[::2], numbers[1::2], strict=True):
            self._numbered += [start + int(number), found]
            highest = max(highest, int(number))
        self._next = start + highest + 1
        for page in pages:
            for thing, name in [
                (page.obj, OF_PAGE),
                *((link, OF_LINK) for link in page.get("/Annots", [])),
            ]:
                if name in thing:
                    thing[name] = start + int(thing[name])
        for document in tree.K:
            for element in document.K:
                element.P = self._document
                self._texts.append(element)

    def plant(self) -> None:
        """Give the file its tree, and say that it has one."""
        library, pdf = self._library, self._pdf
        self._document.K = library.Array(self._texts)
        numbers = library.Dictionary(Nums=library.Array(self._numbered))
        tree = library.Dictionary(
            Type=library.Name("/StructTreeRoot"),
            K=library.Array([self._document]),
            ParentTree=pdf.make_indirect(numbers),
            ParentTreeNextKey=self._next,
        )
        pdf.Root[TREE] = pdf.make_indirect(tree)
        self._document.P = pdf.Root[TREE]
        pdf.Root["/MarkInfo"] = library.Dictionary(Marked=True)
        pdf.Root["/ViewerPreferences"] = library.Dictionary(DisplayDocTitle=True)

    def _take_as_paragraph(self, page: Any) -> None:  # noqa: ANN401 - the library is optional
        """Have all that a page says be one text: better than a page that is not there."""
        text = self._element(S="/P", P=self._document, Pg=page.obj, K=0)
        page.contents_add(b"/P <</MCID 0>> BDC\n", prepend=True)
        page.contents_add(b"\nEMC\n")
        page.obj[OF_PAGE] = self._next
        self._numbered += [self._next, self._library.Array([text])]
        self._next += 1
        self._texts.append(text)

    def _element(self, *, S: str, **more: Any) -> Any:  # noqa: ANN401, N803 - the format's word
        library = self._library
        element = library.Dictionary(Type=library.Name("/StructElem"), S=library.Name(S), **more)
        return self._pdf.make_indirect(element)
