"""How much memory an act takes at most, whatever the process held before it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from ctypes import CDLL
from pathlib import Path
from typing import TypeVar

import pytest

ITSELF = Path("/proc/self")
FORGET_THE_PEAK = "5"
"""What tells Linux to count the peak anew; the one that getrusage knows is of the whole life."""

Result = TypeVar("Result")


def measured(act: Callable[[], Result]) -> tuple[Result, int]:
    """Do something; return what it gives, and the megabytes by which the process grew meanwhile.

    What was freed goes back to the system first: otherwise it would be taken again unseen.
    """
    if not ITSELF.is_dir():
        pytest.skip("memory is measured on Linux only")
    gc.collect()
    CDLL(None).malloc_trim(0)
    (ITSELF / "clear_refs").write_text(FORGET_THE_PEAK)
    before = _peak()
    result = act()
    return result, _peak() - before


def _peak() -> int:
    lines = (ITSELF / "status").read_text().splitlines()
    [kilobytes] = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    return kilobytes // 1024
