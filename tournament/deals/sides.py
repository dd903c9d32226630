"""Which team's sheet somebody types, where the sheets of both teams are typed."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass

from scoring import Side
from tournament.deals.guards import sides_typed
from tournament.deals.pointers import READINGS
from tournament.deals.tally import MatchSheet, sheet
from tournament.models import Checking, Deal, Team, User
from tournament.models.round import Partners


@dataclass(frozen=True, slots=True, kw_only=True)
class SideSheet:
    """One team's sheet of a match: what it says so far, and whether this person may type it.

    ``is_own`` is whether they typed something of it, so that they type nothing of the other.
    """

    side: Side
    sheet: MatchSheet
    may_type: bool
    is_own: bool

    @property
    def team(self) -> Team | Partners:
        """Whose sheet it is."""
        return self.sheet.match.team(self.side)

    @property
    def awaits(self) -> bool:
        """Whether there is something on it for this person to type."""
        return self.may_type and not self.sheet.is_complete


def side_sheets(whole: MatchSheet, *, by: User) -> list[SideSheet]:
    """Return both teams' sheets of a match, A's first; none where one sheet is typed."""
    match = whole.match
    if not has_two_sheets(whole):
        return []
    typed = sides_typed(match, by=by)
    return [
        SideSheet(
            side=side,
            sheet=reading_of(whole, side),
            may_type=side.other.value not in typed,
            is_own=side.value in typed,
        )
        for side in Side
    ]


def has_two_sheets(whole: MatchSheet) -> bool:
    """Whether both teams' sheets of a match are typed, each by somebody else."""
    is_double = whole.match.checked_as(whole.tournament) is Checking.TWO_SHEETS
    return is_double and not whole.totals_only


def opened(sheets: Sequence[SideSheet], asked: str) -> SideSheet | None:
    """Return the sheet asked for, else the first that this person has something to type of."""
    if not sheets:
        return None
    chosen = [each for each in sheets if each.side == asked]
    return next(iter([*chosen, *(each for each in sheets if each.awaits), *sheets]))


def reading_of(whole: MatchSheet, side: Side) -> MatchSheet:
    """Return a match as one team's sheet tells it, as if nothing else were known."""
    match = whole.match
    deals = [_as_read(row.deal, side) for row in whole.rows if getattr(row.deal, READINGS[side])]
    is_left = any(seat.team.withdrawn for seat in match.seats.all())
    called = is_left or (match.round.time_called_at is not None and bool(deals))
    return sheet(match, deals, whole.tournament, called=called)


def _as_read(deal: Deal, side: Side) -> Deal:
    """Return a copy of a deal, never saved, of which a team's reading is what counts.

    The deal and its readings are shared with other requests: nothing is set on them.
    """
    read, reading = copy(deal), getattr(deal, READINGS[side])
    read.accepted_id = reading.pk
    Deal._meta.get_field("accepted").set_cached_value(read, reading)
    return read
