"""A draw made again as other results would have had it, beside the draw as it was made.

The seed, the lists and all that happened before stay as they were kept with the round: only
the order of the teams, and who went on from a bracket, come from the results as they are now.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.models import DrawKind, Round, Team, Tournament
from tournament.rounds.draw import DrawInputs, Group, draw
from tournament.rounds.gathering import BY_STANDINGS, PLACED, past
from tournament.rounds.shapes.brackets import MAIN, advance, places
from tournament.rounds.shapes.values import groups_from_json
from tournament.rounds.winners import winners_of
from tournament.standings.pools import by_place
from tournament.standings.ranking import rank
from tournament.standings.results import PartKind
from tournament.standings.services import Line, Standings

Sides = frozenset[frozenset[int]]
"""The two sides of a table, whichever is A."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What a round would be drawn from, the equal teams sharing a rank."""

    inputs: DrawInputs
    winners: tuple[tuple[frozenset[int], int | None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GoesOn:
    """Who went on from a bracket or the pools, and who would have instead; None: nobody won."""

    went: Team | None
    would: Team | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """A round that is drawn already, and how it would be drawn otherwise.

    ``tables`` are those where others would have met, of ``count``; ``moved`` those
    whose teams would only have sat elsewhere. ``already`` says where the draw is not
    what it would be even without the act. ``byes`` would have sat out instead.
    """

    number: int
    count: int
    tables: tuple[int, ...]
    moved: tuple[int, ...]
    already: tuple[int, ...]
    byes: tuple[Team, ...]
    goes_on: tuple[GoesOn, ...]

    @property
    def is_as_drawn(self) -> bool:
        """Whether the draw would be just what it was."""
        return not (self.tables or self.moved or self.byes or self.goes_on)


def conditions_of(
    tournament: Tournament, rounds: Sequence[Round], found: Standings
) -> dict[int, Conditions]:
    """Return what each round after the first would be drawn from, with the results as they are."""
    lot_after = _lot_drawn_after(tournament) if found.lot_seed else None
    drawn = [round_ for round_ in rounds if round_.draw_kind != DrawKind.GIVEN]
    conditions = {}
    for round_ in drawn:
        if round_.number == 1:
            continue
        kept = DrawInputs.from_json(round_.inputs)
        had_lot = lot_after is not None and lot_after < round_.number
        seed = found.lot_seed if had_lot else ""
        if kept.brackets:
            conditions[round_.number] = _in_brackets(tournament, round_, kept, found, seed)
        else:
            inputs = _reordered(round_, kept, kept.teams, found, seed)
            conditions[round_.number] = Conditions(inputs=inputs)
    return conditions


def otherwise(
    round_: Round, before: Conditions, after: Conditions, teams: Mapping[int, Team]
) -> Otherwise | None:
    """Compare a round with what it would be; None where the act changes nothing of it."""
    if before == after:
        return None
    made, was, would = _made(round_), _drawn(round_, before), _drawn(round_, after)
    if was == would and before.winners == after.winners:
        return None
    meetings = {sides: number for number, sides in would.tables.items()}
    others = tuple(number for number, sides in made.tables.items() if sides not in meetings)
    return Otherwise(
        number=round_.number,
        count=len(made.tables),
        tables=others,
        moved=tuple(
            number for number, sides in made.tables.items() if meetings.get(sides, number) != number
        ),
        already=tuple(
            number for number, sides in made.tables.items() if sides not in was.tables.values()
        ),
        byes=tuple(teams[team] for team in sorted(would.byes - made.byes) if team in teams),
        goes_on=tuple(_goes_on(round_, made, would, after, teams)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    tables: dict[int, Sides]
    byes: frozenset[int]
    groups: tuple[Group, ...]


def _made(round_: Round) -> _Drawn:
    return _read(round_.inputs["drawn"])


def _read(written: Mapping[str, Any]) -> _Drawn:
    return _Drawn(
        tables={
            number: frozenset((frozenset(a), frozenset(b)))
            for number, a, b, _label in written["tables"]
        },
        byes=frozenset(written["byes"]),
        groups=groups_from_json(written.get("brackets", ())),
    )


def _drawn(round_: Round, conditions: Conditions) -> _Drawn:
    if conditions.inputs == shared_ranks(DrawInputs.from_json(round_.inputs)):
        return _made(round_)
    return _read(draw(round_.draw_kind, conditions.inputs, round_.seed).to_json())


def shared_ranks(inputs: DrawInputs) -> DrawInputs:
    """Number the ranks of a draw's teams on and on: only who is before whom plays a part."""
    dense = {value: index for index, value in enumerate(sorted(set(inputs.ranks)), start=1)}
    return replace(inputs, ranks=[dense[value] for value in inputs.ranks])


def _reordered(
    round_: Round, kept: DrawInputs, teams: Iterable[int], found: Standings, seed: str
) -> DrawInputs:
    """Return a draw's inputs with its teams in the order of the results as they are."""
    wanted = list(teams)
    ranks = _ranks_before(round_.number, set(wanted), found, seed)
    last = max(ranks.values(), default=0) + 1
    if round_.draw_kind in BY_STANDINGS:
        # Nobody who was drawn is without results, unless it was taken out of them since.
        there = set(wanted)
        wanted = [*(team for team in ranks if team in there), *_missing(wanted, ranks)]
    held = [ranks.get(team, last) for team in wanted] if kept.ranks else []
    return shared_ranks(replace(kept, teams=wanted, ranks=held))


def _missing(wanted: Iterable[int], ranks: Mapping[int, int]) -> list[int]:
    return [team for team in wanted if team not in ranks]


def _ranks_before(number: int, drawn: set[int], found: Standings, seed: str) -> dict[int, int]:
    """Rank who was there before a round, best first, an excluded team where it stood."""
    lines = [
        line
        for line in (*found.lines, *found.excluded)
        if line.team.number in drawn or _was_there(line, number)
    ]
    records = [line.record_after(number - 1) for line in lines]
    rows = rank(records, found.criteria, lot_seed=seed)
    played = [placed for placed in found.places if placed < number]
    if played:
        rows = by_place(rows, found.places[max(played)])
    return {row.team: row.rank for row in rows}


def _was_there(line: Line, number: int) -> bool:
    seated = {PartKind.PLAYED, PartKind.BYE}
    return any(part.round < number and part.kind in seated for part in line.parts)


def _lot_drawn_after(tournament: Tournament) -> int | None:
    acts = tournament.journal.filter(kind="standings.lot_drawn").order_by("number")
    details = acts.values_list("details", flat=True).last()
    return details["after"] if details else None


def _in_brackets(
    tournament: Tournament, round_: Round, kept: DrawInputs, found: Standings, seed: str
) -> Conditions:
    """Have the winners of the round before go on; who was named where nobody won stays named."""
    brackets = tournament.rounds.filter(draw_kind=DrawKind.BRACKETS, number__lt=round_.number)
    before = brackets.order_by("number").last()
    if before is None:
        return Conditions(inputs=shared_ranks(kept))
    drawn = groups_from_json(before.inputs["drawn"]["brackets"])
    named = [winner for _one, _other, winner in round_.inputs.get("decided", ())]
    now = winners_of(tournament, before, drawn, named)
    byes = past(tournament, before=round_.number).byes
    groups = advance(drawn, now.winners, now.absent, byes)
    placed = places(groups)
    played = [team for team, why in round_.inputs.get("not_seated", ()) if why == PLACED]
    there = [team for team in (*kept.teams, *played) if team not in placed]
    inputs = _reordered(round_, kept, there, found, seed)
    undecided = {frozenset((each.one, each.other)): None for each in now.undecided}
    return Conditions(
        inputs=replace(inputs, brackets=groups),
        winners=tuple(sorted((now.winners | undecided).items(), key=lambda each: sorted(each[0]))),
    )


def _goes_on(
    round_: Round, made: _Drawn, would: _Drawn, after: Conditions, teams: Mapping[int, Team]
) -> Iterable[GoesOn]:
    """Name who would have gone on from a match of a bracket, or from the pools."""
    if round_.draw_kind != DrawKind.BRACKETS:
        return
    went = _better(made.groups)
    if not after.winners:
        new, old = _main(would.groups), _main(made.groups)
        for one, other in zip(sorted(old - new), sorted(new - old), strict=False):
            yield GoesOn(went=teams.get(one), would=teams.get(other))
        return
    for couple, winner in after.winners:
        had = min(couple, key=lambda team: (went.get(team, len(went)), team))
        if winner != had:
            yield GoesOn(went=teams.get(had), would=teams.get(winner) if winner else None)


def _main(groups: Iterable[Group]) -> set[int]:
    return {team for group in groups if group.draw == MAIN for team in group.teams}


def _better(groups: Iterable[Group]) -> dict[int, int]:
    """Tell the best place each team could still have."""
    return {team: group.first for group in groups for team in group.teams}
