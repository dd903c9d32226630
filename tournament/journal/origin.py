"""The numbers that things had where a contest was made, and the numbers that they have here.

A contest restored from an archive gets rows of its own, with new keys. Its journal is kept
as it was written, digest for digest, and so goes on naming its things by their former keys.
The contest keeps how the ones became the others (``Tournament.origin``), restoration after
restoration: an *era* is the acts written between two of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from tournament.models import (
    Confirmation,
    Entry,
    JournalEntry,
    MatchTotals,
    RefereeCall,
    Ruling,
    Tournament,
)

Run = tuple[int, int, int]
"""So many keys in a row: the first as it was, the first as it is, how many."""

SEALED: dict[str, type[Model]] = {
    "entry": Entry,
    "confirmation": Confirmation,
    "totals": MatchTotals,
    "ruling": Ruling,
    "call": RefereeCall,
}
"""What the journal calls the rows whose seals it keeps.

All but the calls are added and never changed. A call is taken and settled after it is made:
each of these acts seals it again as it leaves it, and the last seal is the one that holds.
"""
KEYS = {
    "entry": "entry",
    "replaces": "entry",
    "chosen": "entry",
    "team": "team",
    "team_id": "team",
    "teams": "team",
    "changed": "team",
    "player": "player",
    "player_id": "player",
    "players": "player",
    "out": "player",
    "in": "player",
    "season": "season",
    "payment": "payment",
    "round_id": "round",
    "match_id": "match",
    "deal_id": "deal",
    "replaces_id": "ruling",
    "user": "user",
    "call": "refereecall",
}
"""The details of acts that hold a key, or a list of them, and the model it is a key of."""
POINTED = {
    "accepted": "entry",
    "reading_a": "entry",
    "reading_b": "entry",
    "totals": "matchtotals",
}
"""The columns that an act may have made point elsewhere, and the model they point at."""
_SEALED = {name: model._meta.model_name for name, model in SEALED.items()}


class Ids:
    """How the keys of one era, by model, became those of today; without runs, they are those."""

    def __init__(self, runs: Mapping[str, Sequence[Run]] | None = None) -> None:
        self.runs = runs
        self._sorted: dict[tuple[str, int], list[Run]] = {}

    def now(self, model: str, was: Any) -> Any:  # noqa: ANN401 - whatever an act has there
        """Return what a key is today; a negative one, which nothing has, when it is gone."""
        return self._moved(model, was, 0)

    def was(self, model: str, now: Any) -> Any:  # noqa: ANN401 - whatever a column has there
        """Return what a key of today was; a negative one when it was not there."""
        return self._moved(model, now, 1)

    def _moved(self, model: str, key: Any, source: int) -> Any:  # noqa: ANN401
        if self.runs is None or type(key) is not int:
            return key
        runs = self._by(model, source)
        found = bisect_right(runs, key, key=lambda run: run[source]) - 1
        if found >= 0 and key < runs[found][source] + runs[found][2]:
            return runs[found][1 - source] + key - runs[found][source]
        return -key

    def _by(self, model: str, source: int) -> list[Run]:
        """Return the runs of a model in the order of the keys that are looked for."""
        if (model, source) not in self._sorted:
            found = sorted(self.runs.get(model, ()), key=lambda run: run[source])
            self._sorted[model, source] = found
        return self._sorted[model, source]

    def told(self, details: Any) -> Any:  # noqa: ANN401 - what JSON holds
        """Return the details of an act with the keys of today."""
        if self.runs is None or not isinstance(details, dict):
            return details
        return {name: self._detail(name, value) for name, value in details.items()}

    def changes(self, rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
        """Return the columns that an act made point elsewhere, with the keys of today."""
        return _changes(rows, self.now)

    def changes_were(self, rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
        """Return such columns with the keys of then."""
        return _changes(rows, self.was)

    def _detail(self, name: str, value: Any) -> Any:  # noqa: ANN401
        try:
            if model := KEYS.get(name):
                several = isinstance(value, list)
                return (
                    [self.now(model, key) for key in value] if several else self.now(model, value)
                )
            return self._listed(name, value) if isinstance(value, list) else value
        except (LookupError, TypeError, ValueError):
            # Not written by the site: nothing finds its way in it.
            return value

    def _listed(self, name: str, rows: list[Any]) -> list[Any]:
        match name:
            case "seals":
                return [[kind, self.now(_SEALED[kind], key), seal] for kind, key, seal in rows]
            case "changes":
                return self.changes(rows)
            case "moves":
                return [[self.now("team", team), *chairs] for team, *chairs in rows]
            case "entries" | "deals":
                # The entry comes last: [deal, entry], [table, deal, entry].
                return [[*place, self.now("entry", entry)] for *place, entry in rows]
        return rows


def _changes(rows: Iterable[Sequence[Any]], moved: Callable[[str, Any], Any]) -> list[list[Any]]:
    return [
        [row, moved(row, key), name, *(moved(POINTED[name], pointed) for pointed in at)]
        for row, key, name, *at in rows
    ]


HERE = Ids()
"""The keys of what was written here."""


@dataclass(frozen=True, slots=True)
class Eras:
    """The eras of a journal, the oldest first: the number of the last act of each, its keys."""

    restored: Sequence[tuple[int, Ids]] = field(default=())

    @classmethod
    def of(cls, tournament: Tournament) -> Eras:
        """Read them from the contest."""
        return cls([(era["acts"], Ids(era["ids"])) for era in tournament.origin or ()])

    @property
    def last_restored(self) -> int:
        """The number of the last act that was not written here; 0 where all were."""
        return self.restored[-1][0] if self.restored else 0

    def of_act(self, number: int) -> Ids:
        """Return the keys that an act was written with."""
        return next((ids for until, ids in self.restored if number <= until), HERE)

    def told(self, act: JournalEntry) -> Any:  # noqa: ANN401 - what JSON holds
        """Return the details of an act with the keys of today."""
        return self.of_act(act.number).told(act.details)
