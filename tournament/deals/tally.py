"""The marks of matches, derived from their accepted entries whenever they are asked for."""

from __future__ import annotations

from collections import defaultdict, namedtuple
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from scoring import (
    DealFacts,
    DealScore,
    Equal,
    MatchTally,
    Rulebook,
    side_points,
    tally,
)
from tournament.deals.adjustments import NOTHING, Marks, adjusted, adjustments
from tournament.deals.marking import AWARDED_FIELDS, NO_MARKS, Plan
from tournament.deals.options import options_of, rulebook_at
from tournament.deals.reading import deal_at
from tournament.deals.states import (
    DealState,
    TableState,
    deal_state,
    is_half_typed,
    table_state,
)
from tournament.models import (
    Checking,
    Deal,
    Entry,
    Match,
    MatchTotals,
    Round,
    Tournament,
)
from tournament.models.deal import FACT_FIELDS


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One deal of a match's sheet: what was typed, what it marks, the totals after it.

    ``facts`` (as the engine took them) and ``score`` are None where no cards were
    played out (passed, annulled, awarded); ``counts`` is False where it marks
    nothing and for a deal that came after the end of the match.
    ``points`` are both sides' raw card points, A's first.
    """

    deal: Deal
    entry: Entry
    facts: DealFacts | None
    score: DealScore | None
    points: Marks | None
    marks: Marks
    running: Marks
    counts: bool
    checking: Checking

    @property
    def state(self) -> DealState:
        """Whether the deal is checked as its match asks; its checks must be loaded."""
        return deal_state(self.deal, self.checking)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSheet:
    """A match as its score sheet shows it; ``expected`` is None when a target ends it.

    With ``totals_only`` the match is those two totals: its rows are shown, none counts.
    ``adjusted_by`` are the marks that rulings add to the totals, A's first.
    ``beside`` are the deals that take none of the agreed number: passed, or played again.
    ``known_by`` are the last entry and the key (``presence.known_by``) with which a page that
    shows it asks what happened since; None where they were not read before it.
    """

    match: Match
    tournament: Tournament
    rows: tuple[SheetRow, ...]
    tally: MatchTally
    expected: int | None
    missing: tuple[int, ...]
    beside: int
    totals_only: MatchTotals | None = None
    adjusted_by: Marks = NOTHING
    known_by: tuple[int, str] | None = None

    @property
    def rulebook(self) -> Rulebook:
        """The contest's rulebook as this table plays it."""
        return rulebook_at(self.match, self.tournament.rulebook)

    def typed(self, facts: Mapping[str, Any]) -> Entry:
        """Return an entry, not saved, of what is typed of a deal at this table."""
        return Entry(**facts, options=options_of(self.match, self.tournament.rulebook))

    @property
    def next_number(self) -> int | None:
        """The first deal still to type, or None when the match is over and whole."""
        if self.missing:
            return self.missing[0]
        return None if self.tally.is_finished else self.following

    @property
    def following(self) -> int:
        """The number after the last deal typed, whatever was agreed."""
        return max((row.deal.number for row in self.rows), default=0) + 1

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to type."""
        return self.next_number is None

    @property
    def half_typed(self) -> frozenset[int]:
        """The deals of which only one of the two sheets is typed: not for everybody to see."""
        rows = self.rows
        return frozenset(r.deal.number for r in rows if is_half_typed(r.deal, r.checking))

    @property
    def shows_totals(self) -> bool:
        """Whether anybody may know the totals: one sheet alone makes none of them up."""
        return self.totals_only is not None or not self.half_typed

    @property
    def state(self) -> TableState:
        """What the table waits for."""
        counted = () if self.totals_only else [row.state for row in self.rows]
        untyped = not self.rows and not self.totals_only
        return table_state(counted, is_complete=self.is_complete, is_untyped=untyped)


def match_sheets(round_: Round, tables: Collection[int] | None = None) -> list[MatchSheet]:
    """Return the sheets of a round's matches, or of some tables, in the order of the tables."""
    matches = round_.matches.with_teams().select_related("totals__author")
    deals = Deal.objects.filter(match__round=round_).with_accepted().with_checks()
    if tables is not None:
        matches = matches.filter(table__in=tables)
        deals = deals.filter(match__table__in=tables)
    by_match: dict[int, list[Deal]] = defaultdict(list)
    for deal in deals:
        by_match[deal.match_id].append(deal)
    ruled = adjustments([round_])
    return [
        as_it_stands(match, by_match[match.pk], round_.tournament, ruled.get(match.pk, NOTHING))
        for match in matches
    ]


def match_sheet(match: Match, deals: Sequence[Deal] | None = None) -> MatchSheet:
    """Return one match's sheet; its seats must be loaded (``with_teams``).

    ``deals`` are those to show where they are not as they count: one team's own readings.
    """
    ruled = adjustments([match.round]).get(match.pk, NOTHING)
    if deals is None:
        deals = list(match.deals.with_accepted().with_checks())
    return as_it_stands(match, deals, match.round.tournament, ruled)


