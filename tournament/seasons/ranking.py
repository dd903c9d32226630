"""A season over several evenings: whose best evenings count, and what they come to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.text import search_key

Who = tuple[str, ...]
"""Who somebody is over the evenings: the folded names of a player, or of a pair in either order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What somebody did in one evening; ``name`` is how that evening wrote it."""

    who: Who
    name: str
    rank: int
    marks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """What an evening gives: points of the first place, the second…, or its marks without any."""

    places: tuple[int, ...] | None = None
    best: int | None = None

    def value(self, result: Result) -> int:
        """Return what a result gives; those who share a place all get its points."""
        if self.places is None:
            return result.marks
        return self.places[result.rank - 1] if result.rank <= len(self.places) else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What an evening gave somebody, and whether it is among the best that count."""

    value: int
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """One line of a season; ``scores`` are its evenings in order, None where it was not there."""

    rank: int
    name: str
    total: int
    scores: tuple[Score | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStandings:
    """A season after its evenings."""

    evenings: tuple[str, ...]
    lines: tuple[SeasonLine, ...]


def who_is(players: Iterable[str], team: str) -> Who:
    """Return who a team is: its players' folded names, or its own where it has none."""
    return tuple(sorted(players)) or (team,)


def season_standings(
    evenings: Sequence[tuple[str, Sequence[Result]]], scale: Scale
) -> SeasonStandings:
    """Add a season up, evening by evening in order; equal totals share a rank, the next skips.

    Only the best ``scale.best`` evenings of each count, all when it is None; of two
    equal ones the earlier. Somebody met twice in one evening counts once, at the better place.
    """
    names: dict[Who, str] = {}
    values: dict[Who, list[int | None]] = {}
    for place, (_title, results) in enumerate(evenings):
        for result in sorted(results, key=lambda item: (item.rank, item.name)):
            mine = values.setdefault(result.who, [None] * len(evenings))
            if mine[place] is None:
                mine[place] = scale.value(result)
                names[result.who] = result.name
    scored = [(_scores(mine, scale.best), names[who]) for who, mine in values.items()]
    ordered = sorted(((_total(scores), name, scores) for scores, name in scored), key=_first_best)
    lines: list[SeasonLine] = []
    for place, (total, name, scores) in enumerate(ordered, start=1):
        is_tied = bool(lines) and lines[-1].total == total
        rank = lines[-1].rank if is_tied else place
        lines.append(SeasonLine(rank=rank, name=name, total=total, scores=scores))
    return SeasonStandings(
        evenings=tuple(title for title, _results in evenings), lines=tuple(lines)
    )


def _scores(values: Sequence[int | None], best: int | None) -> tuple[Score | None, ...]:
    there = [place for place, value in enumerate(values) if value is not None]
    ordered = sorted(there, key=lambda place: (-(values[place] or 0), place))
    counting = set(ordered[:best])
    return tuple(
        None if value is None else Score(value=value, counts=place in counting)
        for place, value in enumerate(values)
    )


def _total(scores: Iterable[Score | None]) -> int:
    return sum(score.value for score in scores if score and score.counts)


def _first_best(line: tuple[int, str, tuple[Score | None, ...]]) -> tuple[int, str]:
    total, name, _each = line
    return -total, search_key(name)
