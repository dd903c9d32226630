"""One team's own page: its rounds one by one, with whom, against whom, and its rank after each."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.models import Match, Team, Tournament
from tournament.standings.results import Part, PartKind
from tournament.standings.services import Line, running_ranks, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """One closed round of a team; ``total`` and ``rank`` are those after it.

    An excluded team has no rank.
    """

    part: Part
    partners: tuple[Team, ...]
    opponents: tuple[Team, ...]
    total: int
    rank: int | None

    @property
    def state(self) -> str:
        """What the round was: won, tied, lost, unplayed, bye, missed or away."""
        if self.part.kind is not PartKind.PLAYED:
            return self.part.kind.value
        return {1: "won", 0: "tied", -1: "lost", None: "unplayed"}[self.part.result]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecord:
    """What a team did; ``line`` is None when it is not in the standings.

    ``open_round`` is the number of the round being played, ``match`` where it sits in it.
    """

    team: Team
    line: Line | None
    rounds: tuple[RecordLine, ...]
    open_round: int | None
    match: Match | None
    sits_out: bool


def team_record(tournament: Tournament, team: Team) -> TeamRecord:
    """Gather a team's record; the number of queries does not depend on the rounds."""
    found, ranks = standings(tournament), running_ranks(tournament)
    lines = (*found.lines, *found.excluded)
    line = next((line for line in lines if line.team.pk == team.pk), None)
    teams = {line.team.number: line.team for line in lines}
    rounds, total = [], 0
    for part in line.parts if line else ():
        total += part.marks
        rounds.append(
            RecordLine(
                part=part,
                partners=tuple(teams[number] for number in part.partners),
                opponents=tuple(teams[number] for number in part.opponents),
                total=total,
                rank=ranks[part.round].get(team.number),
            )
        )
    seat = team.seats.filter(round__tournament=tournament, round__closed_at__isnull=True).first()
    match = Match.objects.with_teams().get(pk=seat.match_id) if seat and seat.match_id else None
    return TeamRecord(
        team=team,
        line=line,
        rounds=tuple(rounds),
        open_round=found.open_round,
        match=match,
        sits_out=seat is not None and match is None,
    )
