"""Who goes on from the matches of a bracket: the winner, or whom the organiser names."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from scoring import MatchTally, Side
from tournament.deals.tally import match_tallies
from tournament.models import Match, Round, Tournament
from tournament.rounds.draw import Group
from tournament.rounds.shapes.brackets import pairs_to_decide


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """Two teams of which one must go on though nobody won; ``led`` was ahead last, if any."""

    one: int
    other: int
    table: int | None
    led: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Winners:
    """Who won each match, whose opponent was not there, and what is still to be decided."""

    winners: dict[frozenset[int], int]
    absent: tuple[int, ...]
    undecided: tuple[Undecided, ...]
    decided: tuple[tuple[int, int, int], ...]


def winners_of(
    tournament: Tournament, round_: Round, groups: Sequence[Group], named: Collection[int]
) -> Winners:
    """Read who won from the marks of a round of the brackets; ``named`` decide the rest.

    Where seats were changed, the two teams of the bracket may not have met: that
    is for the organiser to decide as well.
    """
    matches = {
        frozenset(entrant.number for side in Side for entrant in match.entrants(side)): match
        for match in round_.matches.with_teams()
    }
    tallies = match_tallies(tournament, [round_])
    seated = set(round_.seats.values_list("team__number", flat=True))
    winners: dict[frozenset[int], int] = {}
    undecided: list[Undecided] = []
    decided: list[tuple[int, int, int]] = []
    for one, other in pairs_to_decide(groups):
        couple = frozenset((one, other))
        if not couple <= seated:
            continue
        match = matches.get(couple)
        tally = tallies.get(match.pk) if match else None
        chosen = couple.intersection(named)
        if match and tally and tally.winner:
            winners[couple] = match.entrants(tally.winner)[0].number
        elif len(chosen) == 1:
            (winners[couple],) = chosen
            decided.append((one, other, winners[couple]))
        else:
            undecided.append(
                Undecided(
                    one=one,
                    other=other,
                    table=match.table if match else None,
                    led=_led(match, tally) if match and tally else None,
                )
            )
    known = {team for group in groups for team in group.teams}
    return Winners(
        winners=winners,
        absent=tuple(sorted(known - seated)),
        undecided=tuple(undecided),
        decided=tuple(decided),
    )


def _led(match: Match, tally: MatchTally) -> int | None:
    """The team that was ahead before the totals became equal."""
    for a, b in reversed(tally.running[: tally.finished_after]):
        if a != b:
            return match.entrants(Side.A if a > b else Side.B)[0].number
    return None
