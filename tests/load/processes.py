"""What processes cost, as Linux tells; 0 where there is no /proc."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")


def running() -> Iterator[int]:
    """Yield the number of every process."""
    for folder in PROC.iterdir() if PROC.is_dir() else ():
        if folder.name.isdecimal():
            yield int(folder.name)


def cpu_seconds(pid: int) -> float:
    """Return the seconds of a core that a process has taken."""
    # Of its own and within the system; then those of its children that have ended.
    return sum(map(int, _fields(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def family_cpu_seconds(pid: int) -> float:
    """Return the seconds of a process and of its children, whether they have ended or not."""
    own = sum(map(int, _fields(pid)[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(each) for each in running() if parent(each) == pid)


def parent(pid: int) -> int:
    """Return the number of the process that started it; 0 once it is gone."""
    return int((_fields(pid) or ["", "0"])[1])


def _fields(pid: int) -> list[str]:
    try:
        # After the name, which may hold anything: the state is the first.
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
