"""How a file is answered."""

import io
from pathlib import Path

from django.http import FileResponse

import tournament

STATIC = Path(tournament.__file__).parent / "static"


def test_a_file_that_anybody_may_ask_for_is_sent_in_one_piece():
    """A thread of the server waits for whoever takes one piece after the other, or none."""
    largest = max(file.stat().st_size for file in STATIC.rglob("*") if file.is_file())
    assert len(list(FileResponse(io.BytesIO(bytes(largest))))) == 1
