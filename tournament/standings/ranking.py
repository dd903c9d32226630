"""Ranks, first to last: pure, from what each team did in the rounds that count."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum


class Criterion(StrEnum):
    """What may decide between two teams, the greater the better."""

    MARKS = "marks"
    WINS = "wins"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a team, known by its number, did so far.

    ``marks`` include those given for sitting out. ``against`` and ``difference``
    speak of the matches it played only, for a team that sits out has no opponent.
    """

    team: int
    marks: int = 0
    against: int = 0
    difference: int = 0
    wins: int = 0
    played: int = 0
    byes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Record):
    """A record and its rank; teams equal on every criterion share one."""

    rank: int


def rank(records: Sequence[Record], criteria: Sequence[Criterion]) -> tuple[Row, ...]:
    """Order records by the criteria, one after the other; the tied by their number.

    After two teams that share rank 6 comes rank 8.
    """

    def result(record: Record) -> tuple[int, ...]:
        return tuple(getattr(record, criterion) for criterion in criteria)

    by_number = sorted(records, key=lambda record: record.team)
    ordered = sorted(by_number, key=result, reverse=True)
    rows: list[Row] = []
    for place, record in enumerate(ordered, start=1):
        is_tied = bool(rows) and result(rows[-1]) == result(record)
        rows.append(Row(rank=rows[-1].rank if is_tied else place, **asdict(record)))
    return tuple(rows)


def half_up_average(total: int, count: int) -> int:
    """Return total / count to the nearest integer, a half going up."""
    return (2 * total + count) // (2 * count)
