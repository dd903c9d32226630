"""An individual evening (mêlée): partners change each round, and everyone marks alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from tournament.rounds.shapes.hindrances import Hindrances, byes_due
from tournament.rounds.shapes.matching import LOT_BITS, cheapest, cost_graph
from tournament.rounds.shapes.seating import Meeting, seated
from tournament.rounds.shapes.values import Draw, DrawInputs, Entrants

LEAST_PLAYERS = 4
"""A table has two sides of two partners."""
MOST_TRIES, TRIED_PLAYERS = 8, 400
"""Small evenings are tried several times over, so that opponents vary as well."""


def draw_individual(inputs: DrawInputs, seed: str) -> Draw:
    """Seat players by lot: nobody with the same partner twice while that can be avoided.

    Then opponents vary as far as they can. What is over four sits out: first
    whoever did so least, the lowest ranked of them, another only where that spares
    a partner met again.
    """
    if len(inputs.teams) < LEAST_PLAYERS:
        raise ValueError("a draw needs four players")
    lot = random.Random(seed)  # noqa: S311 -- a draw must be repeatable from its printed seed
    hindrances = Hindrances.of(inputs)
    order = list(inputs.teams)
    if inputs.number == 1:
        order.sort()
        lot.shuffle(order)
    tries = max(1, min(MOST_TRIES, TRIED_PLAYERS // len(order)))
    draws = [_tried(order, inputs, hindrances, lot) for _try in range(tries)]
    _cost, meetings, byes = min(draws, key=lambda each: each[0])
    drawn = seated(meetings, byes, inputs, hindrances)
    # Opponents meet again on any evening of a few rounds: shown, not to be accepted.
    return replace(drawn, rematches=(), met_again=drawn.rematches)


def _tried(
    order: Sequence[int], inputs: DrawInputs, hindrances: Hindrances, lot: random.Random
) -> tuple[tuple[int, int, int], list[Meeting], list[int]]:
    """Match players to partners, then partners to opponents, and weigh the whole."""
    partners, byes = _partners(order, inputs, hindrances, lot)
    meetings = _meetings(partners, hindrances, lot)
    lot.shuffle(meetings)
    cost = (
        sum(_forbidden(meeting.a, meeting.b, hindrances) for meeting in meetings),
        sum(hindrances.against_partners(*side) for side in partners),
        sum(_against(meeting.a, meeting.b, hindrances) for meeting in meetings),
    )
    return cost, meetings, byes


def _partners(
    order: Sequence[int], inputs: DrawInputs, hindrances: Hindrances, lot: random.Random
) -> tuple[list[Entrants], list[int]]:
    """Match players two by two; who sits out is matched to one of the places outside."""
    outside = len(order) % LEAST_PLAYERS
    must, may = byes_due(order, inputs.had_bye, outside)
    players = [player for player in order if player not in must]
    choice = {player: index for index, player in enumerate(may)}
    count = len(players)
    again = (count + 1) * LEAST_PLAYERS
    forbidden = again * count * hindrances.most

    def cost(one: int, other: int) -> int | None:
        if one >= count:
            return None
        if other >= count:
            price = choice.get(players[one])
            if price is None:
                return None
        else:
            pair = players[one], players[other]
            price = again * hindrances.against_partners(*pair)
            price += forbidden * hindrances.forbids(*pair)
        return (price << LOT_BITS) + lot.getrandbits(LOT_BITS - 8)

    matching = cheapest(cost_graph(count + outside - len(must), cost))
    pairs = [(players[one], players[other]) for one, other in matching if other < count]
    return pairs, [*must, *(players[one] for one, other in matching if other >= count)]


def _meetings(
    partners: Sequence[Entrants], hindrances: Hindrances, lot: random.Random
) -> list[Meeting]:
    """Match sides two by two, those who have met least."""
    forbidden = 4 * hindrances.most * (len(partners) + 1)

    def cost(one: int, other: int) -> int:
        pair = partners[one], partners[other]
        price = forbidden * _forbidden(*pair, hindrances) + _against(*pair, hindrances)
        return (price << LOT_BITS) + lot.getrandbits(LOT_BITS - 8)

    matching = cheapest(cost_graph(len(partners), cost))
    return [Meeting(a=partners[one], b=partners[other]) for one, other in matching]


def _forbidden(a: Entrants, b: Entrants, hindrances: Hindrances) -> int:
    return sum(hindrances.forbids(one, other) for one, other in product(a, b))


def _against(a: Entrants, b: Entrants, hindrances: Hindrances) -> int:
    return sum(hindrances.against(one, other) for one, other in product(a, b))
