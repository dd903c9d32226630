"""A whole match under another rulebook, deal by deal, beside what it is here."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.deals.tally import MatchSheet, SheetRow
from tournament.referee.deal_words import said_of
from tournament.referee.disputes import is_half_typed
from tournament.referee.elsewhere import Told
from tournament.text import marks

HIDDEN = ("–", "–")
"""What is shown of a match whose totals would tell what one sheet alone says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealPair:
    """One deal's marks here and there; ``why`` says why there are none there."""

    number: int
    said: str
    here: str
    there: str
    why: str = ""

    @property
    def differs(self) -> bool:
        """Whether it would not be marked alike."""
        return self.here != self.there


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPairs:
    """A match here and there: its deals, its totals, who wins."""

    deals: tuple[DealPair, ...]
    totals: tuple[str, str]
    winners: tuple[str, str]
    is_totals_only: bool

    @property
    def turns(self) -> bool:
        """Whether somebody else would win."""
        return self.winners[0] != self.winners[1]


def match_pairs(here: MatchSheet, there: Told, *, sees_all: bool) -> MatchPairs:
    """Put a match beside itself under another rulebook.

    Without ``sees_all`` a deal of which one of two sheets is typed is not told, and no
    total that would give it away.
    """
    tournament = here.tournament
    rulebook = tournament.rulebook
    half = {row.deal.number for row in here.rows if is_half_typed(row.deal, tournament)}
    hidden = frozenset() if sees_all else half
    return MatchPairs(
        deals=tuple(
            DealPair(
                number=row.deal.number,
                said=said_of(row.entry, rulebook),
                here=_marks(row),
                there="–" if row.deal.number in there.impossible else _marks(other),
                why=there.impossible.get(row.deal.number, ""),
            )
            for row in here.rows
            if (other := there.row(row.deal.number)) is not None and row.deal.number not in hidden
        ),
        totals=HIDDEN if hidden else (_totals(here), _totals(there.sheet)),
        winners=HIDDEN if hidden else (_winner(here), _winner(there.sheet)),
        is_totals_only=here.totals_only is not None,
    )


def _marks(row: SheetRow) -> str:
    if not row.counts:
        return "–" if row.score is None else _("after the end")
    return f"{marks(row.marks[0])} – {marks(row.marks[1])}"


def _totals(sheet: MatchSheet) -> str:
    a, b = sheet.tally.totals
    return f"{marks(a)} – {marks(b)}"


def _winner(sheet: MatchSheet) -> str:
    if not sheet.tally.is_finished:
        return _("not over")
    return sheet.match.team(sheet.tally.winner).name if sheet.tally.winner else _("nobody")
