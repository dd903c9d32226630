"""The charts of a contest, with the words and the tables that stand beside them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import pgettext_lazy

from tournament.models import Team, Tournament
from tournament.standings.charts import Race, RaceLine, Spreads, race, spreads
from tournament.standings.results import PartKind
from tournament.standings.services import running_ranks, standings
from tournament.standings.shares import CAPOT, FAILED, IMPOSSIBLE, MADE, TIED, Shares, shares_of

WORDS = {
    CAPOT: pgettext_lazy("a share of the deals", "capot"),
    MADE: pgettext_lazy("a share of the deals", "made"),
    FAILED: pgettext_lazy("a share of the deals", "failed"),
    TIED: pgettext_lazy("a share of the deals", "tied"),
    IMPOSSIBLE: pgettext_lazy("a share of the deals", "not possible there"),
}
"""How a contract ended, as the chart of the deals says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Charts:
    """Three charts: the ranks round by round, the marks of each round, how the deals ended.

    ``after`` is the last round that counts, None before any.
    """

    after: int | None
    race: Race | None
    runners: tuple[tuple[RaceLine, Team], ...]
    spreads: Spreads | None
    shares: tuple[Shares, ...]

    @property
    def kinds(self) -> list[tuple[str, object]]:
        """The kinds of endings that some deal has, with their words."""
        seen = {part.kind for shares in self.shares for part in shares.portions if part.count}
        return [(kind, word) for kind, word in WORDS.items() if kind in seen]


def charts_of(tournament: Tournament) -> Charts:
    """Draw the charts of a contest from its closed rounds alone."""
    found = standings(tournament)
    teams = {line.team.number: line.team for line in found.lines}
    marks: dict[int, list[int]] = defaultdict(list)
    for line in found.lines:
        for part in line.parts:
            if part.kind is PartKind.PLAYED and part.result is not None:
                marks[part.round].append(part.marks)
    drawn = race(running_ranks(tournament))
    return Charts(
        after=found.after,
        race=drawn,
        runners=tuple((line, teams[line.team]) for line in drawn.lines) if drawn else (),
        spreads=spreads(marks),
        shares=shares_of(tournament),
    )
