"""Charts as values: where each line and bar of an SVG stands, pure figures and no words.

No chart is told by its colours: every line has a dash and a mark of its own, every part of a
bar its pattern, and the figures themselves stand in a table behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from statistics import median

WIDTH = 400
"""Units of the drawings: on the smallest phone one is a little less than a pixel."""
MOST_LINES = 8
LAST_RANK = 12
"""The last rank that has a line of its own in a race; those beyond share one below it."""
MARKS = (
    "M{l} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M{l} {t}h8v8h-8z",
    "M{x} {t}l5 9h-10z",
    "M{x} {t2}l5 6l-5 6l-5 -6z",
)
"""A round mark, a square, a triangle, a lozenge; four lines have them filled, four empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A figure of an axis, and where it stands."""

    at: float
    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaceLine:
    """One team's way through the rounds: ``style`` names its dash and its mark.

    ``ranks`` are those after each round, None where it had none.
    """

    team: int
    style: int
    path: str
    marks: str
    key: str
    end: tuple[float, float]
    ranks: tuple[int | None, ...]

    @property
    def is_filled(self) -> bool:
        """Whether its marks are filled rather than empty."""
        return self.style < len(MARKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """The ranks of the first teams after each round, the best above.

    ``beyond`` is where those stand that were further down, None where nobody was.
    """

    height: int
    rounds: tuple[Tick, ...]
    ranks: tuple[Tick, ...]
    beyond: float | None
    lines: tuple[RaceLine, ...]
    width: int = WIDTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """What the teams marked in one round: least, middle and most, and where these stand."""

    round: int
    teams: int
    least: int
    middle: int
    most: int
    y: float
    xs: tuple[float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreads:
    """What the teams marked, round by round, along one scale."""

    height: int
    ticks: tuple[Tick, ...]
    rounds: tuple[Spread, ...]
    width: int = WIDTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """A part of a bar: how many, how many in a hundred, from where and how wide."""

    kind: str
    count: int
    percent: int
    x: float
    width: float


LEFT, RIGHT, TOP, STEP, LETTERS = 34, 40, 18, 26, 14


def race(ranks: Mapping[int, Mapping[int, int]]) -> Race | None:
    """Draw the way of the teams that are first now; ``ranks`` by round, then by team.

    None before the first round.
    """
    if not ranks or not ranks[max(ranks)]:
        return None
    rounds = sorted(ranks)
    now = ranks[rounds[-1]]
    teams = sorted(now, key=lambda team: (now[team], team))[:MOST_LINES]
    seen = [ranks[number][team] for number in rounds for team in teams if team in ranks[number]]
    lowest = min(max(seen), LAST_RANK)
    is_beyond = max(seen) > LAST_RANK
    xs = _along(len(rounds), LEFT, WIDTH - RIGHT)

    def y_of(rank: int) -> float:
        return TOP + STEP * (min(rank, LAST_RANK + 1) - 1)

    lines = []
    for style, team in enumerate(teams):
        own = tuple(ranks[number].get(team) for number in rounds)
        points = [(x, y_of(rank)) for x, rank in zip(xs, own, strict=True) if rank is not None]
        lines.append(
            RaceLine(
                team=team,
                style=style,
                path=_path(points),
                marks="".join(_mark(style, point) for point in points),
                key=_mark(style, (8, 8)),
                end=points[-1],
                ranks=own,
            )
        )
    placed = _apart(lines)
    last_number = max(line.end[1] for line in placed)
    return Race(
        height=max(TOP + STEP * (lowest + is_beyond), ceil(last_number) + LETTERS // 2),
        rounds=tuple(Tick(at=x, value=number) for x, number in zip(xs, rounds, strict=True)),
        ranks=tuple(Tick(at=y_of(rank), value=rank) for rank in range(1, lowest + 1)),
        beyond=y_of(LAST_RANK + 1) if is_beyond else None,
        lines=placed,
    )


def spreads(marks: Mapping[int, Sequence[int]]) -> Spreads | None:
    """Draw what the teams marked in each round, ``marks`` by round; None where there is nothing."""
    rounds = {number: sorted(values) for number, values in sorted(marks.items()) if values}
    if not rounds:
        return None
    ticks = ticks_of(
        min(values[0] for values in rounds.values()), max(values[-1] for values in rounds.values())
    )
    first, last = ticks[0], ticks[-1]

    def x_of(value: float) -> float:
        share = (value - first) / (last - first)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    drawn = []
    for place, (number, values) in enumerate(rounds.items()):
        three = (values[0], _half_up(median(values)), values[-1])
        drawn.append(
            Spread(
                round=number,
                teams=len(values),
                least=three[0],
                middle=three[1],
                most=three[2],
                y=TOP + STEP * place,
                xs=tuple(map(x_of, three)),
            )
        )
    return Spreads(
        height=TOP + STEP * len(rounds) + 10,
        ticks=tuple(Tick(at=x_of(value), value=value) for value in ticks),
        rounds=tuple(drawn),
    )


def portions(counts: Mapping[str, int]) -> tuple[Portion, ...]:
    """Share a bar out by how many there are of each kind; nothing is drawn of nothing.

    The percentages are rounded so that they add up to a hundred.
    """
    total = sum(counts.values())
    if not total:
        return ()
    percents = _percents(list(counts.values()), total)
    found, done = [], 0
    for (kind, count), percent in zip(counts.items(), percents, strict=True):
        x, after = WIDTH * done / total, WIDTH * (done + count) / total
        width = round(after, 1) - round(x, 1)
        found.append(
            Portion(kind=kind, count=count, percent=percent, x=round(x, 1), width=round(width, 1))
        )
        done += count
    return tuple(found)


def ticks_of(least: int, most: int) -> list[int]:
    """Return round figures that hold a range, some four of them."""
    step = _round_step(max(1, most - least) / 3)
    first, last = floor(least / step), ceil(most / step)
    return [step * each for each in range(first, max(last, first + 1) + 1)]


def _round_step(wanted: float) -> int:
    unit = 10 ** max(0, floor(log10(wanted)))
    return next(int(unit * each) for each in (1, 2, 5, 10) if unit * each >= wanted)


def _half_up(value: float) -> int:
    return floor(value + 0.5)


def _along(count: int, first: int, last: int) -> list[float]:
    if count == 1:
        return [(first + last) / 2]
    return [round(first + (last - first) * place / (count - 1), 1) for place in range(count)]


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def _mark(style: int, point: tuple[float, float]) -> str:
    x, y = point
    figure = MARKS[style % len(MARKS)]
    return figure.format(x=x, y=y, l=round(x - 4, 1), t=round(y - 4, 1), t2=round(y - 6, 1))


def _apart(lines: list[RaceLine]) -> tuple[RaceLine, ...]:
    """Keep the numbers at the ends of the lines off each other: of one rank, one below the other.

    As many ranks stay free below a rank as teams share it, and each of these has more room.
    """
    taken: Counter[float] = Counter()
    placed = []
    for line in lines:
        x, y = line.end
        placed.append(replace(line, end=(x + 9, y + 4 + LETTERS * taken[y])))
        taken[y] += 1
    return tuple(placed)


def _percents(counts: Sequence[int], total: int) -> list[int]:
    """Round shares to whole percents that add up: what is left goes to the largest remainders."""
    exact = [100 * count / total for count in counts]
    found = [floor(each) for each in exact]
    by_rest = sorted(range(len(exact)), key=lambda place: exact[place] - found[place], reverse=True)
    for place in by_rest[: 100 - sum(found)]:
        found[place] += 1
    return found
