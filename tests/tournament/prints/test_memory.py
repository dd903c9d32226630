"""What the libraries that lay papers out keep of each of them."""

import ctypes

import pytest

from tournament.prints.pdf import lay_out

PAPER = (
    '<link rel="stylesheet" href="/static/tournament/print.css">'
    "<h1>Manche {0}</h1><p>Ginette &amp; <b>Marcel</b> : {0} points</p>"
)
MEGABYTE = 2**20


class Heap(ctypes.Structure):
    """What the C library says of its memory (mallinfo2)."""

    _fields_ = [(f"field_{number}", ctypes.c_size_t) for number in range(10)]


def used():
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        pytest.skip("the C library does not tell")
    library.mallinfo2.restype = Heap
    # The eighth is what is in use.
    return library.mallinfo2().field_7


def test_an_evenings_papers_leave_nothing_in_their_process():
    for number in range(4):
        lay_out(PAPER.format(number))
    before = used()
    for number in range(12):
        lay_out(PAPER.format(number))
    assert used() - before < MEGABYTE
