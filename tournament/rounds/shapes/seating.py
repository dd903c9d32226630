"""From who meets whom to tables: numbers through the rooms, fixed tables, what is broken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, count, product

from tournament.rounds.shapes.hindrances import Hindrances
from tournament.rounds.shapes.values import (
    Breach,
    Broken,
    Draw,
    DrawInputs,
    Entrants,
    Pair,
    Table,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two sides that will meet; ``home`` is the table they would like best."""

    a: Entrants
    b: Entrants
    home: int | None = None
    label: str = ""

    @property
    def teams(self) -> Entrants:
        """Everybody who meets."""
        return self.a + self.b


def usable_tables(inputs: DrawInputs) -> Iterator[int]:
    """Number the tables through the rooms, then on and on; without those out of use."""
    out = set(inputs.tables_out)
    rooms = [range(first, last + 1) for first, last in inputs.rooms]
    beyond = count(max((room[-1] for room in rooms if room), default=0) + 1)
    return (table for table in chain(*rooms, beyond) if table not in out)


def seated(
    meetings: Sequence[Meeting],
    byes: Iterable[int],
    inputs: DrawInputs,
    hindrances: Hindrances,
) -> Draw:
    """Give every meeting its table and say what could not be held.

    A team with a table of its own has it first, then whoever has a home, then the
    others in their order at the tables that are left.
    """
    broken: list[Broken] = []
    tables = _fixed(meetings, inputs, broken)
    taken = set(tables.values())
    out = set(inputs.tables_out)
    for index, meeting in enumerate(meetings):
        if index not in tables and meeting.home and meeting.home not in taken | out:
            tables[index] = meeting.home
            taken.add(meeting.home)
    free = (table for table in usable_tables(inputs) if table not in taken)
    for index in range(len(meetings)):
        if index not in tables:
            tables[index] = next(free)
            taken.add(tables[index])
    if inputs.rooms:
        broken += _too_many(tables.values(), inputs)
    for meeting in meetings:
        broken += _kept_too_near(meeting, hindrances)
    in_order = sorted(
        (
            Table(number=tables[index], a=meeting.a, b=meeting.b, label=meeting.label)
            for index, meeting in enumerate(meetings)
        ),
        key=lambda table: table.number,
    )
    return Draw(
        tables=tuple(in_order),
        byes=tuple(byes),
        rematches=tuple(
            pair
            for table in in_order
            for pair in product(table.a, table.b)
            if hindrances.met[frozenset(pair)]
        ),
        partners_again=tuple(
            pair
            for table in in_order
            for side in (table.a, table.b)
            for pair in _partners(side)
            if hindrances.partnered[frozenset(pair)]
        ),
        broken=tuple(broken),
    )


def _fixed(meetings: Sequence[Meeting], inputs: DrawInputs, broken: list[Broken]) -> dict[int, int]:
    """Seat the teams that always have the same table; say for whom that cannot be."""
    wanted = dict(inputs.fixed)
    out = set(inputs.tables_out)
    tables: dict[int, int] = {}
    owned = [
        (index, team)
        for index, meeting in enumerate(meetings)
        for team in meeting.teams
        if team in wanted
    ]
    for index, team in sorted(owned, key=lambda each: each[1]):
        table = wanted[team]
        if table in out:
            broken.append(Broken(code=Breach.TABLE_OUT, teams=(team,), table=table))
        elif tables.get(index, table) != table or table in _others(tables, index):
            broken.append(Broken(code=Breach.FIXED_TABLE, teams=(team,), table=table))
        else:
            tables[index] = table
    return tables


def _others(tables: dict[int, int], index: int) -> set[int]:
    return {table for other, table in tables.items() if other != index}


def _too_many(numbers: Iterable[int], inputs: DrawInputs) -> list[Broken]:
    last = max(last for _first, last in inputs.rooms)
    fixed = {table for _team, table in inputs.fixed}
    beyond = sorted(number for number in numbers if number > last and number not in fixed)
    return [Broken(code=Breach.ROOMS_FULL, table=number) for number in beyond]


def _kept_too_near(meeting: Meeting, hindrances: Hindrances) -> list[Broken]:
    """Name the pairs at one table that must not meet, and the opponents of one club."""
    apart = [pair for pair in combinations(meeting.teams, 2) if frozenset(pair) in hindrances.apart]
    club = [
        pair for pair in product(meeting.a, meeting.b) if frozenset(pair) in hindrances.same_club
    ]
    return [
        *(Broken(code=Breach.APART, teams=pair) for pair in apart),
        *(Broken(code=Breach.CLUB, teams=pair) for pair in club),
    ]


def _partners(side: Entrants) -> list[Pair]:
    return [(side[0], side[1])] if len(side) > 1 else []
