"""What the API answers, version 1: frozen values, from which its OpenAPI file is made too.

A field may be added to version 1; none is renamed, removed or given another sense.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from tournament.models import Round, Team, Tournament
from tournament.standings.reading import results_of
from tournament.standings.results import MatchResult
from tournament.standings.services import Line, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookOf:
    """The rulebook that the contest is played by; its fingerprint is on every paper."""

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A contest, and what of it is shown to everybody."""

    id: int
    name: str
    club: str
    place: str
    date: date
    rulebook: RulebookOf
    shows_draw: bool
    shows_standings: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOf:
    """A team, known by its number in the contest."""

    number: int
    name: str
    players: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A line of the standings; teams equal on every criterion share a rank."""

    rank: int
    team: TeamOf
    marks: int
    wins: int
    ties: int
    losses: int
    played: int
    difference: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOf:
    """The standings of one pool, from its own matches alone."""

    name: str
    lines: list[Ranked]


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsOf:
    """The standings after the last closed round; provisional while another is being played."""

    after_round: int | None
    is_provisional: bool
    criteria: list[str]
    lines: list[Ranked]
    pools: list[PoolOf]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOf:
    """A table of a round: a side is a team, or two players where partners change."""

    table: int
    label: str
    side_a: list[TeamOf]
    side_b: list[TeamOf]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOf:
    """The last round that was drawn; anybody can draw it again from its seed."""

    round: int
    kind: str
    seed: str
    drawn_at: datetime
    tables: list[TableOf]
    byes: list[TeamOf]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultOf:
    """What a table gave: nothing where it brought no deal; a tie has no winner."""

    table: int
    label: str
    side_a: list[TeamOf]
    side_b: list[TeamOf]
    marks_a: int | None
    marks_b: int | None
    winner: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundOf:
    """A closed round and its results."""

    round: int
    tables: list[ResultOf]
    byes: list[TeamOf]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draws:
    """The last draw; none before the first round."""

    draw: DrawOf | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The closed rounds, in order."""

    rounds: list[RoundOf]


def as_json(answer: Any) -> dict[str, Any]:  # noqa: ANN401 - one of the values above
    """Return an answer as JSON holds it."""
    return asdict(answer)


def contest_of(tournament: Tournament) -> Contest:
    """Say what the contest is."""
    return Contest(
        id=tournament.pk,
        name=tournament.name,
        club=tournament.club.name,
        place=tournament.place,
        date=tournament.date,
        rulebook=RulebookOf(
            name=tournament.rulebook_name, fingerprint=tournament.rulebook.fingerprint()
        ),
        shows_draw=tournament.shows_draw,
        shows_standings=tournament.shows_standings,
    )


def ranked_teams(tournament: Tournament) -> StandingsOf:
    """Return the standings after the closed rounds."""
    found = standings(tournament)
    return StandingsOf(
        after_round=found.after,
        is_provisional=found.is_provisional,
        criteria=[criterion.value for criterion in found.criteria],
        lines=[_ranked(line) for line in found.lines],
        pools=[
            PoolOf(name=pool.name, lines=[_ranked(line) for line in pool.lines])
            for pool in found.pools
        ],
    )


def last_draw(tournament: Tournament) -> Draws:
    """Return the last round that was drawn."""
    round_ = tournament.rounds.defer("inputs").order_by("-number").first()
    return Draws(draw=_draw(round_) if round_ else None)


def closed_rounds(tournament: Tournament) -> Results:
    """Return what each table of the closed rounds gave."""
    teams = {team.number: _team(team) for team in tournament.teams.prefetch_related("players")}
    closed = tournament.rounds.closed().defer("inputs").order_by("number")
    return Results(
        rounds=[
            RoundOf(
                round=found.number,
                tables=[_result(match, teams) for match in found.matches],
                byes=[teams[number] for number in found.byes],
            )
            for found in results_of(tournament, list(closed))
        ]
    )


def _ranked(line: Line) -> Ranked:
    row = line.row
    return Ranked(
        rank=row.rank,
        team=_team(line.team),
        marks=row.marks,
        wins=row.wins,
        ties=row.ties,
        losses=row.losses,
        played=row.played,
        difference=row.difference,
        points=row.points,
    )


def _draw(round_: Round) -> DrawOf:
    byes = round_.seats.filter(match__isnull=True).select_related("team")
    return DrawOf(
        round=round_.number,
        kind=round_.draw_kind,
        seed=round_.seed,
        drawn_at=round_.drawn_at,
        tables=[
            TableOf(
                table=match.table,
                label=match.label,
                side_a=[_team(team) for team in match.entrants("A")],
                side_b=[_team(team) for team in match.entrants("B")],
            )
            for match in round_.matches.with_teams()
        ],
        byes=[_team(seat.team) for seat in byes.prefetch_related("team__players")],
    )


def _result(match: MatchResult, teams: Mapping[int, TeamOf]) -> ResultOf:
    marks_a, marks_b = match.totals or (None, None)
    return ResultOf(
        table=match.table,
        label=match.label,
        side_a=[teams[number] for number in match.sides[0]],
        side_b=[teams[number] for number in match.sides[1]],
        marks_a=marks_a,
        marks_b=marks_b,
        winner=match.winner,
    )


def _team(team: Team) -> TeamOf:
    return TeamOf(
        number=team.number,
        name=team.name,
        players=[player.name for player in team.players.all()],
    )
