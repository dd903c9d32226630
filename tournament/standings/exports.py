"""The standings as files: one for spreadsheets, one for programs."""

import csv
import io
from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.standings.services import Standings

BYTE_ORDER_MARK = "\ufeff"
"""Tells a spreadsheet that the accents are UTF-8."""
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula and run."""


def spreadsheet_csv(standings: Standings) -> str:
    """Write the standings for a French spreadsheet: semicolons, and no cell that it would run."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(
        [
            pgettext("standings", "Rank"),
            _("Number"),
            _("Team"),
            _("Player 1"),
            _("Player 2"),
            _("Marks"),
            pgettext("standings", "Won"),
            pgettext("standings", "Difference"),
            pgettext("standings", "Played"),
        ]
    )
    for line in standings.lines:
        row, team = line.row, line.team
        players = [player.name for player in team.players.all()]
        names = _harmless([team.name, *players, "", ""][:3])
        writer.writerow(
            [row.rank, row.team, *names, row.marks, row.wins, row.difference, row.played]
        )
    return BYTE_ORDER_MARK + out.getvalue()


def plain_csv(standings: Standings) -> str:
    """Write the standings for programs, teams by their number, lines ended as in any CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["rank", "team", "marks", "wins", "difference"])
    for line in standings.lines:
        row = line.row
        writer.writerow([row.rank, row.team, row.marks, row.wins, row.difference])
    return out.getvalue()


def _harmless(cells: Iterable[str]) -> list[str]:
    """Put an apostrophe before what a spreadsheet would run: it then shows the text."""
    return [f"'{cell}" if cell.startswith(FORMULA_STARTS) else cell for cell in cells]
