"""What a journal says must be in the tables: its acts, played again from the first to the last.

An act that says nothing of a table is passed over; so is one that says it otherwise
than it should, which the chain has found already.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from tournament.models import JournalEntry

Place = tuple[int, str, int] | None
"""Table, side, and which of two partners; None for a team that sits out."""


@dataclass(frozen=True, slots=True)
class Said:
    """What the last act about something says of it, and the act's number."""

    value: Any
    number: int


@dataclass(slots=True)
class RoundSaid:
    """A round as its acts say it is."""

    drawn_by: int
    seats: dict[int, Place]
    is_closed: bool = False


@dataclass(slots=True)
class Testimony:
    """All that the acts heard so far say; ``teams`` gives a team's id from its number."""

    teams: Mapping[int, int] = field(default_factory=dict)
    seals: dict[tuple[str, int], Said] = field(default_factory=dict)
    entries: dict[int, int] = field(default_factory=dict)
    pointers: dict[tuple[str, int, str], Said] = field(default_factory=dict)
    counted: dict[int, int] = field(default_factory=dict)
    calls: dict[int, int] = field(default_factory=dict)
    settings: dict[str, Said] = field(default_factory=dict)
    rulebook: Said | None = None
    lot: Said | None = None
    payments: dict[int, Said] = field(default_factory=dict)
    struck_off: int = 0
    rounds: dict[int, RoundSaid] = field(default_factory=dict)
    removed: dict[int, RoundSaid] = field(default_factory=dict)

    def hear(self, act: JournalEntry, details: Any) -> None:  # noqa: ANN401 - what JSON holds
        """Take one more act into account, its ``details`` with the keys of today."""
        try:
            self._hear_rows(act.number, act.kind, details)
            if listen := self._LISTENERS.get(act.kind):
                listen(self, act.number, details)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return

    def _hear_rows(self, number: int, kind: str, told: dict[str, Any]) -> None:
        """Note the rows that an act made, and the columns that it made point at them."""
        for name, key, seal in told.get("seals", ()):
            self.seals[name, key] = Said(seal, number)
            if name == "entry":
                self.entries[key] = number
        for row, key, column, _before, after in told.get("changes", ()):
            self.pointers[row, key, column] = Said(after, number)
            if row == "deal" and after is not None:
                self.entries.setdefault(after, number)
        if kind in {"deal.recorded", "deal.corrected"}:
            self.entries[told["entry"]] = number
            if "changes" not in told:
                self.counted[told["entry"]] = number
        if type(told.get("call")) is int:
            self.calls[told["call"]] = number
        if isinstance(told.get("rulebook"), str):
            self.rulebook = Said(told["rulebook"], number)

    def _import_deals(self, number: int, told: dict[str, Any]) -> None:
        for _table, _deal, entry in told["deals"]:
            self.entries[entry] = self.counted[entry] = number

    def _create(self, number: int, told: dict[str, Any]) -> None:
        self.settings |= {name: Said(value, number) for name, value in told.items()}

    def _change_settings(self, number: int, told: dict[str, Any]) -> None:
        for name, (_before, after) in told["values"].items():
            self.settings[name] = Said(after, number)

    def _plan_rounds(self, number: int, told: dict[str, Any]) -> None:
        self.settings["rounds_planned"] = Said(told["to"], number)

    def _draw_lot(self, number: int, told: dict[str, Any]) -> None:
        self.lot = Said(told["seed"], number)

    def _pay(self, number: int, told: dict[str, Any]) -> None:
        self.payments[told["payment"]] = Said(told["amount"], number)

    def _strike_off(self, number: int, _told: dict[str, Any]) -> None:
        # The payments of who goes go along, once they come to nothing.
        self.struck_off = number

    def _draw(self, number: int, told: dict[str, Any]) -> None:
        seats: dict[int, Place] = {self.teams[team]: None for team in told["byes"]}
        for table, side_a, side_b, _label in told["tables"]:
            for side, teams in (("A", side_a), ("B", side_b)):
                for place, team in enumerate(teams, 1):
                    seats[self.teams[team]] = (table, side, place)
        self.rounds[told["round"]] = RoundSaid(number, seats)

    def _seat(self, _number: int, told: dict[str, Any]) -> None:
        seats = self.rounds[told["round"]].seats
        for team, _before, after in told["moves"]:
            if after == "absent":
                seats.pop(team, None)
            else:
                seats[team] = tuple(after) if isinstance(after, list) else None

    def _close(self, _number: int, told: dict[str, Any]) -> None:
        self.rounds[told["round"]].is_closed = True

    def _reopen(self, _number: int, told: dict[str, Any]) -> None:
        self.rounds[told["round"]].is_closed = False

    def _cancel(self, number: int, told: dict[str, Any]) -> None:
        del self.rounds[told["round"]]
        if told["round"] == 1:
            self.rulebook = Said(None, number)

    def _remove(self, _number: int, told: dict[str, Any]) -> None:
        self.removed[told["round_id"]] = self.rounds.pop(told["round"])

    def _restore(self, _number: int, told: dict[str, Any]) -> None:
        self.rounds[told["round"]] = self.removed.pop(told["round_id"])

    _LISTENERS: ClassVar[dict[str, Callable[[Testimony, int, dict[str, Any]], None]]] = {
        "deals.imported": _import_deals,
        "tournament.created": _create,
        "tournament.settings_changed": _change_settings,
        "rulebook.changed": _change_settings,
        "rounds.planned": _plan_rounds,
        "standings.lot_drawn": _draw_lot,
        "payment.taken": _pay,
        "payment.given_back": _pay,
        "team.deleted": _strike_off,
        "player.removed": _strike_off,
        "round.drawn": _draw,
        "round.closed": _close,
        "round.reopened": _reopen,
        "round.cancelled": _cancel,
        "round.removed": _remove,
        "round.restored": _restore,
        **dict.fromkeys(("seat.swapped", "seat.added", "seat.taken", "seat.left"), _seat),
    }
