"""What the pages say of the rounds: where each stands, and what happened in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from tournament.deals.guards import is_locked
from tournament.deals.tally import MatchSheet, match_sheets
from tournament.journal.origin import Eras
from tournament.models import DrawKind, JournalEntry, Round, Team, Tournament, with_their_teams
from tournament.rounds.chairs import digest_of, opponents, partners
from tournament.rounds.clock import Clock, clock_of
from tournament.rounds.earlier import before_round
from tournament.rounds.gathering import BY_STANDINGS
from tournament.rounds.progress import Ending, ending_of
from tournament.rounds.seat_forms import SeatForm
from tournament.rounds.seat_plan import Plan, plan, seating_of
from tournament.rounds.seating import KINDS, SITS_OUT
from tournament.rounds.since import since_drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round in the list, with its tables and what was typed of it."""

    round: Round
    tables: int
    deals: int
    expected: int | None
    byes: tuple[Team, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """Two who had met before, or had been partners where partners change: the round it was."""

    table: int
    one: Team
    other: Team
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Departure:
    """A team that left while its round was played, and the table it left behind."""

    team: Team
    sheet: MatchSheet | None

    @property
    def has_played(self) -> bool:
        """Whether deals of its table are typed: they stand."""
        return self.sheet is not None and bool(self.sheet.rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A change of seats after the draw, from the journal: each team that moved, in words."""

    entry: JournalEntry
    moves: tuple[str, ...]

    @property
    def reason(self) -> str:
        """Why, where the desk had to say."""
        return str(self.entry.details.get("reason", ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """A round table by table, and what the desk should know about it.

    Once it ``is_begun`` its draw is not cancelled: it is deleted with its results.
    ``since`` says what it was drawn from that is no longer so.
    """

    sheets: tuple[MatchSheet, ...]
    byes: tuple[Team, ...]
    again: tuple[Again, ...]
    is_last: bool
    is_begun: bool
    is_locked: bool
    ending: Ending
    next_number: int
    clock: Clock | None
    departures: tuple[Departure, ...]
    late: tuple[Team, ...]
    seat_changes: tuple[SeatChange, ...]
    since: tuple[str, ...]

    by_standings = BY_STANDINGS
    """The draws whose teams are listed best first."""

    @property
    def complete(self) -> int:
        """How many tables have nothing left to type."""
        return sum(sheet.is_complete for sheet in self.sheets)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to type at any table."""
        return self.complete == len(self.sheets)

    @property
    def has_deals(self) -> bool:
        """Whether a deal is typed, so that there is something to print."""
        return any(sheet.rows for sheet in self.sheets)


def round_lines(tournament: Tournament) -> list[RoundLine]:
    """List the rounds, the last first."""
    typed = Q(matches__deals__accepted__isnull=False)
    counted = tournament.rounds.annotate(
        tables=Count("matches", distinct=True), deals=Count("matches__deals", filter=typed)
    ).prefetch_related(with_their_teams("seats"))
    each = tournament.match_end.deals
    return [
        RoundLine(
            round=round_,
            tables=round_.tables,
            deals=round_.deals,
            expected=each * round_.tables if each else None,
            byes=tuple(seat.team for seat in round_.seats.all() if seat.is_bye),
        )
        for round_ in counted.order_by("-number")
    ]


def round_page(round_: Round) -> RoundPage:
    """Gather what a round's own page shows."""
    tournament = round_.tournament
    sheets = tuple(match_sheets(round_))
    is_last = not tournament.rounds.filter(number__gt=round_.number).exists()
    byes = round_.seats.filter(match__isnull=True).select_related("team")
    return RoundPage(
        sheets=sheets,
        byes=tuple(seat.team for seat in byes.prefetch_related("team__players")),
        again=_again(round_, sheets),
        is_last=is_last,
        is_begun=round_.matches.begun().exists(),
        ending=ending_of(tournament, round_) if is_last else Ending.NOT_YET,
        next_number=round_.number + 1,
        is_locked=is_locked(round_, tournament),
        clock=clock_of(round_),
        departures=() if round_.is_closed else _departures(round_, sheets),
        late=() if round_.is_closed else _late(round_),
        seat_changes=_seat_changes(round_),
        since=since_drawn(round_),
    )


def seats_page(round_: Round, form: SeatForm | None) -> dict[str, Any]:
    """Gather what the page of the seats shows: the digest of the seats, and what was asked for."""
    planned = _planned(round_, form)
    seen = digest_of(seating_of(round_))
    return {"seen": seen, "plan": planned}


def _planned(round_: Round, form: SeatForm | None) -> Plan | None:
    """Say what the act that was asked for would do; the form says why one cannot be."""
    if form is None or form.change is None:
        return None
    try:
        return plan(round_, form.change)
    except ValidationError:
        return None


def _again(round_: Round, sheets: tuple[MatchSheet, ...]) -> tuple[Again, ...]:
    """List whom the round brings together again, by the seats as they are now."""
    seating = seating_of(round_)
    teams = {seat.team_id: seat.team for sheet in sheets for seat in sheet.match.seats.all()}
    if round_.tournament.is_individual:
        pairs, known = partners(seating), before_round(round_).partners
    else:
        pairs, known = opponents(seating), before_round(round_).met
    found = [
        Again(
            table=seating[min(pair)].table,
            one=teams[min(pair)],
            other=teams[max(pair)],
            number=known[pair],
        )
        for pair in pairs
        if pair in known
    ]
    return tuple(sorted(found, key=lambda again: (again.table, again.one.number)))


def _departures(round_: Round, sheets: tuple[MatchSheet, ...]) -> tuple[Departure, ...]:
    at = {seat.team_id: sheet for sheet in sheets for seat in sheet.match.seats.all()}
    gone = round_.tournament.teams.filter(withdrawn=True, seats__round=round_)
    return tuple(Departure(team=team, sheet=at.get(team.pk)) for team in gone)


def _late(round_: Round) -> tuple[Team, ...]:
    """List the teams that are there and have no seat; in a bracket that may be as it should."""
    if round_.draw_kind == DrawKind.BRACKETS:
        return ()
    return tuple(round_.tournament.teams.seatable().exclude(seats__round=round_))


def _seat_changes(round_: Round) -> tuple[SeatChange, ...]:
    acts = round_.tournament.journal.filter(
        kind__in=set(KINDS.values()), details__round=round_.number
    ).select_related("by")
    eras = Eras.of(round_.tournament)
    told = [(entry, eras.told(entry)) for entry in acts]
    # Another round had this number, before it was deleted.
    changes = [(entry, details) for entry, details in told if details.get("round_id") == round_.pk]
    moved = {move[0] for _entry, details in changes for move in details["moves"]}
    teams = round_.tournament.teams.in_bulk(moved)
    return tuple(
        SeatChange(
            entry=entry,
            moves=tuple(
                _("%(team)s: %(before)s → %(after)s")
                % {"team": teams.get(team, "–"), "before": _place(one), "after": _place(other)}
                for team, one, other in details["moves"]
            ),
        )
        for entry, details in changes
    )


def _place(written: list[int | str] | str) -> str:
    """Say a place as the journal keeps it."""
    if isinstance(written, str):
        return _("sits out") if written == SITS_OUT else _("not in the round")
    return _("table %(table)s, side %(side)s") % {"table": written[0], "side": written[1]}
