"""The standings, derived from the closed rounds whenever they are asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring import MatchTally, Side
from tournament.deals.tally import match_tallies
from tournament.models import ByeKind, Ranking, Round, Seat, Team, Tournament
from tournament.standings.ranking import Criterion, Record, Row, half_up_average, rank

CRITERIA: dict[str, tuple[Criterion, ...]] = {
    Ranking.MARKS: (Criterion.MARKS,),
    Ranking.WINS: (Criterion.WINS, Criterion.MARKS),
}
HALF_TABLE = 81
"""Half of what the cards of a deal are worth; only where the number of deals is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the standings: the team, and what ranks it."""

    team: Team
    row: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings of a contest after its closed rounds.

    ``after`` is the number of the last one, None before any; ``open_round`` is
    the round being played, of which nothing counts yet.
    """

    lines: tuple[Line, ...]
    after: int | None
    open_round: int | None

    @property
    def is_provisional(self) -> bool:
        """Whether a round is being played, so that the ranks will move."""
        return self.open_round is not None


def standings(tournament: Tournament) -> Standings:
    """Rank a tournament's teams by its closed rounds, whatever is typed in an open one.

    The number of queries does not depend on the number of rounds or deals.
    """
    rounds = list(tournament.rounds.order_by("number"))
    closed = [round_ for round_ in rounds if round_.is_closed]
    sums = _sums(tournament, closed)
    teams = {
        team.number: team
        for team in tournament.teams.prefetch_related("players")
        if team.pk in sums or not team.withdrawn
    }
    records = [sums[team.pk].as_record(number) for number, team in teams.items()]
    rows = rank(records, CRITERIA[tournament.ranking])
    return Standings(
        lines=tuple(Line(team=teams[row.team], row=row) for row in rows),
        after=closed[-1].number if closed else None,
        open_round=next((round_.number for round_ in rounds if not round_.is_closed), None),
    )


@dataclass(slots=True)
class _Sum:
    """A team's record while it is being added up."""

    marks: int = 0
    against: int = 0
    wins: int = 0
    played: int = 0
    byes: int = 0
    bye_marks: int = 0

    def add_match(self, side: Side, tally: MatchTally | None) -> None:
        self.played += 1
        if tally is None:
            return
        own, other = tally.totals if side is Side.A else reversed(tally.totals)
        self.marks += own
        self.against += other
        self.wins += tally.winner is side

    def add_bye(self, marks: int, *, is_win: bool) -> None:
        self.byes += 1
        self.bye_marks += marks
        self.wins += is_win

    def as_record(self, number: int) -> Record:
        return Record(
            team=number,
            marks=self.marks + self.bye_marks,
            against=self.against,
            difference=self.marks - self.against,
            wins=self.wins,
            played=self.played,
            byes=self.byes,
        )


def _sums(tournament: Tournament, closed: Sequence[Round]) -> defaultdict[int, _Sum]:
    """Add up what each team, by its id, did in the closed rounds."""
    tallies = match_tallies(tournament, closed)
    seats_of: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(round__in=closed).order_by("pk"):
        seats_of[seat.round_id].append(seat)
    sums: defaultdict[int, _Sum] = defaultdict(_Sum)
    for seats in seats_of.values():
        at_tables = [(seat, tallies.get(seat.match_id)) for seat in seats if not seat.is_bye]
        for seat, tally in at_tables:
            sums[seat.team_id].add_match(Side(seat.side), tally)
        bye_marks = _bye_marks(tournament, [tally for _seat, tally in at_tables])
        for seat in seats:
            if seat.is_bye:
                sums[seat.team_id].add_bye(bye_marks, is_win=tournament.bye_wins)
    return sums


def _bye_marks(tournament: Tournament, tallies: Iterable[MatchTally | None]) -> int:
    """Return what sitting out a round marks, given the tally of each seated team."""
    if tournament.bye_kind == ByeKind.FIXED:
        return tournament.bye_marks
    seen = list(tallies)
    if not seen:
        return 0
    if tournament.bye_kind == ByeKind.AVERAGE:
        # Each match is seen from both of its sides, so half of its total is a side's share.
        shared = sum(sum(tally.totals) for tally in seen if tally)
        return half_up_average(shared, 2 * len(seen))
    return HALF_TABLE * (tournament.match_end.deals or 0)
