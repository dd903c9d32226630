"""What is read on a wall, as values: the draw, the results of a round, the standings.

Nothing here asks whether it may be shown: whoever shows it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import get_language

from scoring import Side
from tournament.deals.by_table import by_table
from tournament.deals.states import TableState
from tournament.deals.tally import MatchSheet
from tournament.models import Match, Round, Ruling, Team, Tournament
from tournament.standings.cache import kept
from tournament.standings.notes import line_notes
from tournament.standings.reading import results_of
from tournament.standings.services import Line, Standings, running_ranks, standings
from tournament.standings.tables import FIGURES, figures_of
from tournament.text import search_key

Entrants = tuple[Team, ...]
"""Who sits on a side: a team, or two players where partners change each round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """A table of a draw: its number, what is played for there, and who sits on both sides."""

    table: int
    label: str
    a: Entrants
    b: Entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where one team sits in a round: a table, its side and who is opposite; or nowhere."""

    team: Team
    seats: Seats | None = None
    side: str = ""

    @property
    def opponents(self) -> Entrants:
        """Who is opposite."""
        if self.seats is None:
            return ()
        return self.seats.b if self.side == Side.A else self.seats.a

    @property
    def partners(self) -> Entrants:
        """Who else is on its side, where partners change each round."""
        if self.seats is None:
            return ()
        own = self.seats.a if self.side == Side.A else self.seats.b
        return tuple(team for team in own if team.pk != self.team.pk)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """A round as it was drawn."""

    round: Round
    tables: tuple[Seats, ...]
    byes: Entrants

    @property
    def places(self) -> list[Place]:
        """Where everybody sits, by name: one finds one's own."""
        seated = [
            Place(team=team, seats=seats, side=side)
            for seats in self.tables
            for side, teams in ((Side.A.value, seats.a), (Side.B.value, seats.b))
            for team in teams
        ]
        everybody = [*seated, *(Place(team=team) for team in self.byes)]
        return sorted(everybody, key=lambda place: (search_key(place.team.name), place.team.number))

    def place_of(self, team: Team) -> Place | None:
        """Where a team sits; None where it is not in the round."""
        return next((place for place in self.places if place.team.pk == team.pk), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """What a table brought: both totals, A's first; None where it brought no deal."""

    seats: Seats
    totals: tuple[int, int] | None
    winner: Side | None = None
    totals_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of a round: all of them once it is closed, before that the finished tables."""

    round: Round
    tables: tuple[TableResult, ...]
    byes: Entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A line of the standings as it is shown: how far it moved, its figures, what to know."""

    line: Line
    rise: int | None
    figures: tuple[str, ...]
    notes: tuple[str, ...]

    @property
    def fall(self) -> int:
        """How many ranks it lost."""
        return -(self.rise or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """The standings as they hang: the words over the figures, then a list for each pool."""

    standings: Standings
    headings: tuple[str, ...]
    lists: tuple[tuple[str, tuple[Ranked, ...]], ...]


def latest_draw(tournament: Tournament) -> Draw | None:
    """Read the last round that was drawn; None before the first."""
    round_ = tournament.rounds.defer("inputs").order_by("-number").first()
    if round_ is None:
        return None
    round_.tournament = tournament
    matches = round_.matches.with_teams()
    byes = round_.seats.filter(match__isnull=True).select_related("team")
    return Draw(
        round=round_,
        tables=tuple(map(seats_of, matches)),
        byes=tuple(seat.team for seat in byes.prefetch_related("team__players")),
    )


def seats_of(match: Match) -> Seats:
    """Say who sits at a table; its seats must be loaded."""
    return Seats(
        table=match.table,
        label=match.label,
        a=tuple(match.entrants(Side.A)),
        b=tuple(match.entrants(Side.B)),
    )


def closed_results(tournament: Tournament, number: int) -> Results | None:
    """Read the results of a round that counts; None where there is no such round."""
    rounds = tournament.rounds.closed().defer("inputs")
    round_ = rounds.filter(number=number).first()
    if round_ is None:
        return None
    round_.tournament = tournament
    (result,) = results_of(tournament, [round_])
    teams = {team.number: team for team in tournament.teams.prefetch_related("players")}
    return Results(
        round=round_,
        tables=tuple(
            TableResult(
                seats=Seats(
                    table=match.table,
                    label=match.label,
                    a=tuple(teams[number] for number in match.sides[0]),
                    b=tuple(teams[number] for number in match.sides[1]),
                ),
                totals=match.totals,
                winner=match.winner,
                totals_only=match.totals_only,
            )
            for match in result.matches
        ),
        byes=tuple(teams[number] for number in result.byes),
    )


def finished_tables(round_: Round) -> Results:
    """Read the tables of a round that have nothing left to type, to confirm or to settle."""
    found = by_table(round_, ("wall", get_language()), _finished)
    return Results(round=round_, tables=tuple(filter(None, found)), byes=())


def closed_numbers(tournament: Tournament) -> list[int]:
    """Number the rounds that count, in order."""
    closed = tournament.rounds.closed().order_by("number")
    return list(closed.values_list("number", flat=True))


def wall_standings(tournament: Tournament) -> Wall:
    """Lay the standings out: every line with its figures, as everybody may read them."""
    return kept(tournament, ("wall", get_language()), lambda: _laid_out(tournament))


def known(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """Leave out what a ruling would tell of a round that is being played."""
    return rulings.exclude(match__round__tournament__isnull=False, match__round__closed_at=None)


def _laid_out(tournament: Tournament) -> Wall:
    found, ranks = standings(tournament), running_ranks(tournament)
    figures = figures_of(found.criteria)
    before = ranks.get(sorted(ranks)[-2], {}) if len(ranks) > 1 else {}

    def ranked(lines: Iterable[Line], earlier: Mapping[int, int]) -> tuple[Ranked, ...]:
        return tuple(
            Ranked(
                line=line,
                rise=_rise(line, earlier),
                figures=tuple(FIGURES[name][1](getattr(line.row, name)) for name in figures),
                notes=tuple(line_notes(line)),
            )
            for line in lines
        )

    return Wall(
        standings=found,
        headings=tuple(str(FIGURES[name][0]) for name in figures),
        lists=(
            ("", ranked(found.lines, before)),
            *((pool.name, ranked(pool.lines, {})) for pool in found.pools),
        ),
    )


def _rise(line: Line, earlier: Mapping[int, int]) -> int | None:
    before = earlier.get(line.row.team)
    return None if before is None else before - line.row.rank


def _finished(sheet: MatchSheet) -> TableResult | None:
    if sheet.state is not TableState.FINISHED or not sheet.shows_totals:
        return None
    if not (sheet.rows or sheet.totals_only):
        # A team left before it played: there is no result.
        return None
    return TableResult(
        seats=seats_of(sheet.match),
        totals=tuple(sheet.tally.totals),
        winner=sheet.tally.winner,
        totals_only=sheet.totals_only is not None,
    )
