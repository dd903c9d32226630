"""Words drawn into places: they fit, they are never cut, they are where they should be."""

import errno
import os
import re
import subprocess
import sys
from io import BytesIO

import pikepdf
import pytest
from django.conf import settings

from tests.tournament.prints.samples import LONG, WIDE, a_filled_sheet, a_sheet
from tournament.prints import workers
from tournament.prints.lettering import SMALLEST, Box, Word, fitted, lettering, operators
from tournament.prints.pdf import lay_out
from tournament.prints.sheet_words import AT, grid_of, words_of
from tournament.prints.sheets import Column, in_parts
from tournament.prints.workers import LARGE, Job, Worker, WorkerGone, Workers

FONT = lettering(is_bold=False)
TM = re.compile(r"1 0 0 1 ([-0-9.]+) ([-0-9.]+) Tm")


@pytest.mark.parametrize("text", ["250", "capot + belote", "A tierce, 50 · B carré V", LONG])
def test_what_is_too_wide_is_wrapped_then_written_smaller(text):
    size, lines = fitted(text, FONT, 9, width=36, height=24)
    assert size <= 9
    assert " ".join(lines) == text
    if size > SMALLEST:
        assert all(FONT.width(line, size) <= 36 for line in lines)
        assert len(lines) * size <= 24


def test_what_fits_nowhere_is_written_as_small_as_can_be_read_and_still_whole():
    assert fitted(WIDE, FONT, 9, width=20, height=10) == (SMALLEST, [WIDE])


def test_words_are_put_left_right_or_in_the_middle_of_their_box():
    box = Box(100, 200, 160, 220)
    at = {}
    for align in ("left", "right", "center"):
        drawn = operators([Word(box=box, text="250", align=align, padding=2)])
        at[align] = float(TM.search(drawn).group(1))
    width = FONT.width("250", 9)
    assert at["left"] == 102
    assert at["right"] == pytest.approx(158 - width, abs=0.02)
    assert at["center"] == pytest.approx(130 - width / 2, abs=0.02)


def test_every_letter_of_a_sheet_is_known():
    for text in ("Œufs à l'été", "♠ ♥ ♦ ♣ ×2 −250 3\u202f000 « carré V » …"):
        assert FONT.written(text) == "".join(FONT.written(sign) for sign in text)
        assert len(FONT.written(text)) == 4 * len(text)
        assert all(FONT.width(sign, 10) > 0 for sign in text)


def test_sheets_that_are_as_long_share_one_grid():
    assert grid_of(a_filled_sheet(1)) == grid_of(a_filled_sheet(2))
    assert grid_of(a_sheet(1)) != grid_of(a_filled_sheet(1))
    assert grid_of(a_filled_sheet(1, 12)) != grid_of(a_filled_sheet(1, 13))
    parts = [grid_of(part) for part in in_parts(a_filled_sheet(lines=50))]
    assert len(set(parts)) == 3


def test_each_figure_of_a_sheet_goes_to_its_own_cell():
    sheet = a_filled_sheet(lines=2)
    names = [f"{AT}{row}/{column}" for row in range(2) for column in Column]
    names += [f"{AT}total/0", f"{AT}total/1"]
    boxes = {name: Box(number, 0, number, 0) for number, name in enumerate(names)}
    found = {
        names[int(word.box.left)].removeprefix(AT): word.text for word in words_of(sheet, boxes)
    }
    assert found["1/marks_a"] == "250"
    assert found["1/running_b"] == "80"
    assert found["1/points"] == "126"
    assert found["total/0"] == "500"
    assert "1/sweep" not in found


def test_a_child_lays_pages_out_and_is_started_again_when_the_system_has_ended_it():
    worker = Worker()
    try:
        assert worker.work(Job(lay_out, ("<p>Un papier</p>",))).startswith(b"%PDF")
        of_child, own = (os.getpriority(os.PRIO_PROCESS, pid) for pid in (worker._process.pid, 0))
        assert of_child > own, "the site's own pages come first"
        worker._process.kill()
        assert worker.work(Job(lay_out, ("<p>Encore</p>",))).startswith(b"%PDF")
    finally:
        worker.stop()


def test_pages_come_back_in_their_order_and_one_page_needs_one_child():
    children = Workers(2)
    try:
        children.work([Job(lay_out, ("<p>Un</p>",))])
        children.work([Job(lay_out, ("<p>Un</p>",))])
        assert sum(worker._process is not None for worker in children._all) == 1
        long = "<p style='break-before: page'>" * 4
        files = children.work(Job(lay_out, (html,)) for html in (long, "<p>Court"))
        with pikepdf.open(BytesIO(files[0])) as one, pikepdf.open(BytesIO(files[1])) as other:
            assert (len(one.pages), len(other.pages)) == (4, 1)
    finally:
        children.stop()


def test_a_large_page_gives_its_memory_back():
    worker = Worker()
    try:
        worker.work(Job(lay_out, ("<p>Un papier</p>",)))
        assert worker._process is not None
        comment = f"<!--{'-' * LARGE}-->"
        assert worker.work(Job(lay_out, (f"<p>Un rapport</p>{comment}",))).startswith(b"%PDF")
        assert worker._process is None
        assert worker.work(Job(lay_out, ("<p>Encore</p>",))).startswith(b"%PDF")
    finally:
        worker.stop()


def test_what_the_machine_does_to_a_child_is_told_as_it_is(monkeypatch):
    """A full disk is no child that has gone."""
    monkeypatch.setattr(workers, "receive", lambda _stream: OSError(errno.ENOSPC, "full"))
    worker = Worker()
    try:
        with pytest.raises(OSError, match="full"):
            worker.work(Job(lay_out, ("<p>Un papier</p>",)))
    finally:
        worker.stop()


def test_a_child_that_never_answers_is_said_to_be_gone(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/bin/true")
    with pytest.raises(WorkerGone):
        Worker().work(Job(lay_out, ("<p>",)))


PRINTING = """
import sys
import django
django.setup()
from tests.tournament.prints import samples
from tournament.prints.workers import workers
for name, count in (("256 filled score sheets", 2), ("standings of 120", 120)):
    assert samples.PRINTED[name](count).startswith(b"%PDF")
workers().stop()
print([name for name in ("weasyprint", "fontTools", "pikepdf", "PIL") if name in sys.modules])
"""


def test_what_making_papers_takes_is_never_in_the_process_that_serves():
    found = subprocess.run(
        [sys.executable, "-c", PRINTING],
        env=os.environ | {"PRINT_WORKERS": "1"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[]"
