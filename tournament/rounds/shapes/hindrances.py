"""What stands between two teams: that they must not meet, or had better not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.rounds.shapes.values import DrawInputs

Couple = frozenset[int]
"""Two teams, whichever is named first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindrances:
    """How often pairs met, and the pairs that a constraint keeps apart."""

    met: Counter[Couple]
    partnered: Counter[Couple]
    apart: frozenset[Couple]
    same_club: frozenset[Couple]
    fixed: dict[int, int]

    @classmethod
    def of(cls, inputs: DrawInputs) -> Hindrances:
        """Read them from the inputs of a draw."""
        return cls(
            met=_counted(inputs.met),
            partnered=_counted(inputs.partnered),
            apart=frozenset(map(frozenset, inputs.apart)),
            same_club=frozenset(
                frozenset(pair) for club in inputs.same_club for pair in combinations(club, 2)
            ),
            fixed=dict(inputs.fixed),
        )

    def forbids(self, one: int, other: int) -> bool:
        """Whether the two cannot sit at one table unless a constraint breaks."""
        if one in self.fixed and self.fixed[one] != self.fixed.get(other, self.fixed[one]):
            return True
        return bool(self.apart) and frozenset((one, other)) in self.apart

    def against(self, one: int, other: int) -> int:
        """How much speaks against the two as opponents: 0 nothing, more the oftener they met."""
        couple = frozenset((one, other))
        return _more_each_time(self.met.get(couple, 0)) + (couple in self.same_club)

    def against_partners(self, one: int, other: int) -> int:
        """How much speaks against the two as partners."""
        return _more_each_time(self.partnered.get(frozenset((one, other)), 0))

    @property
    def most(self) -> int:
        """More than can ever speak against one pair."""
        times = max((*self.met.values(), *self.partnered.values()), default=0)
        return _more_each_time(times) + 2


def byes_due(
    order: Sequence[int], had_bye: Iterable[int], places: int
) -> tuple[list[int], list[int]]:
    """Say who sits out: those who must, then those among whom the rest is chosen, first first.

    Nobody sits out again while another has done so less often; ``order`` is best first.
    """
    times = Counter(had_bye)
    must: list[int] = []
    may: list[int] = []
    for level in sorted({times[team] for team in order}):
        must += may
        may = [team for team in reversed(order) if times[team] == level]
        if len(must) + len(may) >= places:
            break
    return (must, may) if places else ([], [])


def best_first(inputs: DrawInputs, lot: random.Random) -> list[int]:
    """Order the teams by the standings, the equal ones by lot; as given before there are any."""
    if not inputs.ranks:
        return list(inputs.teams)
    rank = dict(zip(inputs.teams, inputs.ranks, strict=True))
    chance = {team: lot.random() for team in sorted(inputs.teams)}
    return sorted(inputs.teams, key=lambda team: (rank[team], chance[team]))


def _counted(pairs: Iterable[Iterable[int]]) -> Counter[Couple]:
    return Counter(map(frozenset, pairs))


def _more_each_time(times: int) -> int:
    return 2 * times - 1 if times else 0
