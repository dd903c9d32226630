"""Who sits where in a round, and what each change of seats makes of it: pure.

Teams are known by their row's id. A team that sits out has no chair (None); a
team that is not in the round is not in the seating at all.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from scoring import Side

Pair = frozenset[int]


@dataclass(frozen=True, slots=True, order=True)
class Chair:
    """One side of a table; its place is 2 for the second of two partners by lot."""

    table: int
    side: str
    place: int = 1


Seating = Mapping[int, Chair | None]


class Act(StrEnum):
    """What can be done to the seats of a drawn round."""

    EXCHANGE = "exchange"
    SIDES = "sides"
    NEW_TABLE = "new_table"
    TAKE = "take"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One act: the teams it concerns in the order it takes them, and the table if it has one.

    EXCHANGE two teams, wherever they are; SIDES A and B of a table; a NEW_TABLE for
    teams that sit out or came late; TAKE the chair of a team that has left (the one
    who comes first); LEAVE: who sat with that team sits out, and the table is no more.
    """

    act: Act
    teams: tuple[int, ...] = ()
    table: int | None = None


def changed(before: Seating, change: Change) -> dict[int, Chair | None]:
    """Return the seating after an act; what makes no sense leaves it as it was."""
    return _ACTS[change.act](dict(before), change)


def tables(seating: Seating) -> dict[int, dict[str, list[int]]]:
    """Return the teams on each side of each table, partners in the order of their places."""
    found: defaultdict[int, dict[str, list[int]]] = defaultdict(lambda: {"A": [], "B": []})
    in_order = sorted((chair, team) for team, chair in seating.items() if chair)
    for chair, team in in_order:
        found[chair.table][chair.side].append(team)
    return dict(found)


def opponents(seating: Seating) -> set[Pair]:
    """Return who plays against whom."""
    return {
        frozenset(pair) for sides in tables(seating).values() for pair in product(*sides.values())
    }


def partners(seating: Seating) -> set[Pair]:
    """Return who sits with whom, where partners change each round."""
    return {
        frozenset(side)
        for sides in tables(seating).values()
        for side in sides.values()
        if len(side) > 1
    }


def is_whole(seating: Seating) -> bool:
    """Whether every table has two sides of as many players, nobody on another's chair."""
    taken = [chair for chair in seating.values() if chair]
    sizes = {len(side) for sides in tables(seating).values() for side in sides.values()}
    return len(set(taken)) == len(taken) and len(sizes) <= 1 and 0 not in sizes


def touched(before: Seating, after: Seating) -> list[int]:
    """Return the tables where somebody else sits on some side than before."""
    one, other = tables(before), tables(after)
    return sorted(table for table in one | other if one.get(table) != other.get(table))


def digest(*told: object) -> str:
    """Return a short digest of what a page showed, to see whether it still holds."""
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def digest_of(seating: Seating) -> str:
    """Return a digest of who sits where."""
    return digest(sorted((team, str(chair)) for team, chair in seating.items()))


Seats = dict[int, Chair | None]


def _exchange(seats: Seats, change: Change) -> Seats:
    one, other = change.teams
    if one in seats and other in seats:
        seats[one], seats[other] = seats[other], seats[one]
    return seats


def _sides(seats: Seats, change: Change) -> Seats:
    turned = {Side.A.value: Side.B.value, Side.B.value: Side.A.value}
    return {
        team: replace(chair, side=turned[chair.side])
        if chair and chair.table == change.table
        else chair
        for team, chair in seats.items()
    }


def _new_table(seats: Seats, change: Change) -> Seats:
    if change.table is None or any(seats.get(team) for team in change.teams):
        return seats
    half = len(change.teams) // 2
    for side, sitting in ((Side.A, change.teams[:half]), (Side.B, change.teams[half:])):
        for place, team in enumerate(sitting, 1):
            seats[team] = Chair(change.table, side.value, place)
    return seats


def _take(seats: Seats, change: Change) -> Seats:
    team, gone = change.teams
    if gone in seats and not seats.get(team):
        seats[team] = seats.pop(gone)
    return seats


def _leave(seats: Seats, change: Change) -> Seats:
    (gone,) = change.teams
    chair = seats.pop(gone, None)
    if chair is None:
        return seats
    return {
        team: None if other and other.table == chair.table else other
        for team, other in seats.items()
    }


_ACTS: dict[Act, Callable[[Seats, Change], Seats]] = {
    Act.EXCHANGE: _exchange,
    Act.SIDES: _sides,
    Act.NEW_TABLE: _new_table,
    Act.TAKE: _take,
    Act.LEAVE: _leave,
}


def free_table(used: Sequence[int], out_of_use: Sequence[int], wanted: Sequence[int]) -> int:
    """Return the table for two more teams: one they always sit at, else the lowest free one."""
    taken = {*used, *out_of_use}
    for table in wanted:
        if table not in taken:
            return table
    return next(table for table in range(1, len(taken) + 2) if table not in taken)
