"""Ranks, first to last: pure, from what each team did in the rounds that count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from itertools import groupby
from typing import Any, NamedTuple

from tournament.models import Criterion


class Meeting(NamedTuple):
    """One opponent met in one match: 1 when it was beaten, -1 when it won, else 0."""

    opponent: int
    result: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a team, known by its number, did so far.

    ``marks`` include those given for sitting out and for the rounds it missed.
    ``against``, ``difference`` and ``best`` (the most it marked in one match)
    speak of the matches it played only, for a team that sits out has no opponent.
    """

    team: int
    marks: int = 0
    against: int = 0
    difference: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    played: int = 0
    byes: int = 0
    missed: int = 0
    points: int = 0
    best: int = 0
    meetings: tuple[Meeting, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Record):
    """A record and its rank; teams equal on every criterion share one.

    ``strength`` is what its opponents made, None where the contest does not rank
    by it. ``duels`` are its victories less its defeats against those it was tied
    with, None where that was not asked; ``by_lot`` says that a lot placed it among equals.
    """

    rank: int
    strength: int | None = None
    duels: int | None = None
    by_lot: bool = False


RECORD_FIELDS = tuple(field.name for field in fields(Record))
STRENGTH_OF = (Criterion.POINTS, Criterion.WINS, Criterion.MARKS)
"""What the strength of an opponent may be: whichever ranks first, before the strength itself."""

Value = Callable[[Record, Sequence[Record]], int | bytes]
"""What a criterion makes of a team among those still tied with it, the greater the better."""


def rank(
    records: Sequence[Record], criteria: Sequence[Criterion], *, lot_seed: str = ""
) -> tuple[Row, ...]:
    """Order records by the criteria, one after the other; the tied by their number.

    After two teams that share rank 6 comes rank 8. A lot without a seed has not
    been drawn yet and decides nothing.
    """
    strengths = strengths_of(records, criteria)
    notes: dict[int, dict[str, Any]] = {
        team: {"strength": strength} for team, strength in strengths.items()
    }
    groups = [sorted(records, key=lambda record: record.team)] if records else []
    for criterion in criteria:
        value = _value_of(criterion, strengths, lot_seed)
        for group in groups:
            _note(notes, criterion, group, lot_seed)
        groups = [part for group in groups for part in _split(group, criterion, value)]
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [_row(record, place, notes.get(record.team, {})) for record in group]
    return tuple(rows)


def unranked(record: Record) -> Row:
    """Return the row of a team that left the ranking: what it did, at no rank."""
    return _row(record, 0, {})


def strengths_of(records: Sequence[Record], criteria: Sequence[Criterion]) -> Mapping[int, int]:
    """Return the strength of each team's opponents, by team; nothing where it does not rank.

    An opponent counts for what it made by now, once for each time it was met,
    also when it has left since. A round sat out counts the team's own value, as if
    it had met its equal; a missed round counts nothing.
    """
    if Criterion.STRENGTH not in criteria:
        return {}
    # A criterion after it only parts those whom the strength leaves tied.
    before = criteria[: criteria.index(Criterion.STRENGTH)]
    name = next((item for item in before if item in STRENGTH_OF), Criterion.MARKS).value
    own = {record.team: getattr(record, name) for record in records}
    return {
        record.team: sum(own.get(meeting.opponent, 0) for meeting in record.meetings)
        + record.byes * own[record.team]
        for record in records
    }


def head_to_head(record: Record, tied: Sequence[Record]) -> int:
    """Return a team's victories less its defeats against those it is tied with.

    All their meetings count. Where two of them never met, nobody gains anything.
    """
    if not all_met(tied):
        return 0
    others = {other.team for other in tied}
    return sum(meeting.result for meeting in record.meetings if meeting.opponent in others)


def all_met(tied: Sequence[Record]) -> bool:
    """Whether each of some teams met each other one."""
    teams = {record.team for record in tied}
    return all(
        teams <= {record.team, *(meeting.opponent for meeting in record.meetings)}
        for record in tied
    )


def lot(seed: str, team: int) -> bytes:
    """Return what the lot gives a team: the SHA-256 of ``SEED:NUMBER``, the greatest first."""
    return sha256(f"{seed}:{team}".encode()).digest() if seed else b""


def half_up_average(total: int, count: int) -> int:
    """Return total / count to the nearest integer, a half going up."""
    return (2 * total + count) // (2 * count)


def _value_of(criterion: Criterion, strengths: Mapping[int, int], lot_seed: str) -> Value:
    computed: dict[Criterion, Value] = {
        Criterion.AGAINST: lambda record, _tied: -record.against,
        Criterion.BEST_MATCH: lambda record, _tied: record.best,
        Criterion.HEAD_TO_HEAD: head_to_head,
        Criterion.STRENGTH: lambda record, _tied: strengths[record.team],
        Criterion.LOT: lambda record, _tied: lot(lot_seed, record.team),
    }
    return computed.get(criterion) or (lambda record, _tied: getattr(record, criterion.value))


def _split(group: list[Record], criterion: Criterion, value: Value) -> list[list[Record]]:
    """Part tied teams by a criterion, best first; those it leaves tied stay together."""
    if len(group) == 1:
        return [group]
    values = {record.team: value(record, group) for record in group}
    ordered = sorted(group, key=lambda record: values[record.team], reverse=True)
    parts = [list(part) for _value, part in groupby(ordered, lambda item: values[item.team])]
    if criterion is Criterion.HEAD_TO_HEAD and len(parts) > 1:
        # Fewer are tied now: their own meetings may part them still.
        return [smaller for part in parts for smaller in _split(part, criterion, value)]
    return parts


def _note(
    notes: dict[int, dict[str, Any]],
    criterion: Criterion,
    tied: Sequence[Record],
    lot_seed: str,
) -> None:
    """Remember what is only known while teams are tied, to show it."""
    if len(tied) == 1:
        return
    for record in tied:
        if criterion is Criterion.HEAD_TO_HEAD and all_met(tied):
            notes.setdefault(record.team, {})["duels"] = head_to_head(record, tied)
        if criterion is Criterion.LOT and lot_seed:
            notes.setdefault(record.team, {})["by_lot"] = True


def _row(record: Record, place: int, notes: Mapping[str, Any]) -> Row:
    values = {name: getattr(record, name) for name in RECORD_FIELDS}
    return Row(rank=place, **values, **notes)