def with_deals_again(now: MatchSheet, numbers: Collection[int]) -> MatchSheet:
    """Return a sheet once some of its deals were read again; what else there is of it stays.

    Nothing is set on what it shares with the sheet that it follows.
    """
    found = {number: deal_at(now.match, number) for number in numbers}
    deals = {row.deal.number: row.deal for row in now.rows} | found
    in_order = [deal for _number, deal in sorted(deals.items()) if deal and deal.accepted]
    return as_it_stands(now.match, in_order, now.tournament, now.adjusted_by)


def as_it_stands(
    match: Match, deals: Sequence[Deal], tournament: Tournament, ruled: Marks
) -> MatchSheet:
    """Build a sheet, over with what is typed where time was called or one of its teams left.

    A table of which nothing at all is typed has still its sheet to bring, unless a team left.
    ``ruled`` are the marks that rulings add to the totals.
    """
    is_left = any(seat.team.withdrawn for seat in match.seats.all())
    is_called = is_left or (match.round.time_called_at is not None and bool(deals))
    found = sheet(match, deals, tournament, called=is_called)
    return replace(found, tally=adjusted(found.tally, ruled), adjusted_by=ruled)


def sheet(
    match: Match, deals: Sequence[Deal], tournament: Tournament, *, called: bool
) -> MatchSheet:
    """Build a sheet from its deals, already fetched with their entries, in order.

    A match that was ``called`` misses no deal; one of a closed round is over too,
    but what was agreed and never typed is still missing.
    """
    checking = match.checked_as(tournament)
    plan = Plan.of(tournament, [deal.accepted for deal in deals])
    match_tally = plan.tally(time_called=called or (match.round.is_closed and bool(deals)))
    rows, running = [], NOTHING
    counting = len(plan.counted) - match_tally.surplus
    for deal, marked in zip(deals, plan.marked, strict=True):
        facts, score, marks, is_counted = marked or NO_MARKS
        counts = is_counted and counting > 0 and not match.totals
        counting -= counts
        if counts:
            running = (running[0] + marks[0], running[1] + marks[1])
        rows.append(
            SheetRow(
                deal=deal,
                entry=deal.accepted,
                facts=facts,
                score=score,
                points=_points(facts, tournament.rulebook),
                marks=marks,
                running=running,
                counts=counts,
                checking=checking,
            )
        )
    if match.totals:
        return MatchSheet(
            match=match,
            tournament=tournament,
            rows=tuple(rows),
            tally=_tally_of_totals(match.totals, tournament),
            expected=plan.lines(match_tally),
            missing=(),
            beside=plan.beside,
            totals_only=match.totals,
        )
    return MatchSheet(
        match=match,
        tournament=tournament,
        rows=tuple(rows),
        tally=match_tally,
        expected=plan.lines(match_tally),
        missing=plan.missing(
            [deal.number for deal in deals], match_tally, up_to_the_last_typed=called
        ),
        beside=plan.beside,
    )


_Row = namedtuple("_Row", ["match_id", "round_id", "outcome", *AWARDED_FIELDS, *FACT_FIELDS])


def match_tallies(tournament: Tournament, rounds: Iterable[Round]) -> dict[int, MatchTally]:
    """Return how each match of some rounds stands, by match id, in three queries.

    A match of which nothing is typed has no key. In a round that was closed, or
    whose time was called, the side ahead has won.
    """
    called = {round_.pk: round_.is_called for round_ in rounds}
    rows = (
        Deal.objects.filter(
            match__round__in=called, match__totals__isnull=True, accepted__isnull=False
        )
        .order_by("match_id", "number")
        .values_list(
            "match_id",
            "match__round_id",
            "accepted__outcome",
            *(f"accepted__{name}" for name in (*AWARDED_FIELDS, *FACT_FIELDS)),
        )
    )
    tallies = {}
    for match_id, of_match in groupby(map(_Row._make, rows), key=attrgetter("match_id")):
        entries = list(of_match)
        plan = Plan.of(tournament, entries)
        tallies[match_id] = plan.tally(time_called=called[entries[0].round_id])
    for totals in MatchTotals.objects.filter(counts_for__round__in=called):
        tallies[totals.match_id] = _tally_of_totals(totals, tournament)
    for match_id, marks in adjustments(called).items():
        if match_id in tallies:
            tallies[match_id] = adjusted(tallies[match_id], marks)
    return tallies


def _tally_of_totals(totals: MatchTotals, tournament: Tournament) -> MatchTally:
    """Take two totals as the whole match: nobody can say any more who led before."""
    end = replace(tournament.match_end, deals=1, equal=Equal.TIE)
    return tally([(totals.marks_a, totals.marks_b)], end)


def _points(facts: DealFacts | None, rulebook: Rulebook) -> Marks | None:
    if facts is None:
        return None
    points = side_points(facts, rulebook)
    return points.a, points.b
