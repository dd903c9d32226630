"""The graph of who could meet whom, and the complete draw of least cost in it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence

import rustworkx

from tournament.rounds.shapes.hindrances import Hindrances, byes_due
from tournament.rounds.shapes.values import Pair

WHOLE_GRAPH = 500
"""Up to so many teams every possible pair is weighed, and the draw is the best there is."""
WINDOW = 80
"""Above, a team is first weighed against those at most so many ranks away."""
LOT_BITS = 32
"""How fine the lot is that decides between draws of equal cost."""

Weigh = Callable[[int, int], int]


def pair_up(
    order: Sequence[int],
    hindrances: Hindrances,
    had_bye: Iterable[int],
    lot: random.Random,
    *,
    ranked: Sequence[int] = (),
) -> tuple[list[Pair], list[int]]:
    """Pair neighbours of an order, nobody against the same team twice; say who sits out.

    Of an odd number, the last team that had the fewest byes sits out; one before it
    only where that spares a pair that must not or had better not meet. ``ranked``
    says who is last, where that is not the order in which neighbours are paired.
    """
    _must, may = byes_due(ranked or order, had_bye, len(order) % 2)
    bye = may[:1]
    pairs = _pairs([team for team in order if team not in bye], hindrances, lot)
    if bye and any(_is_hindered(pair, hindrances) for pair in pairs):
        better = _best_bye(order, may, hindrances)
        if better != bye:
            bye = better
            pairs = _pairs([team for team in order if team not in bye], hindrances, lot)
    return pairs, bye


def rank_graph(
    order: Sequence[int],
    hindrances: Hindrances,
    lot: random.Random,
    *,
    window: int,
    again: bool,
) -> rustworkx.PyGraph[int, int]:
    """Build the graph of the ranks 0, 1, 2… with what each pair costs, negated.

    The cost of a pair is the square of its distance in rank. A rematch costs more
    than all other pairs together, a pair that must not meet more than all
    rematches, and the lot less than one step of distance. Hindered pairs are in
    the graph only if ``again``.
    """
    count = len(order)
    rematch = count**3
    forbidden = rematch * count * hindrances.most
    step = count << LOT_BITS
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    edges = []
    for one in range(count):
        for other in range(one + 1, min(one + window + 1, count)):
            is_forbidden = hindrances.forbids(order[one], order[other])
            against = hindrances.against(order[one], order[other])
            if (is_forbidden or against) and not again:
                continue
            cost = (other - one) ** 2 + rematch * against + forbidden * is_forbidden
            edges.append((one, other, -(cost * step + lot.getrandbits(LOT_BITS))))
    graph.add_edges_from(edges)
    return graph


def cost_graph(count: int, cost: Callable[[int, int], int | None]) -> rustworkx.PyGraph[int, int]:
    """Build the graph of any ``count`` things with what each pair costs, negated.

    A pair whose cost is None cannot be.
    """
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    edges = []
    for one in range(count):
        for other in range(one + 1, count):
            price = cost(one, other)
            if price is not None:
                edges.append((one, other, -price))
    graph.add_edges_from(edges)
    return graph


def cheapest(graph: rustworkx.PyGraph[int, int]) -> list[Pair]:
    """Match as many nodes as can be, at the least cost, in the order of the nodes."""
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matching)


def assign(rows: int, columns: int, cost: Callable[[int, int], int]) -> list[int]:
    """Give each row a column of its own at the least cost; there are columns enough."""
    if not rows:
        return []

    def price(one: int, other: int) -> int | None:
        return cost(one, other - rows) if one < rows <= other else None

    return [column - rows for _row, column in cheapest(cost_graph(rows + columns, price))]


def _pairs(order: Sequence[int], hindrances: Hindrances, lot: random.Random) -> list[Pair]:
    """Pair an even number of teams, the best pair first."""
    count = len(order)
    window = WINDOW if count > WHOLE_GRAPH else count
    while window < count:
        found = cheapest(rank_graph(order, hindrances, lot, window=window, again=False))
        if 2 * len(found) == count:
            break
        window *= 2
    else:
        found = cheapest(rank_graph(order, hindrances, lot, window=count, again=True))
    return [(order[one], order[other]) for one, other in found]


def _best_bye(order: Sequence[int], may: Sequence[int], hindrances: Hindrances) -> list[int]:
    """Find who has to sit out for the fewest hindered pairs; the first of ``may`` among equals."""
    count = len(order)
    choice = {team: index for index, team in enumerate(may)}
    rematch = count + 1
    forbidden = rematch * count * hindrances.most

    def cost(one: int, other: int) -> int | None:
        # The last node is the bye.
        if other == count:
            return choice.get(order[one])
        pair = order[one], order[other]
        return rematch * hindrances.against(*pair) + forbidden * hindrances.forbids(*pair)

    matching = cheapest(cost_graph(count + 1, cost))
    return [order[one] for one, other in matching if other == count]


def _is_hindered(pair: Pair, hindrances: Hindrances) -> bool:
    return hindrances.forbids(*pair) or hindrances.against(*pair) > 0
