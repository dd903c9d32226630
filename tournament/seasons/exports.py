"""A season as a file for spreadsheets."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.seasons.ranking import Score, SeasonStandings
from tournament.spreadsheets import Cell, Sheet, csv_of


def season_csv(standings: SeasonStandings) -> str:
    """Write a season for a spreadsheet, to which a figure in parentheses would be below zero."""
    head = [
        pgettext("standings", "Rank"),
        pgettext("of a person or a team", "Name"),
        _("Total"),
        *standings.evenings,
    ]
    rows = [
        [line.rank, line.name, line.total, *map(_cell, line.scores)] for line in standings.lines
    ]
    below = [_("In brackets: an evening that does not count, for others were better.")]
    return csv_of(Sheet(title=_("Standings"), head=head, rows=rows, below=below))


def _cell(score: Score | None) -> Cell:
    if score is None:
        return None
    return score.value if score.counts else f"[{score.value}]"
