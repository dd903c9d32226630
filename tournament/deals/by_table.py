"""What was made of each table's sheet, kept until an act of the journal is about that table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from typing import TypeVar

from tournament.deals.tally import MatchSheet, match_sheets
from tournament.journal.following import Act
from tournament.journal.kept import kept
from tournament.models import Round

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
