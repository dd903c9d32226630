"""Fixed pairs over any number of rounds: by lot, or neighbours of the standings together."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tournament.rounds.shapes.hindrances import Hindrances, best_first
from tournament.rounds.shapes.matching import pair_up
from tournament.rounds.shapes.seating import Meeting, seated
from tournament.rounds.shapes.values import Draw, DrawInputs

LEAST_TEAMS = 2
"""A table has two sides."""


def draw_by_lot(inputs: DrawInputs, seed: str) -> Draw:
    """Seat teams by lot, whatever the order they are given in.

    Who has met is kept apart, and who sits out is chosen, as in a draw by standings:
    the lowest ranked of those with the fewest byes, by lot among equals, and in the
    first round by lot among all.
    """
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    shuffled = sorted(inputs.teams)
    lot.shuffle(shuffled)
    ranked = best_first(inputs, lot) if inputs.ranks else shuffled
    return _draw(shuffled, inputs, lot, ranked=ranked)


def draw_by_standings(inputs: DrawInputs, seed: str) -> Draw:
    """Seat neighbours of the standings together, the best at table 1, nobody twice.

    Of an odd number, the lowest ranked team with the fewest byes sits out; one
    ranked higher only where that spares a rematch. Pairs meet again only when every
    complete draw has such a pair, and then as few as possible. The seed decides
    between draws that are equally good.
    """
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    return _draw(inputs.teams, inputs, lot, ranked=inputs.teams)


def _draw(
    order: Sequence[int], inputs: DrawInputs, lot: random.Random, *, ranked: Sequence[int]
) -> Draw:
    if len(order) < LEAST_TEAMS:
        raise ValueError("a draw needs two teams")
    hindrances = Hindrances.of(inputs)
    pairs, byes = pair_up(order, hindrances, inputs.had_bye, lot, ranked=ranked)
    meetings = [Meeting(a=(one,), b=(other,)) for one, other in pairs]
    return seated(meetings, byes, inputs, hindrances)
