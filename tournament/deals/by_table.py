"""The sheet of each table, and what is made of it, kept until an act is about that table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeVar

from tournament.deals.tally import MatchSheet, match_sheet, match_sheets
from tournament.journal.following import Act
from tournament.journal.kept import kept
from tournament.models import Match, Round, Tournament

T = TypeVar("T")


def by_table(round_: Round, what: tuple[Hashable, ...], make: Callable[[MatchSheet], T]) -> list[T]:
    """Return ``make(sheet)`` of each sheet of a round, in the order of the tables.

    A deal makes the sheet of its table be read again, any other act all of them. ``what``
    names all that is made, and what it depends on besides the sheet.
    """

    def made(tables: Collection[int] | None = None) -> dict[int, T]:
        return {sheet.match.table: make(sheet) for sheet in match_sheets(round_, tables)}

    def renewed(values: dict[int, T], acts: list[Act]) -> dict[int, T] | None:
        places = [act.place for act in acts]
        if None in places:
            return None
        touched = {place[1] for place in places if place and place[0] == round_.number}
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
        return match_sheet(match)

    def renewed(sheet: MatchSheet, acts: list[Act]) -> MatchSheet | None:
        is_touched = any(act.place in {None, (number, table)} for act in acts)
        return None if is_touched else sheet

    return kept(tournament, ("sheet", number, table), made, renewed)
