"""The contest as sheets for a spreadsheet: each is rows of typed cells, CSV or XLSX alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Stake
from tournament import labels
from tournament.deals.tally import SheetRow, match_sheets
from tournament.models import Outcome, Payment, Team, Tournament
from tournament.spreadsheets import Cell, Sheet
from tournament.standings.exports import names_of, standings_sheet
from tournament.standings.notes import standings_notes
from tournament.standings.reading import results_of
from tournament.standings.results import MatchResult
from tournament.standings.services import standings


def standings_of(tournament: Tournament, *, for_desk: bool) -> Sheet:
    """Return the standings, with what must be said of them."""
    found = standings(tournament)
    below = standings_notes(found, tournament, for_desk=for_desk)
    return standings_sheet(found, below=below, for_desk=for_desk)


def teams_of(tournament: Tournament, *, for_desk: bool) -> Sheet:
    """Return the list of teams; ``for_desk`` says who was there at the door."""
    head = [
        _("Number"),
        _("Team"),
        _("Player 1"),
        _("Player 2"),
        _("Club"),
        _("Categories"),
        _("Withdrawn"),
        *([_("Checked in")] if for_desk else []),
    ]
    rows: list[list[Cell]] = [
        [
            team.number,
            *names_of(team),
            team.club,
            ", ".join(team.category_labels),
            _("yes") if team.withdrawn else "",
            *([team.checked_in_at] if for_desk else []),
        ]
        for team in tournament.teams.prefetch_related("players")
    ]
    return Sheet(title=_("Teams"), head=head, rows=rows)


def results_by_round(tournament: Tournament, *, for_desk: bool) -> Sheet:
    """Return what each table of the closed rounds gave."""
    del for_desk
    teams = {team.number: team for team in tournament.teams.all()}
    head = [
        _("Round"),
        _("Table"),
        _("Numbers A"),
        _("Side A"),
        _("Numbers B"),
        _("Side B"),
        _("Marks of A"),
        _("Marks of B"),
        _("Winner"),
    ]
    closed = list(tournament.rounds.closed().order_by("number"))
    rows: list[list[Cell]] = []
    for result in results_of(tournament, closed):
        rows += [_match(result.number, match, teams) for match in result.matches]
        rows += [_bye(result.number, teams[number]) for number in result.byes]
    return Sheet(title=_("Results"), head=head, rows=rows)


def _match(number: int, match: MatchResult, teams: dict[int, Team]) -> list[Cell]:
    sides: Iterator[Cell] = chain.from_iterable(
        (_numbers(side), " + ".join(teams[team].name for team in side)) for side in match.sides
    )
    return [number, match.table, *sides, *(match.totals or (None, None)), match.winner or ""]


def _numbers(side: tuple[int, ...]) -> Cell:
    return side[0] if len(side) == 1 else " + ".join(map(str, side))


def _bye(number: int, team: Team) -> list[Cell]:
    return [number, _("sits out"), team.number, team.name, None, None, None, None, None]


def deals_of(tournament: Tournament, *, for_desk: bool) -> Sheet:
    """Return every deal of the closed rounds, as it counts and with what it marks."""
    del for_desk
    head = [
        _("Round"),
        _("Table"),
        _("Deal"),
        _("Outcome"),
        _("Takers"),
        _("Contract"),
        _("Trump"),
        _("Coinche"),
        _("Takers' points"),
        _("Sweep"),
        _("Belote of A"),
        _("Belote of B"),
        _("Marks of A"),
        _("Marks of B"),
        _("Total of A"),
        _("Total of B"),
        pgettext("an act", "By"),
        _("Time"),
        _("Reason"),
    ]
    rows = [
        [round_.number, sheet.match.table, *_deal(row)]
        for round_ in tournament.rounds.closed().order_by("number")
        for sheet in match_sheets(round_)
        for row in sheet.rows
    ]
    return Sheet(title=_("Deals"), head=head, rows=rows)


def _deal(row: SheetRow) -> list[Cell]:
    entry = row.entry
    is_played = entry.is_played
    return [
        row.deal.number,
        str(Outcome(entry.outcome).label),
        entry.takers,
        labels.contract_label(entry.contract) if is_played else "",
        str(labels.TRUMPS.get(entry.trump, "")) if is_played else "",
        str(labels.STAKES[entry.stake]) if is_played and entry.stake != Stake.PLAIN else "",
        entry.points,
        str(labels.SWEEPS.get(entry.sweep, "")),
        entry.belote_a,
        entry.belote_b,
        *row.marks,
        *row.running,
        entry.typed_by,
        entry.created_at,
        entry.reason,
    ]


def payments_of(tournament: Tournament, *, for_desk: bool) -> Sheet:
    """Return every payment: when, of whom, how much, and who took it."""
    del for_desk
    head = [_("Time"), _("Number"), _("Paid by"), _("Amount"), _("Taken by")]
    whose = Q(team__tournament=tournament) | Q(player__tournament=tournament)
    found = Payment.objects.filter(whose).select_related("team", "player", "taken_by")
    rows: list[list[Cell]] = [
        [
            payment.taken_at,
            payment.team.number if payment.team else None,
            payment.team.name if payment.team else payment.player.name,
            payment.amount,
            str(payment.taken_by or ""),
        ]
        for payment in found.order_by("pk")
    ]
    return Sheet(title=_("Payments"), head=head, rows=rows)
