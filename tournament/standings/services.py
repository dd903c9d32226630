"""The standings, derived from the closed rounds whenever they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.models import Criterion, DrawKind, Round, Shape, Team, Tournament
from tournament.standings.cache import kept
from tournament.standings.changes import RulebookChange, changes_of
from tournament.standings.doubts import Doubt, doubts_of
from tournament.standings.pools import Group, Pool, by_place, final_places, within
from tournament.standings.ranking import Record, Row, rank, unranked
from tournament.standings.reading import results_of, terms_of
from tournament.standings.results import (
    Entrant,
    Part,
    PartKind,
    RoundResult,
    parts_of,
    record,
)
from tournament.standings.ruled import Penalty, ruled
from tournament.standings.since import NOTHING_CHANGED, Changed, Place, changed_since_closing

Retold = Callable[[tuple[RoundResult, ...]], tuple[RoundResult, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the standings: the team, what ranks it, and its rounds one by one.

    ``penalties`` are marks that rulings give or take outside the matches;
    ``excluded_by`` is the number of the ruling that excluded the team, and
    ``is_exclusion_published`` whether the public may read that ruling.
    """

    team: Team
    row: Row
    parts: tuple[Part, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    excluded_by: int | None = None
    is_exclusion_published: bool = False

    @property
    def sat_out(self) -> tuple[int, ...]:
        """The rounds it sat out."""
        return self._rounds(PartKind.BYE)

    @property
    def missed(self) -> tuple[int, ...]:
        """The rounds it missed, and which gave what the contest sets."""
        return self._rounds(PartKind.MISSED)

    def record_after(self, number: int, *, is_last: bool = False) -> Record:
        """Return what the team had done after a round, as the next draw saw it.

        After the last one all counts that was ruled since as well.
        """
        parts = [part for part in self.parts if part.round <= number]
        more = sum(each.marks for each in self.penalties if is_last or each.after <= number)
        return record(self.team.number, parts, more=more)

    def _rounds(self, kind: PartKind) -> tuple[int, ...]:
        return tuple(part.round for part in self.parts if part.kind is kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolStandings:
    """The standings of one pool, from its own matches alone."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The standings of a contest after its closed rounds.

    ``after`` is the number of the last one, None before any; ``open_round`` is
    the round being played, of which nothing counts yet. ``places`` are those
    played for, by round and team: after such a round they come before the criteria.
    ``excluded`` are the teams that left the ranking, with what they did (rank 0);
    ``changes`` those of the rulebook since the first round. ``doubts`` are what tables
    of closed rounds still owe, ``totals_only`` the tables taken as totals, each by its
    round and number. ``changed`` is what was since the last round was closed: what was
    posted then is no longer so.
    """

    lines: tuple[Line, ...]
    after: int | None
    open_round: int | None
    criteria: tuple[Criterion, ...] = (Criterion.MARKS,)
    lot_seed: str = ""
    pools: tuple[PoolStandings, ...] = ()
    places: Mapping[int, Mapping[int, int]] = field(default_factory=dict)
    excluded: tuple[Line, ...] = ()
    changes: tuple[RulebookChange, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    totals_only: tuple[Place, ...] = ()
    changed: Changed = NOTHING_CHANGED

    @property
    def by_places(self) -> bool:
        """Whether the ranks are places that were played for."""
        return bool(self.places)

    @property
    def is_provisional(self) -> bool:
        """Whether a round is being played, so that the ranks will move."""
        return self.open_round is not None

    @property
    def tied(self) -> tuple[tuple[Line, ...], ...]:
        """The lines that share a rank, rank by rank."""
        by_rank: dict[int, list[Line]] = {}
        for line in self.lines:
            by_rank.setdefault(line.row.rank, []).append(line)
        return tuple(tuple(lines) for lines in by_rank.values() if len(lines) > 1)

    @property
    def for_the_lot(self) -> tuple[tuple[Line, ...], ...]:
        """The tied that a lot would part: not those who play, or played, for their places."""
        placed = self.places[max(self.places)] if self.places else {}
        return tuple(
            lines for lines in self.tied if not all(line.row.team in placed for line in lines)
        )

    @property
    def can_draw_lots(self) -> bool:
        """Whether a lot is still to be drawn, and would part somebody now."""
        return not (self.lot_seed or self.is_provisional) and bool(self.after and self.for_the_lot)


def standings(tournament: Tournament) -> Standings:
    """Rank a tournament's teams by its closed rounds, whatever is typed in an open one.

    The number of queries does not depend on the number of rounds or deals.
    """
    return kept(tournament, ("standings",), lambda: _derived(tournament))


def standings_if(tournament: Tournament, retold: Retold) -> Standings:
    """Rank the teams as if the closed rounds had given something else; nothing is kept.

    ``retold`` is given what they gave, and returns what they would have given.
    """
    return _derived(tournament, retold)


def running_ranks(tournament: Tournament) -> dict[int, dict[int, int]]:
    """Return the rank of each team, by its number, after each closed round."""
    return kept(tournament, ("running ranks",), lambda: _running_ranks(standings(tournament)))


def _derived(tournament: Tournament, retold: Retold = tuple) -> Standings:
    rounds = list(_rounds(tournament))
    closed = [round_ for round_ in rounds if round_.is_closed]
    ruling = ruled(tournament, rounds)
    results = retold(results_of(tournament, closed, excluded=ruling.out))
    terms = terms_of(tournament)
    seated = _seated(results)
    teams = {
        team.number: team
        for team in tournament.teams.prefetch_related("players")
        if team.number in seated or not team.absence
    }
    parts = parts_of(results, [_entrant(team) for team in teams.values()], terms)
    criteria, seed = tournament.ranked_by, tournament.lot_seed
    ranked = {team: its_parts for team, its_parts in parts.items() if team not in ruling.out}
    rows = rank(_records(ranked, ruling.penalties), criteria, lot_seed=seed)
    places = _places(closed, results)

    def lines(ranked: Iterable[Row], its_parts: Mapping[int, Sequence[Part]]) -> tuple[Line, ...]:
        return tuple(
            Line(
                team=teams[row.team],
                row=row,
                parts=tuple(its_parts[row.team]),
                penalties=ruling.penalties.get(row.team, ()),
                excluded_by=ruling.excluded.get(row.team),
                is_exclusion_published=ruling.excluded.get(row.team) in ruling.published,
            )
            for row in ranked
        )

    def in_pool(pool: Pool) -> PoolStandings:
        own = within(pool, (result for result in results if result.number in pool_rounds))
        there = [team for team in pool.teams if team in teams and team not in ruling.out]
        own_parts = parts_of(own, [_entrant(teams[team]) for team in there], terms)
        # What was decided after the pools is of the contest, not of the pool.
        counted = {
            team: [each for each in penalties if each.after <= max(pool_rounds, default=0)]
            for team, penalties in ruling.penalties.items()
        }
        ranked = rank(_records(own_parts, counted), criteria, lot_seed=seed)
        return PoolStandings(name=pool.name, lines=lines(ranked, own_parts))

    pool_rounds = {round_.number for round_ in rounds if round_.draw_kind == DrawKind.POOLS}
    out = [unranked(record(team, parts[team])) for team in sorted(ruling.out & parts.keys())]
    return Standings(
        lines=lines(by_place(rows, places[max(places)]) if places else rows, parts),
        after=closed[-1].number if closed else None,
        open_round=next((round_.number for round_ in rounds if not round_.is_closed), None),
        criteria=criteria,
        lot_seed=seed,
        pools=tuple(map(in_pool, _pools(rounds))),
        places=places,
        excluded=lines(out, parts),
        changes=changes_of(tournament),
        doubts=doubts_of(tournament, closed),
        changed=changed_since_closing(tournament, [round_.number for round_ in closed]),
        totals_only=tuple(
            (result.number, match.table)
            for result in results
            for match in result.matches
            if match.totals_only
        ),
    )


def _records(
    parts: Mapping[int, Sequence[Part]], penalties: Mapping[int, Sequence[Penalty]]
) -> list[Record]:
    """Add up the rounds of every team, and what rulings gave it or took from it."""
    return [
        record(team, its_parts, more=sum(each.marks for each in penalties.get(team, ())))
        for team, its_parts in parts.items()
    ]


def _running_ranks(found: Standings) -> dict[int, dict[int, int]]:
    numbers = [part.round for part in found.lines[0].parts] if found.lines else []
    ranks: dict[int, dict[int, int]] = {}
    places: Mapping[int, int] = {}
    for number in numbers:
        is_last = number == numbers[-1]
        so_far = [line.record_after(number, is_last=is_last) for line in found.lines]
        rows = rank(so_far, found.criteria, lot_seed=found.lot_seed)
        places = found.places.get(number, places)
        ranks[number] = {row.team: row.rank for row in by_place(rows, places)}
    return ranks


def _rounds(tournament: Tournament) -> Iterable[Round]:
    rounds = tournament.rounds.order_by("number")
    # A draw's inputs are long, and only those of pools are read.
    return rounds if tournament.shape == Shape.POOLS else rounds.defer("inputs")


def _entrant(team: Team) -> Entrant:
    return Entrant(number=team.number, left=team.withdrawn)


def _seated(results: Iterable[RoundResult]) -> set[int]:
    return {
        team
        for result in results
        for teams in (result.byes, *(side for match in result.matches for side in match.sides))
        for team in teams
    }


def _pools(rounds: Iterable[Round]) -> list[Pool]:
    """Return the pools as the last draw of them left them."""
    drawn = [_drawn(round_).get("pools") for round_ in rounds if round_.draw_kind == DrawKind.POOLS]
    return [
        Pool(name=str(name), teams=tuple(teams))
        for name, teams in (drawn[-1] if drawn else ()) or ()
    ]


def _places(closed: Sequence[Round], results: Sequence[RoundResult]) -> dict[int, dict[int, int]]:
    """Return the places as each closed round of the brackets left them."""
    return {
        round_.number: final_places(
            result,
            [
                Group(first=first, teams=frozenset(filter(None, slots)))
                for _draw, first, slots in _drawn(round_).get("brackets") or ()
            ],
        )
        for round_, result in zip(closed, results, strict=True)
        if round_.draw_kind == DrawKind.BRACKETS
    }


def _drawn(round_: Round) -> dict[str, Any]:
    return round_.inputs.get("drawn") or {}
