"""Where the keys lead from a sheet: the deals around the one typed, the next table to type."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.deals.by_table import kept_sheet
from tournament.deals.hall import hall_tables
from tournament.deals.sides import side_sheets
from tournament.deals.tally import MatchSheet
from tournament.models import Match, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """The deals that the arrows open: numbers on the sheet, None where there is none.

    ``onward`` says that after the last deal typed comes the line of the next one.
    """

    up: int | None
    down: int | None
    onward: bool


def walk(sheet: MatchSheet, line: int | None) -> Walk:
    """Say which deals are around the one being typed or corrected.

    From the line after all of them, up is the deal that was typed last.
    """
    numbers = [row.deal.number for row in sheet.rows]
    if line is None or line >= sheet.following:
        return Walk(up=last_typed(sheet), down=None, onward=False)
    after = min((number for number in numbers if number > line), default=None)
    before = max((number for number in numbers if number < line), default=None)
    return Walk(up=before, down=after, onward=after is None)


def last_typed(sheet: MatchSheet) -> int | None:
    """Return the number of the deal that was typed last, or corrected last."""
    newest = max(sheet.rows, key=lambda row: row.entry.pk, default=None)
    return newest.deal.number if newest else None


def next_table(whole: MatchSheet, *, by: User) -> Match | None:
    """Return the next table of the round where this person has something to type.

    The tables follow in order, the first after the last one; the table itself is not one.
    The hall knows which tables may wait for something: only their sheets are looked at, one
    by one, since many scorekeepers come to the end of a table at once.
    """
    here = whole.match
    tables = [table for table in hall_tables(here.round) if table.number != here.table]
    in_turn = sorted(tables, key=lambda table: (table.number < here.table, table.number))
    for table in in_turn:
        if table.is_complete and not table.has_two_sheets:
            continue
        sheet = kept_sheet(whole.tournament, here.round.number, table.number)
        if awaits(sheet, by=by):
            return sheet.match
    return None


def awaits(sheet: MatchSheet, *, by: User) -> bool:
    """Whether there is something for this person to type at a table."""
    by_side = side_sheets(sheet, by=by)
    if by_side:
        return any(each.awaits for each in by_side)
    return not sheet.is_complete
