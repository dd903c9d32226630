"""Who plays whom: pure and seeded, so that anyone can draw a printed round again.

The same inputs and seed give the same draw on every machine. Each shape of contest
has its module in ``shapes``; all take the same inputs and give the same value.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from tournament.rounds.shapes.brackets import draw_brackets
from tournament.rounds.shapes.individual import draw_individual
from tournament.rounds.shapes.mitchell import draw_mitchell
from tournament.rounds.shapes.pools import draw_pools
from tournament.rounds.shapes.round_robin import draw_round_robin
from tournament.rounds.shapes.swiss import draw_by_lot, draw_by_standings
from tournament.rounds.shapes.values import Breach, Broken, Draw, DrawInputs, Group, Table

__all__ = [
    "SHAPES",
    "Breach",
    "Broken",
    "Draw",
    "DrawInputs",
    "Group",
    "Table",
    "as_text",
    "draw",
    "draw_brackets",
    "draw_by_lot",
    "draw_by_standings",
    "draw_individual",
    "draw_mitchell",
    "draw_pools",
    "draw_round_robin",
]

SHAPES: dict[str, Callable[[DrawInputs, str], Draw]] = {
    "lot": draw_by_lot,
    "standings": draw_by_standings,
    "round_robin": draw_round_robin,
    "mitchell": draw_mitchell,
    "individual": draw_individual,
    "pools": draw_pools,
    "brackets": draw_brackets,
}
"""How each kind of draw is made, by the name it is stored under."""


def draw(kind: str, inputs: DrawInputs, seed: str) -> Draw:
    """Draw a round of a kind. Raises ``ValueError`` when there are too few teams for it."""
    return SHAPES[kind](inputs, seed)


def as_text(drawn: dict[str, object]) -> str:
    """Write a draw, as ``Draw.to_json`` gives it, line by line: the same draw, the same bytes."""
    return "".join(
        f"{name}: {json.dumps(row)}\n"
        for name, rows in sorted(drawn.items())
        if isinstance(rows, list)
        for row in rows
    )
