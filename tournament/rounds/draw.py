"""Who plays whom: pure and seeded, so that anyone can draw a printed round again.

Teams are known by their numbers. The same teams, history and seed give the same
draw on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import rustworkx

Pair = tuple[int, int]

WHOLE_GRAPH = 500
"""Up to so many teams every possible pair is weighed, and the draw is the best there is."""
WINDOW = 80
"""Above, a team is first weighed against those at most so many ranks away."""
LOT_BITS = 32
"""How fine the lot is that decides between draws of equal cost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The tables in order, from table 1; the team that sits out; the pairs that meet again."""

    tables: tuple[Pair, ...]
    bye: int | None
    rematches: tuple[Pair, ...]


def draw_by_lot(
    teams: Sequence[int],
    seed: str,
    *,
    met: Collection[frozenset[int]] = (),
    had_bye: Collection[int] = (),
) -> Draw:
    """Seat teams by lot, whatever the order they are given in.

    In a later round ``met`` and ``had_bye`` are kept apart and seated as in a
    draw by standings, the lot standing in for the ranks.
    """
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    shuffled = sorted(teams)
    lot.shuffle(shuffled)
    return _draw(shuffled, met, had_bye, lot)


def draw_by_standings(
    ranked: Sequence[int],
    met: Collection[frozenset[int]],
    had_bye: Collection[int],
    seed: str,
) -> Draw:
    """Seat neighbours of the standings together, the best at table 1, nobody twice.

    Of an odd number, the lowest ranked team outside ``had_bye`` sits out; one
    ranked higher only where that spares a rematch. Pairs of ``met`` meet again
    only when every complete draw has such a pair, and then as few as possible.
    The seed decides between draws that are equally good.
    """
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    return _draw(list(ranked), met, had_bye, lot)


def _draw(
    order: list[int],
    met: Collection[frozenset[int]],
    had_bye: Collection[int],
    lot: random.Random,
) -> Draw:
    if len(set(order)) != len(order):
        raise ValueError("a team is listed twice")
    if len(order) < 2:  # noqa: PLR2004 -- a table has two sides
        raise ValueError("a draw needs two teams")
    past = frozenset(met)
    draws: list[Draw] = []
    for bye in _who_may_sit_out(order, frozenset(had_bye)):
        seated = [team for team in order if team != bye]
        draws.append(_seated(seated, bye, past, lot))
        if not draws[-1].rematches:
            break
    return min(draws, key=lambda draw: len(draw.rematches))


def _who_may_sit_out(order: list[int], had_bye: frozenset[int]) -> Sequence[int | None]:
    """List the teams that may have the bye, first choice first."""
    if len(order) % 2 == 0:
        return [None]
    lowest_first = order[::-1]
    return [team for team in lowest_first if team not in had_bye] or lowest_first


def _seated(
    order: list[int], bye: int | None, met: frozenset[frozenset[int]], lot: random.Random
) -> Draw:
    tables = tuple((order[one], order[other]) for one, other in _matched(order, met, lot))
    rematches = tuple(pair for pair in tables if frozenset(pair) in met)
    return Draw(tables=tables, bye=bye, rematches=rematches)


def _matched(order: list[int], met: frozenset[frozenset[int]], lot: random.Random) -> list[Pair]:
    """Pair the ranks 0, 1, 2… of an even number of teams, the best pair first."""
    count = len(order)
    window = WINDOW if count > WHOLE_GRAPH else count
    while window < count:
        pairs = _best_pairs(order, met, lot, window=window, again=False)
        if 2 * len(pairs) == count:
            return pairs
        window *= 2
    return _best_pairs(order, met, lot, window=count, again=True)


def _best_pairs(
    order: list[int],
    met: frozenset[frozenset[int]],
    lot: random.Random,
    *,
    window: int,
    again: bool,
) -> list[Pair]:
    """Pair as many ranks as can be, at the least cost; rematches only if ``again``.

    The cost of a pair is the square of its distance in rank. A rematch costs more
    than all other pairs together, and the lot less than one step of distance.
    """
    count = len(order)
    rematch = count**3
    step = count << LOT_BITS
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    edges = []
    for one in range(count):
        for other in range(one + 1, min(one + window + 1, count)):
            has_met = frozenset((order[one], order[other])) in met
            if has_met and not again:
                continue
            cost = (other - one) ** 2 + rematch * has_met
            edges.append((one, other, -(cost * step + lot.getrandbits(LOT_BITS))))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)
