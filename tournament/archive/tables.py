"""What an archive holds, said once: the tables, in the order in which they are restored.

Writing, reading, checking and restoring all follow this list. The columns of a table are
those of its model, so that a column added to a model is in the next archive.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Field, Model, Q, QuerySet

from tournament.models import (
    Apart,
    Confirmation,
    Deal,
    Display,
    Entry,
    JournalEntry,
    Match,
    MatchTotals,
    Payment,
    Player,
    Prize,
    RefereeCall,
    Role,
    Round,
    Ruling,
    Season,
    Seat,
    Team,
    Tournament,
    User,
)
from tournament.tables.codes import SCREEN_LENGTH, new_code
from tournament.text import search_key

FORMAT = 1
"""The version of the format; a later one goes on reading the earlier ones."""
IN_ROUND = ("tournament", "removed_from")
"""A round belongs to a contest, or did before it was deleted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table of an archive.

    ``paths`` lead from a row to its contest. ``left_out`` are the columns that stay where
    they are; ``made`` are those made anew from the row. ``shapes`` say what its JSON holds:
    see ``values``.
    """

    name: str
    model: type[Model]
    paths: tuple[str, ...] = ("tournament",)
    left_out: frozenset[str] = frozenset()
    made: Mapping[str, Callable[[dict[str, Any]], object]] = field(default_factory=dict)
    shapes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """What the keys of its rows are called in the contest's ``origin``."""
        return str(self.model._meta.model_name)

    @property
    def columns(self) -> list[Field]:
        """The columns that are kept, its key first."""
        return [
            column
            for column in self.model._meta.concrete_fields
            if column.name not in self.left_out
            and column.name not in self.made
            and not self.is_contest(column)
        ]

    def is_contest(self, column: Field) -> bool:
        """Whether a column only says which contest the row is of; a round's may be empty."""
        return column.related_model is Tournament and not column.null

    def rows_of(self, tournament: Tournament) -> QuerySet[Model]:
        """Return the rows of a contest, in the order in which they were made."""
        whose = Q()
        for path in self.paths:
            whose |= Q(**{path: tournament.pk})
        return self.model._default_manager.filter(whose).order_by("pk")


def _below_rounds(path: str) -> tuple[str, ...]:
    return tuple(f"{path}__{name}" for name in IN_ROUND)


KEYS = [int]
SMALL = range(10_000)
"""Numbers of teams, tables, points of a place: none makes a page count for long."""

CONTEST = Table(
    name="contest",
    model=Tournament,
    paths=("pk",),
    left_out=frozenset({"club", "deleting"}),
    shapes={
        "criteria": [str],
        "tables_out": [SMALL],
        "rooms": [{"name": str, "first": SMALL, "last": SMALL}],
        "origin": [{"acts": int, "ids": {"": [KEYS]}}],
    },
)
USERS = Table(
    name="users",
    model=User,
    left_out=frozenset(
        column.name
        for column in User._meta.concrete_fields
        if column.name not in {"id", "username"}
    ),
)
SEASONS = Table(
    name="seasons",
    model=Season,
    paths=("evenings__tournament",),
    left_out=frozenset({"club", "client_key"}),
    shapes={"place_points": [SMALL]},
)
_FOLDED = {"key": lambda row: search_key(row["name"])}

ROWS = (
    Table(name="teams", model=Team, made=_FOLDED, shapes={"categories": [str]}),
    Table(name="players", model=Player, made=_FOLDED),
    Table(name="payments", model=Payment, paths=("team__tournament", "player__tournament")),
    Table(name="aparts", model=Apart),
    Table(name="rounds", model=Round, paths=IN_ROUND, shapes={"inputs": {"": SMALL}}),
    Table(name="matches", model=Match, paths=_below_rounds("round")),
    Table(name="seats", model=Seat, paths=_below_rounds("round")),
    Table(name="deals", model=Deal, paths=_below_rounds("match__round")),
    Table(
        name="entries",
        model=Entry,
        paths=_below_rounds("deal__match__round"),
        shapes={"declarations": {"": [{"": str}]}},
    ),
    Table(
        name="confirmations", model=Confirmation, paths=_below_rounds("entry__deal__match__round")
    ),
    Table(name="totals", model=MatchTotals, paths=_below_rounds("match__round")),
    Table(name="rulings", model=Ruling, shapes={"changes": [[None]]}),
    Table(name="calls", model=RefereeCall, paths=_below_rounds("match__round")),
    Table(name="roles", model=Role),
    Table(name="prizes", model=Prize),
    Table(
        name="displays",
        model=Display,
        # What opens a screen without an account is not for whoever has the file.
        made={"code": lambda _row: new_code(SCREEN_LENGTH)},
        shapes={"panels": [str]},
    ),
    Table(name="journal", model=JournalEntry, shapes={"details": {"": None}}),
)
"""The rows of a contest, those that others point at first."""

TABLES = {table.name: table for table in (CONTEST, USERS, SEASONS, *ROWS)}
OF_MODEL = {table.model: table for table in TABLES.values()}

TOGETHER = (
    ("seats", "match", "round", "round"),
    ("deals", "accepted", "deal", "id"),
    ("deals", "reading_a", "deal", "id"),
    ("deals", "reading_b", "deal", "id"),
    ("matches", "totals", "match", "id"),
    ("rulings", "deal", "match", "match"),
)
"""What must agree: the ``round`` of a seat's ``match`` is the ``round`` of the seat."""
