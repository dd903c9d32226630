"""What a sheet still waits for, as one person at the desk may answer it."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import Side
from tournament.deals.checks import fetch_originals, is_typist
from tournament.deals.compare import Compared, compared
from tournament.deals.guards import has_confirmed, hidden_from, is_double, is_locked, is_referee
from tournament.deals.pointers import READINGS
from tournament.deals.states import DealState, standing_answers
from tournament.deals.tally import MatchSheet, SheetRow
from tournament.models import Confirmation, Entry, Source, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What one sheet says of a deal; whether this person may choose it, and whether it counts."""

    side: str
    entry: Entry
    may_choose: bool
    is_own: bool
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """A sheet's deals by what they wait for, seen by ``by``.

    ``waiting`` are those ``by`` may confirm, ``own`` those that ``by`` typed and
    somebody else must confirm. Where ``is_shut`` the round is locked and ``by`` is
    no referee: nothing of it may be answered. ``hidden`` are the deals of which only one
    sheet is typed, that ``by`` may not know (``guards.hidden_from``).
    """

    sheet: MatchSheet
    by: User
    is_double: bool
    is_shut: bool
    waiting: tuple[SheetRow, ...]
    own: tuple[SheetRow, ...]
    contested: tuple[SheetRow, ...]
    differing: tuple[SheetRow, ...]
    hidden: frozenset[int]

    @property
    def may_confirm(self) -> bool:
        """Whether there is something that this person may confirm now."""
        return bool(self.waiting) and not self.is_shut

    @property
    def any(self) -> bool:
        """Whether there is anything to say of the sheet."""
        return any((self.waiting, self.own, self.contested, self.differing, self.lacking))

    @property
    def to_settle(self) -> tuple[SheetRow, ...]:
        """The deals that somebody must decide, in order."""
        rows = (*self.differing, *self.contested)
        return tuple(sorted(rows, key=lambda row: row.deal.number))

    @property
    def lacking(self) -> list[tuple[str, list[int]]]:
        """The side whose sheet is not typed yet, and the deals that only the other one has."""
        if not self.is_double or self.sheet.totals_only:
            return []
        pairs = ((side.value, self._without(side)) for side in Side)
        return [(side, numbers) for side, numbers in pairs if numbers]

    def _without(self, side: Side) -> list[int]:
        mine, other = READINGS[side], READINGS[side.other]
        return [
            row.deal.number
            for row in self.sheet.rows
            if getattr(row.deal, mine) is None and getattr(row.deal, other) is not None
        ]

    def row(self, number: int | None) -> SheetRow | None:
        """Return the deal of a number; without a number the first to settle."""
        if number is None:
            return next(iter(self.to_settle), None)
        return next((row for row in self.sheet.rows if row.deal.number == number), None)


def checks_of(now: MatchSheet, *, by: User) -> Checks:
    """Say what a sheet waits for; one taken as totals waits for nothing."""
    now.match.round.tournament = now.tournament
    double = is_double(now.match)
    rows = () if now.totals_only else now.rows
    waiting = [row for row in rows if row.state is DealState.WAITING and not double]
    fetch_originals([row.entry for row in waiting])
    own = [row for row in waiting if is_typist(row.entry, by=by)]
    return Checks(
        sheet=now,
        by=by,
        is_double=double,
        is_shut=is_locked(now.match.round, now.tournament) and not is_referee(by, now.tournament),
        waiting=tuple(row for row in waiting if row not in own),
        own=tuple(own),
        contested=tuple(row for row in rows if row.state is DealState.CONTESTED),
        differing=tuple(row for row in rows if row.state is DealState.DIFFERS),
        hidden=hidden_from(by, now.match, (row.deal for row in now.rows)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ToSettle:
    """One deal that somebody decides: its readings, in what they differ, what is contested.

    ``is_confirmed`` is whether who asks confirmed it, so that somebody else decides.
    """

    row: SheetRow
    readings: tuple[Reading, ...]
    lines: tuple[Compared, ...]
    contests: tuple[Confirmation, ...]
    may_agree: bool
    is_confirmed: bool

    @property
    def decided(self) -> Entry | None:
        """The decision that counts, where somebody made one."""
        entry = self.row.entry
        return entry if entry.source == Source.SETTLED else None

    @property
    def is_own(self) -> bool:
        """Whether a reading is of who asks, so that somebody else must choose it."""
        return any(each.is_own for each in self.readings)

    @property
    def is_open(self) -> bool:
        """Whether the deal must still be decided."""
        return self.row.state in {DealState.CONTESTED, DealState.DIFFERS}


def to_settle(checks: Checks, row: SheetRow) -> ToSettle:
    """Lay out one deal to be decided; with one reading, whether it stands."""
    deal = row.deal
    both = checks.is_double and deal.reading_a and deal.reading_b
    said = [("A", deal.reading_a), ("B", deal.reading_b)] if both else [("", row.entry)]
    judge = is_referee(checks.by, checks.sheet.tournament)
    confirmed = not judge and has_confirmed(row.entry, by=checks.by)
    chosen = {row.entry.pk, row.entry.copied_from_id} if row.entry.source == Source.SETTLED else ()
    contests = [answer for answer in standing_answers(row.entry) if not answer.agrees]
    typed = {entry for _side, entry in said if not judge and is_typist(entry, by=checks.by)}
    return ToSettle(
        row=row,
        readings=tuple(
            Reading(
                side=side,
                entry=entry,
                may_choose=not checks.is_shut and not confirmed and entry not in typed,
                is_own=entry in typed,
                is_chosen=entry.pk in chosen,
            )
            for side, entry in said
        ),
        lines=compared(said[0][1], said[-1][1], checks.sheet.tournament.rulebook),
        contests=tuple(contests),
        is_confirmed=confirmed,
        may_agree=not checks.is_shut
        and any(not answer.side for answer in contests)
        and not is_typist(row.entry, by=checks.by),
    )
