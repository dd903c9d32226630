"""A season as a file for spreadsheets."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.seasons.ranking import SeasonStandings
from tournament.spreadsheets import safe, spreadsheet


def season_csv(standings: SeasonStandings) -> str:
    """Write a season for a spreadsheet; what does not count stands in parentheses."""
    head = [
        pgettext("standings", "Rank"),
        pgettext("of a person or a team", "Name"),
        _("Total"),
        *(safe(evening) for evening in standings.evenings),
    ]
    rows = [
        [
            line.rank,
            safe(line.name),
            line.total,
            *(
                "" if score is None else score.value if score.counts else f"({score.value})"
                for score in line.scores
            ),
        ]
        for line in standings.lines
    ]
    return spreadsheet([head, *rows])
