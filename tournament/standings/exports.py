"""The standings as files: one for spreadsheets, one for programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Team
from tournament.spreadsheets import Sheet, csv_of
from tournament.standings.notes import line_notes
from tournament.standings.services import Standings
from tournament.standings.tables import ALWAYS, FIGURES, figures_of


def standings_sheet(
    standings: Standings, *, below: Sequence[str] = (), for_desk: bool = False
) -> Sheet:
    """Return the standings as a sheet for a spreadsheet.

    The usual figures stand where they always do; those that only some contests
    rank by follow, then the pools where there are pools, and notes where there are notes;
    ``below`` are sentences about the whole; ``for_desk`` says all that rulings did.
    """
    figures = [*ALWAYS, *(name for name in figures_of(standings.criteria) if name not in ALWAYS)]
    notes = {
        line.team.pk: "; ".join(line_notes(line, for_desk=for_desk)) for line in standings.lines
    }
    has_notes = any(notes.values())
    pool_of = {line.team.pk: pool.name for pool in standings.pools for line in pool.lines}
    head = [
        pgettext("standings", "Rank"),
        _("Number"),
        _("Team"),
        _("Player 1"),
        _("Player 2"),
        *(str(FIGURES[name][0]) for name in figures),
        *([_("Pool")] if pool_of else []),
        *([_("Notes")] if has_notes else []),
    ]
    rows = [
        [
            line.row.rank,
            line.row.team,
            *names_of(line.team),
            *(getattr(line.row, name) for name in figures),
            *([pool_of.get(line.team.pk, "")] if pool_of else []),
            *([notes[line.team.pk]] if has_notes else []),
        ]
        for line in standings.lines
    ]
    return Sheet(title=_("Standings"), head=head, rows=rows, below=below)


def spreadsheet_csv(
    standings: Standings, *, below: Sequence[str] = (), for_desk: bool = False
) -> str:
    """Write the standings for a spreadsheet, without a cell that it would run."""
    return csv_of(standings_sheet(standings, below=below, for_desk=for_desk))


def plain_csv(standings: Standings) -> str:
    """Write the standings for programs, teams by their number, lines ended as in any CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["rank", "team", "marks", "wins", "difference"])
    for line in standings.lines:
        row = line.row
        writer.writerow([row.rank, row.team, row.marks, row.wins, row.difference])
    return out.getvalue()


def names_of(team: Team) -> list[str]:
    """Return what a team and its two players are called, in three cells."""
    players = [player.name for player in team.players.all()]
    return [team.name, *players, "", ""][:3]
