"""A match as one side sees it on its phone: its sheet, and what it may do with each deal."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from tournament.deals.by_table import kept_sheet
from tournament.deals.checks import seen_of
from tournament.deals.compare import Compared, compared
from tournament.deals.guards import is_double
from tournament.deals.pointers import READINGS
from tournament.deals.states import DealState, standing_answers
from tournament.deals.tally import MatchSheet, SheetRow, match_sheet
from tournament.deals.why import Why, why
from tournament.models import (
    Confirmation,
    Deal,
    Entry,
    Match,
    RefereeCall,
    Ruling,
    Source,
    TableCode,
)
from tournament.prepared import Given, Prepared
from tournament.tables.services import is_own, obstacle, shown_to


def _newest() -> QuerySet[Match, tuple[Any, ...]]:
    """Ask what there is of a match besides its deals: answers, a call, rulings."""
    answers = Confirmation.objects.filter(entry__deal__match=OuterRef("pk")).order_by("-pk")
    calls = RefereeCall.objects.filter(match=OuterRef("pk"), settled_at__isnull=True)
    rulings = Ruling.objects.filter(match=OuterRef("pk")).order_by("-pk")
    wanted = (
        answers.values("pk"),
        calls.values("pk"),
        calls.values("taken_at"),
        # A ruling may change the totals and no deal.
        rulings.values("pk"),
    )
    found = Match.objects.filter(pk=Given("match"))
    return found.values_list(*(Subquery(each[:1]) for each in wanted))


_NEWEST = Prepared(_newest)


@dataclass(frozen=True)
class PhoneRow:
    """One deal of the sheet, and what a side may do with it.

    ``other`` is the other side's reading, where both sheets are typed and both are in.
    """

    row: SheetRow
    side: str
    match: Match
    other: Entry | None

    @property
    def number(self) -> int:
        """The deal's number on the sheet."""
        return self.row.deal.number

    @property
    def entry(self) -> Entry:
        """What the side sees of the deal."""
        return self.row.entry

    @property
    def state(self) -> DealState:
        """Whether the deal is checked as its match asks."""
        return self.row.state

    @property
    def is_waiting(self) -> bool:
        """Whether somebody must still answer it."""
        return self.state != DealState.COUNTED

    @cached_property
    def why(self) -> Why | None:
        """Its marks, line by line, and the deal in words."""
        row, rulebook = self.row, self.match.round.tournament.rulebook
        return why(row.facts, row.score, rulebook) if row.score else None

    @property
    def readings(self) -> tuple[Compared, ...]:
        """Its own sheet beside the other's, fact by fact; nothing while only one is in."""
        if self.other is None:
            return ()
        return compared(self.entry, self.other, self.match.round.tournament.rulebook)

    @property
    def typed_by(self) -> str:
        """The side whose phone typed it; nothing for the desk."""
        return self.entry.sheet if self.entry.source == Source.PHONE else ""

    @property
    def is_mine(self) -> bool:
        """Whether this side's phone typed it."""
        return is_own(self.entry, self.side)

    @cached_property
    def may_correct(self) -> bool:
        """Whether this side may type it again."""
        return self.is_mine and not obstacle(self.row.deal, self.side, self.match)

    @property
    def may_answer(self) -> bool:
        """Whether this side may accept or contest it."""
        return not self.is_mine and not is_double(self.match)

    @property
    def answer(self) -> Confirmation | None:
        """What this side answered last, if anything."""
        answers = standing_answers(self.entry)
        return next((answer for answer in answers if answer.side == self.side), None)

    @property
    def contests(self) -> list[Confirmation]:
        """The answers that contest it, with what each says is wrong."""
        return [answer for answer in standing_answers(self.entry) if not answer.agrees]

    @property
    def is_to_answer(self) -> bool:
        """Whether the table waits for this side to accept it or contest it."""
        return self.may_answer and self.state == DealState.WAITING and self.answer is None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSheet:
    """The sheet of a table as one side sees it; ``key`` is never newer than what it shows."""

    code: TableCode
    sheet: MatchSheet
    rows: tuple[PhoneRow, ...]
    is_two: bool
    key: str

    @property
    def match(self) -> Match:
        """The match, its teams loaded."""
        return self.sheet.match

    @property
    def to_answer(self) -> list[PhoneRow]:
        """The deals that this side has still to accept or to contest."""
        return [row for row in self.rows if row.is_to_answer]

    def row(self, number: int | None) -> PhoneRow | None:
        """Return the deal of that number, if this side sees one."""
        return next((row for row in self.rows if row.number == number), None)


def phone_sheet(code: TableCode) -> PhoneSheet:
    """Read the sheet of a code's table as its side sees it.

    Where both teams' sheets are typed a side sees its own, and what was decided; of
    the other's it sees a deal only once it has typed that deal itself.
    """
    key, here, is_two = key_of(code), code.match, is_double(code.match)
    now = kept_sheet(here.round.tournament, here.round.number, here.table)
    if is_two:
        now = match_sheet(now.match, _own_deals(now.match, code.side))
    rows = tuple(_phone_row(row, code.side, now.match, is_two=is_two) for row in now.rows)
    return PhoneSheet(code=code, sheet=now, rows=rows, is_two=is_two, key=key)


def key_of(code: TableCode) -> str:
    """Return what tells two states of a table apart: a page asks for news of it only."""
    said = _NEWEST.first(match=code.match_id)
    match = code.match
    seen = f"{seen_of(match)}/{match.round.time_called_at}/{match.checking}/{match.options}"
    state = f"{seen}/{said}"
    return hashlib.sha256(state.encode()).hexdigest()[:16]


def _phone_row(row: SheetRow, side: str, match: Match, *, is_two: bool) -> PhoneRow:
    other = _other_reading(row.deal, side) if is_two else None
    return PhoneRow(row=row, side=side, match=match, other=other)


def _own_deals(match: Match, side: str) -> list[Deal]:
    """Return the deals with a side's own readings, or what was decided, in the place that counts.

    They are for showing only, and never saved.
    """
    own = READINGS[side]
    answers = (f"{name}__confirmations" for name in READINGS.values())
    deals = []
    for deal in match.deals.with_accepted().with_checks().prefetch_related(*answers):
        is_decided = deal.accepted_id not in {deal.reading_a_id, deal.reading_b_id}
        reading = deal.accepted if is_decided else getattr(deal, own)
        if reading:
            deal.accepted = reading
            deals.append(deal)
    return deals


def _other_reading(deal: Deal, side: str) -> Entry | None:
    """Return the other side's reading, once this side has typed its own."""
    if shown_to(deal, side, is_two=True) is None:
        return None
    return deal.reading_b if side == "A" else deal.reading_a
