"""All that a draw is made from, gathered from the contest as it is now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from django.db.models import Min

from tournament.models import Apart, DrawKind, Round, Seat, Shape, Team, Tournament
from tournament.rounds.draw import DrawInputs, Group
from tournament.rounds.shapes.brackets import advance, places
from tournament.rounds.shapes.hindrances import byes_due
from tournament.rounds.shapes.pools import pools_are_over
from tournament.rounds.shapes.values import groups_from_json
from tournament.rounds.winners import Undecided, winners_of
from tournament.standings.services import standings
from tournament.text import search_key

PLACED = "placed"
"""Why a team is not seated: it has played for its place, and that is known."""
TOO_LATE = "too_late"
"""Why a team is not seated: it came when the brackets had been drawn."""
BY_STANDINGS = {DrawKind.STANDINGS, DrawKind.BRACKETS, DrawKind.INDIVIDUAL}
"""Draws that take the teams best first; the others only ask who is lowest when one sits out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What the earlier rounds say, by team number: who met whom, who sat out, how often."""

    opponents: Counter[frozenset[int]]
    partners: Counter[frozenset[int]]
    byes: Counter[int]

    @property
    def met(self) -> frozenset[frozenset[int]]:
        """The pairs that have met."""
        return frozenset(self.opponents)

    def had_bye(self, teams: Sequence[int]) -> list[int]:
        """Of some teams, those that sat out more often than another one."""
        must, may = byes_due(teams, self.byes.elements(), 1)
        return sorted(set(teams) - {*must, *may})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A draw's inputs, the teams they name, and whom the draw leaves out, with a code."""

    inputs: DrawInputs
    teams: dict[int, Team]
    left_out: tuple[tuple[Team, str], ...]
    undecided: tuple[Undecided, ...] = ()
    decided: tuple[tuple[int, int, int], ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Write it all as it is kept with the round."""
        kept = self.inputs.to_json()
        kept["not_seated"] = [[team.number, why] for team, why in self.left_out]
        if self.decided:
            kept["decided"] = [list(each) for each in self.decided]
        return kept


def past(tournament: Tournament, *, before: int | None = None) -> Past:
    """Return who met whom and who sat out, in all rounds or in those before one."""
    seats = Seat.objects.filter(round__tournament=tournament)
    if before is not None:
        seats = seats.filter(round__number__lt=before)
    sides: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    byes: Counter[int] = Counter()
    for match_id, side, team in seats.values_list("match_id", "side", "team__number"):
        if match_id is None:
            byes[team] += 1
        else:
            sides[match_id][side].append(team)
    opponents: Counter[frozenset[int]] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    for match in sides.values():
        opponents.update(map(frozenset, product(match["A"], match["B"])))
        partners.update(frozenset(side) for side in match.values() if len(side) > 1)
    return Past(opponents=opponents, partners=partners, byes=byes)


def draw_kinds(tournament: Tournament, number: int) -> list[DrawKind]:
    """List how a round may be drawn, the contest's own way first."""
    # There are no standings before the first round.
    ranked = [DrawKind.STANDINGS] if number > 1 else []
    match tournament.shape:
        case Shape.SWISS:
            return [*ranked, DrawKind.LOT]
        case Shape.LOT:
            return [DrawKind.LOT, *ranked]
        case Shape.POOLS:
            return _pool_kinds(tournament)
        case Shape.INDIVIDUAL:
            return [DrawKind.INDIVIDUAL]
        case Shape.ROUND_ROBIN:
            return [DrawKind.ROUND_ROBIN, *ranked, DrawKind.LOT]
        case _:
            return [DrawKind.MITCHELL, *ranked, DrawKind.LOT]


def gather(
    tournament: Tournament, number: int, kind: str, *, winners: Collection[int] = ()
) -> Gathered:
    """Gather what the draw of a round depends on but its seed.

    ``winners`` are the teams that go on from matches of a bracket that nobody won.
    """
    teams = {team.number: team for team in tournament.teams.seatable()}
    left_out = [(team, team.absence.value) for team in tournament.teams.left_out()]
    order, ranks = sorted(teams), []
    if number > 1:
        rank = {line.row.team: line.row.rank for line in standings(tournament).lines}
        if kind in BY_STANDINGS:
            order = [*(team for team in rank if team in teams), *sorted(teams.keys() - rank)]
        # Who left the ranking and is seated all the same comes last.
        ranks = [rank.get(team, len(rank) + 1) for team in order]
    inputs = DrawInputs(
        teams=order,
        number=number,
        ranks=ranks,
        roster=_roster(tournament, order),
        first_seed=_first_seed(tournament, kind),
        rooms=[[room["first"], room["last"]] for room in tournament.rooms],
        tables_out=tournament.tables_out,
        pool_size=tournament.pool_size,
        **_what_was(tournament, teams),
        **_what_must_be(tournament, teams, number),
    )
    gathered = Gathered(inputs=inputs, teams=teams, left_out=tuple(left_out))
    if kind in {DrawKind.POOLS, DrawKind.BRACKETS}:
        pools = last_drawn(tournament, DrawKind.POOLS).get("pools", [])
        inputs = replace(inputs, pools=[pool for _name, pool in pools])
        gathered = replace(gathered, inputs=inputs)
    if kind == DrawKind.BRACKETS:
        gathered = _in_brackets(tournament, gathered, winners)
    return gathered


def last_drawn(tournament: Tournament, kind: str) -> dict[str, Any]:
    """Return the last draw of a kind as it was made, empty before there is one."""
    last = tournament.rounds.filter(draw_kind=kind).order_by("number").last()
    return last.inputs.get("drawn", {}) if last else {}


def brackets_now(
    tournament: Tournament, winners: Collection[int] = ()
) -> tuple[tuple[Group, ...], tuple[Undecided, ...], tuple[tuple[int, int, int], ...]]:
    """Return the groups that play on, the matches nobody won, and what was decided of them.

    The groups are empty before the first round of the brackets.
    """
    last = tournament.rounds.filter(draw_kind=DrawKind.BRACKETS).order_by("number").last()
    if last is None:
        return (), (), ()
    drawn = groups_from_json(last.inputs["drawn"]["brackets"])
    found = winners_of(tournament, last, drawn, winners)
    groups = advance(drawn, found.winners, found.absent, past(tournament).byes)
    return groups, found.undecided, found.decided


def _in_brackets(tournament: Tournament, gathered: Gathered, winners: Collection[int]) -> Gathered:
    """Add the state of the brackets; who has a place or came too late is not seated."""
    groups, undecided, decided = brackets_now(tournament, winners)
    if not groups:
        return gathered
    placed = places(groups)
    known = {team for group in groups for team in group.teams}
    out = [
        (team, PLACED if number in placed else TOO_LATE)
        for number, team in gathered.teams.items()
        if number in placed or number not in known
    ]
    seats = {team.number for team, _why in out}
    inputs = gathered.inputs
    kept = [index for index, team in enumerate(inputs.teams) if team not in seats]
    return replace(
        gathered,
        inputs=replace(
            inputs,
            teams=[inputs.teams[index] for index in kept],
            ranks=[inputs.ranks[index] for index in kept],
            brackets=groups,
        ),
        left_out=(*gathered.left_out, *out),
        undecided=undecided,
        decided=decided,
    )


def _pool_kinds(tournament: Tournament) -> list[DrawKind]:
    if tournament.rounds.filter(draw_kind=DrawKind.BRACKETS).exists():
        return [DrawKind.BRACKETS]
    drawn = last_drawn(tournament, DrawKind.POOLS)
    if not drawn:
        return [DrawKind.POOLS]
    teams = {team.number: team for team in tournament.teams.seatable()}
    inputs = DrawInputs(
        teams=sorted(teams),
        apart=_apart(tournament, teams),
        met=past(tournament).opponents.elements(),
    )
    if pools_are_over([pool for _name, pool in drawn["pools"]], inputs):
        return [DrawKind.BRACKETS]
    return [DrawKind.POOLS, DrawKind.BRACKETS]


def _what_was(tournament: Tournament, teams: Collection[int]) -> dict[str, Any]:
    """List what the earlier rounds forbid: pairs in order, as often as they came about."""
    earlier = past(tournament)

    def among_them(pairs: Counter[frozenset[int]]) -> list[list[int]]:
        return sorted(sorted(pair) for pair in pairs.elements() if pair <= set(teams))

    return {
        "met": among_them(earlier.opponents),
        "partnered": among_them(earlier.partners),
        "had_bye": sorted(team for team in earlier.byes.elements() if team in teams),
    }


def _what_must_be(tournament: Tournament, teams: dict[int, Team], number: int) -> dict[str, Any]:
    """List what the organiser asks for: teams apart, tables of their own, seeds."""
    clubs: defaultdict[str, list[int]] = defaultdict(list)
    if tournament.clubs_apart and number == 1:
        for team in teams.values():
            clubs[search_key(team.club)].append(team.number)
    seeded = [team for team in teams.values() if team.seed_rank is not None]
    return {
        "apart": _apart(tournament, teams),
        "same_club": sorted(sorted(club) for name, club in clubs.items() if name and len(club) > 1),
        "fixed": [
            [team.number, team.fixed_table]
            for team in sorted(teams.values(), key=lambda team: team.number)
            if team.fixed_table is not None
        ],
        "seeded": [
            team.number for team in sorted(seeded, key=lambda team: (team.seed_rank, team.number))
        ],
    }


def _apart(tournament: Tournament, teams: Collection[int]) -> list[list[int]]:
    pairs = Apart.objects.filter(tournament=tournament).values_list("one__number", "other__number")
    return sorted(sorted(pair) for pair in pairs if set(pair) <= set(teams))


def _roster(tournament: Tournament, teams: Sequence[int]) -> list[list[int]]:
    """Group everybody who plays or has played by the first round they were seated in."""
    seats = Seat.objects.filter(round__tournament=tournament)
    first = dict(seats.values_list("team__number").annotate(first=Min("round__number")).order_by())
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for team, number in first.items():
        groups[number].append(team)
    new = sorted(set(teams) - first.keys())
    return [*(sorted(groups[number]) for number in sorted(groups)), *([new] if new else [])]


def _first_seed(tournament: Tournament, kind: str) -> str:
    first: Round | None = tournament.rounds.filter(draw_kind=kind).order_by("number").first()
    return first.seed if first else ""
