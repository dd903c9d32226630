"""The lines of a score sheet as the page shows them: deals typed, deals left out between them."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.deals.hall_tables import gaps, repeats
from tournament.deals.paper import Paper, agrees
from tournament.deals.states import DealState
from tournament.deals.tally import MatchSheet, SheetRow

UNTYPED: Paper = (None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: a deal as it was typed, or nothing where its number was left out.

    ``state`` is what the deal waits for, None where nothing is to be said of it;
    ``repeats`` is the deal before it that says exactly the same.
    """

    number: int
    row: SheetRow | None
    state: DealState | None
    repeats: int | None
    is_hidden: bool = False

    @property
    def paper(self) -> Paper:
        """The marks that the paper gives, A's first."""
        return (self.row.entry.paper_a, self.row.entry.paper_b) if self.row else UNTYPED

    @property
    def has_paper(self) -> bool:
        """Whether the paper's marks were typed."""
        return self.paper != UNTYPED

    @property
    def is_paper_wrong(self) -> bool:
        """Whether the paper and the rulebook give other marks."""
        return self.row is not None and not agrees(self.paper, self.row.marks)


def lines_of(
    sheet: MatchSheet, whole: MatchSheet, hidden: frozenset[int] = frozenset()
) -> list[Line]:
    """Return the lines of a sheet in order; ``whole`` says what its deals wait for.

    Of ``hidden`` deals who is reading may know only that they are typed, and by whom.
    """
    states = {row.deal.number: row.state for row in whole.rows}
    twins = dict(repeats(sheet, hidden))
    typed = [
        Line(
            number=row.deal.number,
            row=row,
            state=_worth_saying(states.get(row.deal.number)),
            repeats=twins.get(row.deal.number),
            is_hidden=row.deal.number in hidden,
        )
        for row in sheet.rows
    ]
    left_out = [Line(number=number, row=None, state=None, repeats=None) for number in gaps(sheet)]
    return sorted([*typed, *left_out], key=lambda line: line.number)


def _worth_saying(state: DealState | None) -> DealState | None:
    return None if state is DealState.COUNTED else state
