"""What was measured: times by what was asked, answers by status, and what went wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

SHOWN = 20
"""How many problems are written out; the others are counted."""


def percentile(times: Sequence[float], share: float) -> float:
    """Return the least time that this share of the times does not exceed (nearest rank)."""
    ordered = sorted(times)
    rank = -(-share * len(ordered) // 1)  # rounded up
    return ordered[max(0, int(rank) - 1)]


@dataclass(slots=True)
class Figures:
    """The times and the problems of one run."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    unchanged: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    unanswered: int = 0

    def note(self, what: str, seconds: float) -> None:
        """Keep the time of one answer."""
        self.times[what].append(seconds)

    def problem(self, sentence: str) -> None:
        """Keep what should not have happened."""
        self.problems.append(sentence)

    def table(self, seconds: float) -> list[str]:
        """Return the times as lines of text, in milliseconds."""
        width = max(map(len, self.times), default=0)
        title = (
            f"{'':{width}} {'count':>7} {'a second':>9} {'p50 ms':>8} {'p95 ms':>8} {'max ms':>8}"
        )
        return [title, *(self._line(what, width, seconds) for what in self.times)]

    def _line(self, what: str, width: int, seconds: float) -> str:
        times = self.times[what]
        shown = (1000 * percentile(times, share) for share in (0.5, 0.95, 1))
        figures = "".join(f" {milliseconds:8.1f}" for milliseconds in shown)
        held = self.unchanged[what]
        unchanged = f"  ({100 * held / len(times):.0f} % unchanged)" if held else ""
        return f"{what:{width}} {len(times):7} {len(times) / seconds:9.1f}{figures}{unchanged}"

    def told(self) -> Iterable[str]:
        """Return the problems to write out."""
        yield from self.problems[:SHOWN]
        if len(self.problems) > SHOWN:
            yield f"… and {len(self.problems) - SHOWN} more"
