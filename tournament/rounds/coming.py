"""The next draw as its page shows it: who plays, who may sit out, who is not seated and why."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tournament.models import Absence, DrawKind, Round, Shape, Team, Tournament, number_after
from tournament.rounds.drawable import fewest
from tournament.rounds.gathering import Gathered, brackets_now, draw_kinds, gather, last_drawn
from tournament.rounds.progress import Ending, ending_of
from tournament.rounds.shapes.brackets import are_over, places
from tournament.rounds.shapes.hindrances import byes_due
from tournament.rounds.shapes.pools import pool_sizes
from tournament.rounds.winners import Undecided
from tournament.rounds.words import left_out_words


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A team that the draw does not seat, and why in words."""

    team: Team
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """A pool on the page; of one still to be made only the number of teams is known."""

    name: str
    teams: tuple[Team, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A match of the bracket that nobody won, for the organiser to decide."""

    one: Team
    other: Team
    table: int | None
    led: Team | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place of the brackets that is settled, and who has it."""

    place: int
    team: Team


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingDraw:
    """The next draw: whom it seats, whom it leaves out, what stands in its way."""

    number: int
    kinds: tuple[DrawKind, ...]
    teams: tuple[Team, ...]
    left_out: tuple[LeftOut, ...]
    awaited: int
    have_sat_out: tuple[Team, ...]
    sits_out: int
    tables: int
    open_round: Round | None
    sizes: tuple[int, ...]
    pools: tuple[Pool, ...]
    undecided: tuple[Decision, ...]
    places: tuple[Place, ...]
    is_over: bool
    ending: Ending
    is_individual: bool
    planned: int | None

    @property
    def is_odd(self) -> bool:
        """Whether somebody will sit out."""
        return self.sits_out > 0

    @property
    def can_draw(self) -> bool:
        """Whether nothing stands in the way of the draw."""
        return self.open_round is None and not self.is_over and len(self.teams) >= self.fewest

    @property
    def fewest(self) -> int:
        """How many teams the draw needs."""
        return fewest(self.kinds[0])

    @property
    def registered(self) -> int:
        """How many teams would be seated once everybody who is ``awaited`` is checked in."""
        return len(self.teams) + self.awaited

    @property
    def waits_for_check_in(self) -> bool:
        """Whether there are teams enough, and too few of them are checked in."""
        return len(self.teams) < self.fewest <= self.registered

    @property
    def is_beyond_plan(self) -> bool:
        """Whether more rounds are drawn than the organiser had planned."""
        return self.planned is not None and self.number > self.planned


def coming_draw(tournament: Tournament) -> ComingDraw:
    """Say what the next draw would do with the teams as they are."""
    last = tournament.rounds.order_by("-number").first()
    number = number_after(last)
    kinds = draw_kinds(tournament, number)
    gathered = gather(tournament, number, kinds[0])
    everybody = {team.number: team for team in tournament.teams.prefetch_related("players")}
    groups = brackets_now(tournament)[0] if kinds[0] == DrawKind.BRACKETS else ()
    seated = set(gathered.inputs.teams)
    due, outside = _who_may_sit_out(gathered, kinds[0])
    return ComingDraw(
        number=number,
        kinds=tuple(kinds),
        teams=tuple(team for team in everybody.values() if team.number in seated),
        left_out=tuple(
            LeftOut(team=everybody[team.number], why=left_out_words(why))
            for team, why in gathered.left_out
        ),
        awaited=sum(why == Absence.NOT_CHECKED_IN for _team, why in gathered.left_out),
        have_sat_out=tuple(
            team for team in everybody.values() if outside and team.number in seated - set(due)
        ),
        sits_out=outside,
        tables=(len(seated) - outside) // (4 if kinds[0] == DrawKind.INDIVIDUAL else 2),
        open_round=last if last and not last.is_closed else None,
        sizes=_sizes_to_be(tournament, gathered, kinds[0]),
        pools=_pools(tournament, everybody) if tournament.shape == Shape.POOLS else (),
        undecided=tuple(_decision(each, everybody) for each in gathered.undecided),
        places=tuple(
            Place(place=place, team=everybody[team])
            for team, place in sorted(places(groups).items(), key=lambda each: each[1])
            if team in everybody
        ),
        is_over=are_over(groups),
        ending=ending_of(tournament, last),
        is_individual=tournament.is_individual,
        planned=tournament.rounds_planned,
    )


def _who_may_sit_out(gathered: Gathered, kind: str) -> tuple[Collection[int], int]:
    """Say among whom a bye is given, and how many are; pools and brackets have their own.

    In a round robin who has met says it too: it may be anybody.
    """
    if kind in {DrawKind.POOLS, DrawKind.BRACKETS}:
        return (), 0
    teams = gathered.inputs.teams
    outside = len(teams) % (4 if kind == DrawKind.INDIVIDUAL else 2)
    if kind == DrawKind.ROUND_ROBIN:
        return teams, outside
    must, may = byes_due(teams, gathered.inputs.had_bye, outside)
    return {*must, *may}, outside


def _sizes_to_be(tournament: Tournament, gathered: Gathered, kind: str) -> tuple[int, ...]:
    """How many teams each pool will have, before the pools are made."""
    count = len(gathered.inputs.teams)
    if kind != DrawKind.POOLS or gathered.inputs.pools or count < fewest(kind):
        return ()
    return tuple(pool_sizes(count, tournament.pool_size))


def _pools(tournament: Tournament, teams: dict[int, Team]) -> tuple[Pool, ...]:
    return tuple(
        Pool(name=name, teams=tuple(teams[number] for number in numbers if number in teams))
        for name, numbers in last_drawn(tournament, DrawKind.POOLS).get("pools", [])
    )


def _decision(each: Undecided, teams: dict[int, Team]) -> Decision:
    return Decision(
        one=teams[each.one],
        other=teams[each.other],
        table=each.table,
        led=teams[each.led] if each.led else None,
    )
