"""The teams on paper: the list for the door, with boxes and fees, and a team's own record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Team, Tournament
from tournament.prints.columns import entrant, figure, number, players_of, rank
from tournament.prints.lists import Block, Cell, Column, ListPaper, Look, Row, plain, row, strong
from tournament.prints.printing import Printout, head_of, printout_of
from tournament.standings.notes import line_notes
from tournament.standings.records import RecordLine, TeamRecord, team_record
from tournament.teams.money import Account, Accounts, accounts
from tournament.teams.words import amount
from tournament.text import NOTHING, marks, search_key, signed

LIST_TEMPLATE = "prints/list.html"


def team_list(tournament: Tournament, *, by_name: bool, has_fees: bool) -> ListPaper:
    """Make the list of the teams that are awaited, a box to tick for each.

    With ``has_fees`` what each owes, has paid and still has to pay, and the sums.
    """
    found = accounts(tournament)
    has_fees = has_fees and found.is_set
    by_team = {line.team.pk: line for line in found.lines if line.team}
    teams = list(tournament.teams.playing().prefetch_related("players"))
    if by_name:
        teams.sort(key=lambda team: (search_key(team.name), team.number))
    alone = [line for line in found.lines if line.team is None]
    columns = _columns(has_fees=has_fees, of_players=tournament.is_individual)
    rows = [_awaited(team, by_team.get(team.pk), has_fees=has_fees) for team in teams]
    if has_fees and teams:
        rows.append(_sums(found))
    blocks = [
        Block(
            said=() if teams else (_("No team is registered yet."),),
            columns=columns,
            rows=tuple(rows),
        )
    ]
    if alone:
        waiting = tuple(_alone(line, has_fees=has_fees) for line in alone)
        heading = _("Players who came alone")
        blocks.append(Block(heading=heading, columns=columns, rows=waiting))
    return ListPaper(
        **head_of(tournament),
        title=_("Players") if tournament.is_individual else _("Teams"),
        lines=(_counted(teams),),
        blocks=tuple(blocks),
    )


def record_paper(tournament: Tournament, team: Team) -> ListPaper:
    """Make the record of a team: its closed rounds one by one."""
    found = team_record(tournament, team)
    return ListPaper(
        **head_of(tournament),
        title=str(team),
        lines=_ranked(found, of_players=tournament.is_individual),
        notes=tuple(line_notes(found.line)) if found.line else (),
        blocks=(_rounds(found),),
    )


def team_list_printout(tournament: Tournament, *, by_name: bool, has_fees: bool) -> Printout:
    """Print the list of the teams."""
    paper = team_list(tournament, by_name=by_name, has_fees=has_fees)
    return printout_of(LIST_TEMPLATE, tournament, paper.title, paper)


def record_printout(tournament: Tournament, team: Team) -> Printout:
    """Print a team's own record."""
    return printout_of(LIST_TEMPLATE, tournament, str(team), record_paper(tournament, team))


def _columns(*, has_fees: bool, of_players: bool) -> tuple[Column, ...]:
    fees = (_("Owed"), _("Paid"), _("Due"))
    return (
        Column(words=_("Here"), look=Look.BOX),
        number(),
        entrant(of_players=of_players),
        Column(words=_("Club"), look=Look.SMALL),
        *(Column(words=words, look=Look.MONEY) for words in fees if has_fees),
    )


def _awaited(team: Team, account: Account | None, *, has_fees: bool) -> Row:
    here = timezone.localtime(team.checked_in_at) if team.checked_in_at else None
    players = players_of(team)
    return row(
        date_format(here, "TIME_FORMAT") if here else "",
        team.number,
        strong(team.name, players if players != team.name else ""),
        plain(team.club, ", ".join(team.category_labels)),
        *(_money(account) if has_fees else ()),
    )


def _alone(line: Account, *, has_fees: bool) -> Row:
    return row("", "", strong(line.payer.name), "", *(_money(line) if has_fees else ()))


def _money(line: Account | None) -> Iterable[str]:
    if line is None or not line.is_set:
        return (NOTHING, NOTHING, NOTHING)
    return tuple(map(amount, (line.owed, line.paid, line.due)))


def _sums(found: Accounts) -> Row:
    figures = (strong(amount(euros)) for euros in (found.owed, found.paid, found.due))
    return row(Cell(NOTHING), "", strong(_("Total")), "", *figures)


def _counted(teams: Sequence[Team]) -> str:
    here = sum(team.checked_in_at is not None for team in teams)
    awaited = ngettext("%(teams)s awaited", "%(teams)s awaited", len(teams))
    checked_in = _("%(here)s checked in") % {"here": here}
    said = [awaited % {"teams": len(teams)}, *([checked_in] if here else [])]
    return " · ".join(said)


def _ranked(found: TeamRecord, *, of_players: bool) -> tuple[str, ...]:
    players = () if of_players else (players_of(found.team),)
    if found.line is None or not found.rounds:
        return players
    line = found.line.row
    said = [
        _("Rank now: %(rank)s") % {"rank": line.rank or NOTHING},
        _("total marks: %(marks)s") % {"marks": marks(line.marks)},
        _("matches won: %(wins)s out of %(played)s") % {"wins": line.wins, "played": line.played},
        _("difference: %(difference)s") % {"difference": signed(line.difference)},
    ]
    return (*players, " · ".join(said))


def _rounds(found: TeamRecord) -> Block:
    columns = (
        figure(pgettext("column on paper", "Round")),
        Column(words=pgettext("column on paper", "Opponents"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Result"), look=Look.ROOM),
        figure(pgettext("standings", "Marks")),
        figure(pgettext("standings", "Marks against")),
        figure(_("Total")),
        rank(),
    )
    nothing = _("The rounds appear here once they are closed.")
    return Block(
        said=() if found.rounds else (nothing,),
        columns=columns,
        rows=tuple(map(_round, found.rounds)),
    )


def _round(line: RecordLine) -> Row:
    part = line.part
    words = {
        "won": pgettext("match", "won"),
        "lost": pgettext("match", "lost"),
        "tied": pgettext("match", "tied"),
        "unplayed": _("no deal"),
        "bye": _("sat out"),
        "missed": _("missed"),
        "away": _("not there"),
    }
    where = _("table %(table)s") % {"table": part.table} if part.table else ""
    partners = [_("with %(name)s") % {"name": team.name} for team in line.partners]
    against = " + ".join(map(str, line.opponents))
    return row(
        part.round,
        strong(against or NOTHING, " · ".join(filter(None, [where, part.label, *partners]))),
        plain(words[line.state], _("totals only") if part.totals_only else ""),
        marks(part.marks),
        marks(part.against) if part.table else NOTHING,
        marks(line.total),
        NOTHING if line.rank is None else line.rank,
    )
