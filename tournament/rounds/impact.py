"""What an act would move, seen before it is done: done in full, compared, and undone at once.

Nothing is computed a second way, so that what is shown is what will be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from scoring import MatchEnd, MatchTally, Side
from tournament.deals.adjustments import adjustments
from tournament.deals.tally import MatchSheet, SheetRow, match_sheets, match_tallies
from tournament.models import Deal, Match, Round, Team, Tournament, with_their_teams
from tournament.rounds.moved import (
    Impact,
    Marks,
    MatchState,
    MovedDeal,
    MovedGift,
    MovedMatch,
    MovedRow,
)
from tournament.rounds.otherwise import Conditions, Otherwise, conditions_of, otherwise
from tournament.snapshots import snapshot
from tournament.standings.results import PartKind, RoundResult
from tournament.standings.services import Line, Standings, standings_if

__all__ = ["NO_REASON_YET", "Impact", "impact_of"]

NO_REASON_YET = "–"
"""Stands for the reason of an act, which is only asked for when it is made for good."""
MOST_SHEETS = 6
"""Of so many tables the deals are compared one by one; of more, the totals only."""
TRIES = 3
"""How often one looks while the desk goes on, before it is made to wait."""


class _Undo(Exception):
    """Raised to take back all that was done, and caught at once."""


def impact_of(tournament: Tournament, act: Callable[[], Any]) -> Impact:
    """Say what an act would move: it is carried out, looked at, and taken back whole.

    The rows that ``act`` makes exist no more afterwards: it must make its own. Whatever
    it raises comes through, and nothing is done either. The contest is held only from the
    act until it is taken back; what stood before is read, and compared, while the desk
    goes on. Where the desk does something meanwhile one looks again, at last all of it held.
    """
    for _try in range(TRIES):
        with snapshot():
            before = _State.of(Tournament.objects.get(pk=tournament.pk))
        if found := _looked_at(tournament.pk, act, before):
            break
    else:
        found = _looked_at(tournament.pk, act)
    # An act may have counted itself on the caller's own row.
    tournament.refresh_from_db(fields=["version"])
    return _compared(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Both:
    """A contest before an act and after it; the matches that differ, and the sheets of few."""

    before: _State
    after: _State
    touched: Collection[int]
    sheets: Mapping[int, tuple[MatchSheet, MatchSheet]]


@transaction.atomic
def _looked_at(key: int, act: Callable[[], Any], before: _State | None = None) -> _Both | None:
    """Carry an act out, look, and take it back; None where ``before`` is no longer so."""
    held = Tournament.objects.held(key)
    if before and held.version != before.tournament.version:
        return None
    before = before or _State.of(held)
    try:
        with transaction.atomic():
            act()
            after = _State.of(Tournament.objects.get(pk=key))
            touched = before.differs_from(after)
            becomes = after.sheets(touched)
            raise _Undo
    except _Undo:
        sheets = {match: (was, becomes[match]) for match, was in before.sheets(touched).items()}
    # Committed, even what was taken back would be written, and make a copy of the database due.
    transaction.set_rollback(True)
    return _Both(before=before, after=after, touched=touched, sheets=sheets)


def _compared(found: _Both) -> Impact:
    before, after = found.before, found.after
    lines = before.standings.lines, after.standings.lines
    rows = _rows(*lines)
    return Impact(
        matches=tuple(_matches(before, after, found.touched, found.sheets)),
        rows=tuple(rows),
        unchanged=len(after.standings.lines) - sum(row.after is not None for row in rows),
        gifts=tuple(_gifts(*lines)),
        draws=tuple(_draws(before, after)),
        leaving=_gone(before, after),
        returning=_gone(after, before),
        before=before.standings,
        after=after.standings,
        rulebooks=(before.tournament.rulebook, after.tournament.rulebook),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    """All that is derived of a contest at one moment, inside the transaction.

    ``matches`` are how the matches stand, by id; ``pointers`` what each of them counts.
    """

    tournament: Tournament
    rounds: tuple[Round, ...]
    standings: Standings
    matches: Mapping[int, MatchState]
    pointers: Mapping[int, object]
    teams: Mapping[int, Team]
    conditions: Mapping[int, Conditions]

    @classmethod
    def of(cls, tournament: Tournament) -> _State:
        rounds = tuple(tournament.rounds.order_by("number"))
        results: list[RoundResult] = []

        def noted(found: tuple[RoundResult, ...]) -> tuple[RoundResult, ...]:
            results.extend(found)
            return found

        # The closed rounds are read once, for the matches and for the standings.
        found = standings_if(tournament, noted)
        return cls(
            tournament=tournament,
            rounds=rounds,
            standings=found,
            matches=_closed(tournament, results) | _in_play(tournament, rounds),
            pointers=_pointers(rounds),
            teams={team.number: team for team in tournament.teams.all()},
            conditions=conditions_of(tournament, rounds, found),
        )

    def differs_from(self, other: _State) -> set[int]:
        """Return the matches that are not the same in both."""
        return {
            key
            for mine, its in ((self.matches, other.matches), (self.pointers, other.pointers))
            for key in {*mine, *its}
            if mine.get(key) != its.get(key)
        }

    def sheets(self, touched: Collection[int]) -> dict[int, MatchSheet]:
        """Return the sheets of some matches by their id; none where they are too many."""
        if not touched or len(touched) > MOST_SHEETS:
            return {}
        tables: defaultdict[int, list[int]] = defaultdict(list)
        for round_id, table in Match.objects.filter(pk__in=touched).values_list(
            "round_id", "table"
        ):
            tables[round_id].append(table)
        rounds = [round_ for round_ in self.rounds if round_.pk in tables]
        for round_ in rounds:
            round_.tournament = self.tournament
        sheets = [sheet for each in rounds for sheet in match_sheets(each, tables[each.pk])]
        return {sheet.match.pk: sheet for sheet in sheets}

    def match_state(self, key: int, sheet: MatchSheet | None) -> MatchState:
        """Return how a match stands, from its sheet where there is one."""
        if sheet is None:
            return self.matches.get(key, MatchState())
        if not (sheet.rows or sheet.totals_only):
            return MatchState(missing=sheet.missing)
        return replace(_state(sheet.tally, self.tournament.match_end), missing=sheet.missing)


def _closed(tournament: Tournament, results: Iterable[RoundResult]) -> dict[int, MatchState]:
    """Return how the matches of the closed rounds stand: each is over."""
    places = Match.objects.filter(round__tournament=tournament)
    keys = {
        (number, table): key
        for key, number, table in places.values_list("pk", "round__number", "table")
    }
    end = tournament.match_end
    return {
        keys[round_.number, match.table]: MatchState(
            totals=match.totals,
            winner=match.winner,
            is_over=True,
            reached=_reached(match.totals, end),
        )
        for round_ in results
        for match in round_.matches
        if match.totals is not None
    }


def _in_play(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, MatchState]:
    """Return how the matches of the round in play stand."""
    tallies = match_tallies(tournament, [each for each in rounds if not each.is_closed])
    return {key: _state(tally, tournament.match_end) for key, tally in tallies.items()}


def _state(tally: MatchTally, end: MatchEnd) -> MatchState:
    return MatchState(
        totals=tally.totals,
        winner=tally.winner,
        is_over=tally.is_finished,
        reached=_reached(tally.totals, end),
    )


def _reached(totals: Marks, end: MatchEnd) -> tuple[Side, ...]:
    """Name the sides that are past the target; totals that are cut stop at it."""
    goal = end.target if end.cut_to_target else end.goal
    return tuple(
        side for side, total in zip(Side, totals, strict=True) if goal is not None and total >= goal
    )


def _pointers(rounds: Iterable[Round]) -> dict[int, object]:
    """Return what each match counts: its deals' entries or totals, and the marks of rulings.

    In a round still in play a team that has left ends its match.
    """
    entries: defaultdict[int, list[object]] = defaultdict(list)
    deals = Deal.objects.filter(match__round__in=rounds).order_by("match", "number")
    for match, number, accepted in deals.values_list("match_id", "number", "accepted_id"):
        entries[match].append((number, accepted))
    totals = Match.objects.filter(round__in=rounds, totals__isnull=False)
    for match, taken in totals.values_list("pk", "totals_id"):
        entries[match].append(("totals", taken))
    left = Match.objects.filter(
        round__in=rounds, round__closed_at__isnull=True, seats__team__withdrawn=True
    )
    for match, team in left.values_list("pk", "seats__team"):
        entries[match].append(("left", team))
    for match, marks in adjustments(rounds).items():
        entries[match].append(("ruled", marks))
    return dict(entries)


def _matches(
    before: _State,
    after: _State,
    touched: Collection[int],
    sheets: Mapping[int, tuple[MatchSheet, MatchSheet]],
) -> list[MovedMatch]:
    """Compare the matches that are touched; deal by deal where there are sheets."""
    moved = []
    matches = Match.objects.select_related("round").prefetch_related(with_their_teams("seats"))
    for match in matches.filter(pk__in=touched).order_by("round__number", "table"):
        was, becomes = sheets.get(match.pk, (None, None))
        moved.append(
            MovedMatch(
                match=match,
                round=match.round.number,
                is_closed=match.round.is_closed,
                before=before.match_state(match.pk, was),
                after=after.match_state(match.pk, becomes),
                deals=tuple(_deals(was, becomes)) if was and becomes else (),
            )
        )
    return moved if sheets else sorted(moved, key=lambda each: (not each.turns, -each.size))


def _deals(before: MatchSheet, after: MatchSheet) -> Iterator[MovedDeal]:
    was = {row.deal.number: row for row in before.rows}
    becomes = {row.deal.number: row for row in after.rows}
    for number in sorted({*was, *becomes}):
        one, other = was.get(number), becomes.get(number)
        if _counted(one) != _counted(other):
            yield MovedDeal(number=number, before=one, after=other)


def _counted(row: SheetRow | None) -> object:
    return (row.entry.pk, row.marks, row.counts) if row else None


def _rows(before: Iterable[Line], after: Iterable[Line]) -> list[MovedRow]:
    """Pair the lines of each team that are not the same, the biggest move first."""
    was, becomes = ({line.team.pk: line for line in lines} for lines in (before, after))
    moved = []
    for key in {**becomes, **was}:
        one, other = was.get(key), becomes.get(key)
        if (one and one.row) != (other and other.row):
            moved.append(
                MovedRow(
                    team=(other or one).team,
                    before=one.row if one else None,
                    after=other.row if other else None,
                )
            )
    return sorted(moved, key=_biggest_first)


def _biggest_first(row: MovedRow) -> tuple[object, ...]:
    is_both = row.before is not None and row.after is not None
    return is_both, -abs(row.places), -abs(row.marks), row.team.number


def _gifts(before: Iterable[Line], after: Iterable[Line]) -> Iterator[MovedGift]:
    """Find the rounds without a match that give something else."""
    was = {line.team.pk: line for line in before}
    for line in after:
        if line.team.pk not in was:
            continue
        for one, other in zip(was[line.team.pk].parts, line.parts, strict=False):
            is_gift = {PartKind.BYE, PartKind.MISSED} & {one.kind, other.kind}
            if is_gift and (one.kind, one.marks) != (other.kind, other.marks):
                yield MovedGift(team=line.team, before=one, after=other)


def _draws(before: _State, after: _State) -> Iterator[Otherwise]:
    for round_ in before.rounds:
        if round_.number in before.conditions and round_.number in after.conditions:
            found = otherwise(
                round_,
                before.conditions[round_.number],
                after.conditions[round_.number],
                before.teams,
            )
            if found:
                yield found


def _gone(before: _State, after: _State) -> tuple[Team, ...]:
    """Return the teams that the next draw seats before, and not after."""
    return tuple(
        team
        for number, team in before.teams.items()
        if not team.withdrawn and number in after.teams and after.teams[number].withdrawn
    )
