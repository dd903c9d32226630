"""A draw made again from its seed and lists, beside the draw as it was made."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import Side
from tournament.models import Round
from tournament.rounds.draw import DrawInputs, as_text, draw


@dataclass(frozen=True, slots=True, kw_only=True)
class Redrawn:
    """A draw as the journal has it, and as its seed and lists give it today.

    ``moved`` are the tables where somebody else sits since: a change of seats is
    not a fault of the draw.
    """

    seed: str
    made: str
    again: str
    moved: tuple[int, ...]

    @property
    def is_same(self) -> bool:
        """Whether the two are the same, byte for byte."""
        return self.made == self.again


def redraw(round_: Round) -> Redrawn:
    """Draw a round again. What was corrected since plays no part: the lists were kept."""
    drawn = draw(round_.draw_kind, DrawInputs.from_json(round_.inputs), round_.seed)
    again = drawn.to_json()
    entry = round_.tournament.journal.filter(
        kind="round.drawn", details__round=round_.number, details__seed=round_.seed
    ).last()
    kept = entry.details if entry else {}
    made = {name: kept.get(name, round_.inputs.get("drawn", {}).get(name)) for name in again}
    return Redrawn(
        seed=round_.seed,
        made=as_text(made),
        again=as_text(again),
        moved=_moved(round_, made["tables"]),
    )


def _moved(round_: Round, tables: list[tuple[int, list[int], list[int], str]]) -> tuple[int, ...]:
    """Find the tables where not the teams of the draw sit, on the sides it gave them."""
    seated = {
        match.table: [[team.number for team in match.entrants(side)] for side in Side]
        for match in round_.matches.with_teams()
    }
    given = {table: [a, b] for table, a, b, _label in tables}
    numbers = sorted({*seated, *given})
    return tuple(table for table in numbers if seated.get(table) != given.get(table))
