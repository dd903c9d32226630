"""What every draw is made from, and what it is: the same values for every shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from string import ascii_uppercase
from typing import Any

BYES_IN_EVERY_SHAPE = 2
"""The rules since which every shape knows the ranks and the byes of the whole contest."""

Pair = tuple[int, int]
Entrants = tuple[int, ...]
"""A side of a table: one team, or two partners where these change each round."""


class Breach(StrEnum):
    """What a draw could not hold."""

    APART = "apart"
    CLUB = "club"
    FIXED_TABLE = "fixed_table"
    TABLE_OUT = "table_out"
    ROOMS_FULL = "rooms_full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A constraint that does not hold, the teams it is about, and the table if it is about one."""

    code: Breach
    teams: Entrants = ()
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Who meets at a table, and the code of what is at stake (``pool:A``, ``main:1:8``)."""

    number: int
    a: Entrants
    b: Entrants
    label: str = ""

    @property
    def teams(self) -> Entrants:
        """Everybody at the table."""
        return self.a + self.b


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Teams that play for the same places, ``first`` being the best of them.

    ``slots`` are in the order of the bracket: two neighbours meet, then the winners
    of two neighbouring matches. None is a place nobody has: who faces it goes on.
    """

    draw: str
    first: int
    slots: tuple[int | None, ...]

    @property
    def teams(self) -> tuple[int, ...]:
        """The teams of the group, in the order of the bracket."""
        return tuple(team for team in self.slots if team is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A round: its tables in order, who sits out, and all that was not as one would wish.

    ``rematches`` and ``partners_again`` are to be accepted, and so is what is
    ``broken``; ``met_again`` are pairs that meet again because the shape has it so.
    ``pools`` and ``brackets`` are what the next round starts from.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    rematches: tuple[Pair, ...] = ()
    partners_again: tuple[Pair, ...] = ()
    met_again: tuple[Pair, ...] = ()
    broken: tuple[Broken, ...] = ()
    pools: tuple[tuple[int, ...], ...] = ()
    brackets: tuple[Group, ...] = ()

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The two teams of each table, where every side is one team."""
        return tuple((table.a[0], table.b[0]) for table in self.tables)

    @property
    def is_clean(self) -> bool:
        """Whether nothing has to be accepted."""
        return not (self.rematches or self.partners_again or self.broken)

    def to_json(self) -> dict[str, Any]:
        """Write the draw as plain lists, as it is kept with its round."""
        return {
            "tables": [[t.number, list(t.a), list(t.b), t.label] for t in self.tables],
            "byes": list(self.byes),
            "rematches": _lists(self.rematches),
            "partners_again": _lists(self.partners_again),
            "met_again": _lists(self.met_again),
            "broken": [[each.code.value, list(each.teams), each.table] for each in self.broken],
            "pools": [
                [pool_name(index), list(pool)] for index, pool in enumerate(self.pools, start=1)
            ],
            "brackets": [[each.draw, each.first, list(each.slots)] for each in self.brackets],
            # The best and the worst place that each match still leaves open.
            "places": [
                [table.number, int(first), int(first) + int(slots) - 1]
                for table in self.tables
                if self.brackets
                for _draw, first, slots in [table.label.split(":")]
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInputs:
    """All that a draw depends on but its seed. Teams are known by their numbers.

    ``teams`` are best first where standings decide who meets. ``ranks`` beside them say
    who is lowest where somebody must sit out, the equal by lot; none before the first
    round is closed. A pair that met or partnered twice is listed twice,
    and so is a team that sat out twice. ``roster`` holds everybody who plays or has
    played, one group for each round somebody came in; ``first_seed`` is round 1's.
    ``rooms`` are ranges of tables, ``seeded`` the teams placed by hand, best first.
    ``rules`` say which release drew: a draw that was printed comes out of its seed again.
    """

    teams: Sequence[int]
    number: int = 1
    ranks: Sequence[int] = ()
    met: Iterable[Iterable[int]] = ()
    partnered: Iterable[Iterable[int]] = ()
    had_bye: Iterable[int] = ()
    apart: Iterable[Iterable[int]] = ()
    same_club: Iterable[Sequence[int]] = ()
    fixed: Iterable[Sequence[int]] = ()
    rooms: Sequence[Sequence[int]] = ()
    tables_out: Iterable[int] = ()
    roster: Sequence[Sequence[int]] = ()
    first_seed: str = ""
    pool_size: int = 4
    seeded: Sequence[int] = ()
    pools: Sequence[Sequence[int]] = ()
    brackets: Sequence[Group] = ()
    rules: int = BYES_IN_EVERY_SHAPE

    def __post_init__(self) -> None:
        if len(set(self.teams)) != len(self.teams):
            raise ValueError("a team is listed twice")

    def to_json(self) -> dict[str, Any]:
        """Write the inputs as plain lists; what says nothing is left out."""
        written: dict[str, Any] = {
            "teams": list(self.teams),
            "number": self.number,
            "rules": self.rules,
            "ranks": list(self.ranks),
            "had_bye": sorted(self.had_bye),
            "tables_out": sorted(self.tables_out),
            "first_seed": self.first_seed,
            "pool_size": self.pool_size,
            "seeded": list(self.seeded),
            "brackets": [[each.draw, each.first, list(each.slots)] for each in self.brackets],
        }
        for name in ("met", "partnered", "apart"):
            written[name] = sorted(sorted(pair) for pair in getattr(self, name))
        for name in ("same_club", "fixed", "rooms", "roster", "pools"):
            written[name] = _lists(getattr(self, name))
        return {name: value for name, value in written.items() if value not in ([], "")}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> DrawInputs:
        """Read what ``to_json`` wrote; other keys beside it are not of the draw."""
        known = {field.name for field in fields(cls)}
        given = {name: value for name, value in kept.items() if name in known}
        given["brackets"] = groups_from_json(given.get("brackets", ()))
        return cls(**({"rules": 1} | given))


def pool_name(number: int) -> str:
    """Name the pools by letters, as the wall does: 1 is A, 27 is AA."""
    name = ""
    while number:
        number, letter = divmod(number - 1, len(ascii_uppercase))
        name = ascii_uppercase[letter] + name
    return name


def groups_from_json(kept: Iterable[Sequence[Any]]) -> tuple[Group, ...]:
    """Read the groups of a bracket as ``Draw.to_json`` wrote them."""
    return tuple(Group(draw=draw, first=first, slots=tuple(slots)) for draw, first, slots in kept)


def _lists(rows: Iterable[Iterable[int]]) -> list[list[int]]:
    return [list(row) for row in rows]
