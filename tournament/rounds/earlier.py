"""What happened in the rounds before one: who met, who were partners, who sat out."""

from __future__ import annotations

from collections import defaultdict

from tournament.models import Round, Seat
from tournament.rounds.chairs import Chair, Pair, opponents, partners


class Earlier:
    """Who met whom, sat with whom and sat out in the rounds before one: the last such round."""

    def __init__(self) -> None:
        self.met: dict[Pair, int] = {}
        self.partners: dict[Pair, int] = {}
        self.byes: dict[int, int] = {}


def before_round(round_: Round) -> Earlier:
    """Read what happened before a round, in one query."""
    seats = Seat.objects.filter(
        round__tournament=round_.tournament_id, round__number__lt=round_.number
    ).order_by("round__number")
    found = Earlier()
    rounds: defaultdict[int, dict[int, Chair | None]] = defaultdict(dict)
    fields = ("round__number", "team_id", "match__table", "side", "place")
    for number, team, table, side, place in seats.values_list(*fields):
        rounds[number][team] = None if table is None else Chair(table, side, place)
        if table is None:
            found.byes[team] = number
    for number, seating in rounds.items():
        found.met |= dict.fromkeys(opponents(seating), number)
        found.partners |= dict.fromkeys(partners(seating), number)
    return found
