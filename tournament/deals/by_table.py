"""The sheet of each table, and what is made of it, kept until an act is about that table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import replace
from typing import TypeVar

from tournament.deals.presence import known_by
from tournament.deals.tally import MatchSheet, match_sheet, match_sheets, with_deals_again
from tournament.journal.following import CALLS, Act, Place
from tournament.journal.kept import kept
from tournament.models import Match, Round, Tournament

T = TypeVar("T")

FEW = 16
"""So many tables are each brought up to date; where more were touched, all are read at once."""


def by_table(round_: Round, what: tuple[Hashable, ...], make: Callable[[MatchSheet], T]) -> list[T]:
    """Return ``make(sheet)`` of each sheet of a round, in the order of the tables.

    A deal makes the sheet of its table be read again, any other act all of them. ``what``
    names all that is made, and what it depends on besides the sheet.
    """

    def made(tables: Collection[int] | None = None) -> dict[int, T]:
        if tables is None or len(tables) > FEW:
            sheets = match_sheets(round_, tables)
        else:
            sheets = [kept_sheet(round_.tournament, round_.number, table) for table in tables]
        return {sheet.match.table: make(sheet) for sheet in sheets}

    def renewed(values: dict[int, T], acts: list[Act]) -> dict[int, T] | None:
        if not all(act.place for act in acts):
            return None
        places = [act.place for act in acts if act.place and act.kind not in CALLS]
        touched = {table for number, table in places if number == round_.number}
        return values | made(touched) if touched else values

    values = kept(round_.tournament, ("tables", round_.pk, *what), made, renewed)
    return [values[table] for table in sorted(values)]


def kept_sheet(tournament: Tournament, number: int, table: int) -> MatchSheet:
    """Return the sheet of a table in a round, its teams loaded, to be shown.

    Whoever looks at the table shares it, so nothing of it may be changed: what writes reads
    its rows again, once it holds the contest. Raises ``Match.DoesNotExist``.
    """

    def made() -> MatchSheet:
        matches = Match.objects.with_teams().select_related("round", "totals__author")
        match = matches.get(round__tournament=tournament, round__number=number, table=table)
        match.round.tournament = tournament
        mark = known_by(match)
        return replace(match_sheet(match), known_by=mark)

    def renewed(sheet: MatchSheet, acts: list[Act]) -> MatchSheet | None:
        return _after(sheet, acts, (number, table))

    return kept(tournament, ("sheet", number, table), made, renewed)


def _after(sheet: MatchSheet, acts: list[Act], here: Place) -> MatchSheet | None:
    """Return a sheet as some acts left it, None where it must be read again as a whole."""
    touching = [act for act in acts if act.place in {None, here} and act.kind not in CALLS]
    deals = {act.deal for act in touching}
    if None in deals:
        return None
    if not deals:
        return sheet
    mark = known_by(sheet.match)
    return replace(with_deals_again(sheet, deals), known_by=mark)
