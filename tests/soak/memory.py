"""The memory of the server's processes, each looked at by itself and told by its kind.

What is looked at is what a process holds of its own. Pages of files that it maps – libraries,
the database's index of its log – are the system's to take back, and are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median

Sample = tuple[float, float]
"""Seconds since the start, megabytes."""
KINDS = {
    "tournament.prints.worker": "print child",
    "multiprocessing.spawn": "web process",
    "resource_tracker": "tracker",
    "manage.py": "main process",
}
"""By a part of its command line."""
MOST_A_MINUTE = 0.5
"""Megabytes a minute that a process may grow by and be called flat. Twenty minutes stand for
eight hours: a process that grows faster gains more than 10 MB an evening."""
ENOUGH = 12
"""A process looked at less often did not live long enough to be judged."""


@dataclass(slots=True)
class Memory:
    """What was seen of each process: its kind, and its size by the clock."""

    kinds: dict[int, str] = field(default_factory=dict)
    samples: defaultdict[int, list[Sample]] = field(default_factory=lambda: defaultdict(list))

    def look(self, at: float, pids: Iterable[int]) -> None:
        """Note what each of these processes holds now."""
        for pid in pids:
            kind = self.kinds.get(pid) or _kind(pid)
            held = _held(pid)
            if kind and held:
                self.kinds[pid] = kind
                self.samples[pid].append((at, held))

    def report(self) -> Iterator[str]:
        """Say of each process what it held at the start, at each quarter and at the end."""
        for pid in sorted(self.samples, key=lambda pid: (self.kinds[pid], pid)):
            seen = self.samples[pid]
            some = [seen[(len(seen) - 1) * quarter // 4] for quarter in range(5)]
            yield (
                f"{self.kinds[pid]}: "
                + ", ".join(f"{held:.0f} MB at {_clock(at)}" for at, held in some)
                + f"; over the last half {growth(_half(seen)):+.2f} MB a minute; at most"
                f" {max(mb for _at, mb in seen):.0f}"
            )

    def growing(self) -> Iterator[str]:
        """Say which processes are not flat over the last half: what leaks grows all along.

        One that has ended, as a print child after a large paper, has given everything back.
        """
        last = max((at for seen in self.samples.values() for at, _held in seen), default=0)
        for pid, seen in self.samples.items():
            grows = growth(_half(seen))
            if len(seen) >= ENOUGH and seen[-1][0] == last and grows > MOST_A_MINUTE:
                yield f"a {self.kinds[pid]} grows by {grows:.2f} MB a minute to the end"


def growth(samples: Sequence[Sample]) -> float:
    """Return how much grows a minute from each third of the looks to the next, at least.

    The first large paper, the first long list is a step from one third to another: between the
    two others nothing grows. What leaks grows from each to the next.
    """
    third = len(samples) // 3
    if not third:
        return 0.0
    thirds = [samples[third * number : third * (number + 1)] for number in range(3)]
    whens = [median(at for at, _held in each) for each in thirds]
    helds = [median(held for _at, held in each) for each in thirds]
    return min(
        60 * (after - before) / (then - at)
        for (at, then), (before, after) in zip(pairwise(whens), pairwise(helds), strict=True)
    )


def _half(seen: Sequence[Sample]) -> Sequence[Sample]:
    return seen[len(seen) // 2 :]


def _clock(at: float) -> str:
    minutes, seconds = divmod(round(at), 60)
    return f"{minutes}:{seconds:02}"


def _kind(pid: int) -> str:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
    return next((kind for part, kind in KINDS.items() if part in command), "")


def _held(pid: int) -> float:
    """Return the megabytes of a process that no file backs; 0 when it has ended."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024
