"""A round on paper while it is played and after: its results by table, and what is missing."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import Side
from tournament.deals.states import TableState
from tournament.deals.tally import MatchSheet, match_sheets
from tournament.models import Match, Round
from tournament.prints.columns import entrant, players_of, table
from tournament.prints.lists import ROOMY, Block, Cell, Column, ListPaper, Look, plain, row, strong
from tournament.prints.printing import Printout, head_of, printout_of, round_words
from tournament.rounds.services import LooseEnd, loose_ends
from tournament.standings.doubts import Doubt
from tournament.standings.results import Part, PartKind
from tournament.standings.services import standings
from tournament.text import NOTHING, marks

LIST_TEMPLATE = "prints/list.html"


def results_paper(round_: Round) -> ListPaper:
    """Make the results of a round, table by table, as far as they are known."""
    sheets, tournament = match_sheets(round_), round_.tournament
    is_final = round_.is_closed and all(sheet.state is TableState.FINISHED for sheet in sheets)
    return ListPaper(
        **head_of(tournament),
        title=_("Round %(round)s: results") % {"round": round_.number},
        state=_state(is_final=is_final),
        lines=(_finished(sheets),),
        blocks=(_tables(sheets, of_players=tournament.is_individual), *_byes(round_)),
    )


def missing_paper(round_: Round) -> ListPaper:
    """Make the list of what a round still owes the desk, with a box to tick for each."""
    loose = loose_ends(round_)
    columns = (
        table(),
        Column(words=pgettext("column on paper", "Teams"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Missing")),
        Column(words=pgettext("column on paper", "Not settled")),
        Column(words=pgettext("column on paper", "Done"), look=Look.BOX),
    )
    rows = tuple(_loose(each) for each in loose)
    nothing = _("Nothing is missing, and everything is settled.")
    return ListPaper(
        **head_of(round_.tournament),
        title=_("Round %(round)s: what is missing") % {"round": round_.number},
        lines=(_tables_words(len(loose)),) if loose else (),
        blocks=(Block(said=() if loose else (nothing,), columns=columns, rows=rows),),
    )


def results_printout(round_: Round) -> Printout:
    """Print the results of a round."""
    words = round_words(round_.number, _("results"))
    return printout_of(LIST_TEMPLATE, round_.tournament, words, results_paper(round_))


def missing_printout(round_: Round) -> Printout:
    """Print what a round still owes."""
    words = round_words(round_.number, _("what is missing"))
    return printout_of(LIST_TEMPLATE, round_.tournament, words, missing_paper(round_))


def _state(*, is_final: bool) -> str:
    return pgettext("results", "final") if is_final else pgettext("results", "provisional")


def _finished(sheets: Sequence[MatchSheet]) -> str:
    words = ngettext(
        "%(complete)s table finished out of %(tables)s",
        "%(complete)s tables finished out of %(tables)s",
        complete := sum(sheet.is_complete for sheet in sheets),
    )
    return words % {"complete": complete, "tables": len(sheets)}


def _tables_words(count: int) -> str:
    words = ngettext(
        "%(tables)s table is not whole and settled",
        "%(tables)s tables are not whole and settled",
        count,
    )
    return words % {"tables": count}


def _tables(sheets: Sequence[MatchSheet], *, of_players: bool) -> Block:
    columns = (
        table(),
        Column(words=pgettext("column on paper", "Side A"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Marks A"), look=Look.TOTAL),
        Column(words=pgettext("column on paper", "Marks B"), look=Look.TOTAL),
        Column(words=pgettext("column on paper", "Side B"), look=Look.NAME),
        Column(words=pgettext("column on paper", "Result"), look=Look.ROOM),
    )
    is_dense = len(sheets) > ROOMY
    rows = tuple(_result(sheet, has_players=not (of_players or is_dense)) for sheet in sheets)
    nothing = _("This round has no table: draw it first.")
    said = () if sheets else (nothing,)
    return Block(said=said, columns=columns, rows=rows, is_dense=is_dense)


def _result(sheet: MatchSheet, *, has_players: bool) -> tuple[Cell, ...]:
    match, is_known = sheet.match, bool(sheet.rows or sheet.totals_only)
    a, b = map(marks, sheet.tally.totals) if is_known else (NOTHING, NOTHING)
    return row(
        strong(match.table),
        _side(match, Side.A, sheet, has_players=has_players),
        a,
        b,
        _side(match, Side.B, sheet, has_players=has_players),
        plain(_outcome(sheet), match.label, _("totals only") if sheet.totals_only else ""),
    )


def _side(match: Match, side: Side, sheet: MatchSheet, *, has_players: bool) -> Cell:
    team = match.team(side)
    return Cell(
        str(team),
        (players_of(team),) if has_players else (),
        is_strong=sheet.is_complete and sheet.tally.winner == side,
    )


def _outcome(sheet: MatchSheet) -> str:
    if sheet.state is not TableState.FINISHED:
        return str(sheet.state.label)
    if sheet.tally.winner is None:
        return pgettext("match", "tied")
    return _("won by %(side)s") % {"side": sheet.tally.winner}


def _byes(round_: Round) -> list[Block]:
    """List who sat out, with what it marks once the round is closed."""
    seats = round_.seats.filter(match__isnull=True).select_related("team")
    teams = [seat.team for seat in seats.prefetch_related("team__players")]
    if not teams:
        return []
    given = _given(round_) if round_.is_closed else {}
    columns = (
        entrant(of_players=round_.tournament.is_individual),
        Column(words=pgettext("column on paper", "Marks"), look=Look.TOTAL),
    )
    rows = tuple(row(strong(str(team)), marks(given.get(team.number))) for team in teams)
    heading = ngettext("Sits this round out", "Sit this round out", len(teams))
    return [Block(heading=heading, columns=columns, rows=rows)]


def _given(round_: Round) -> dict[int, int]:
    def of_round(parts: Sequence[Part]) -> int | None:
        own = (part for part in parts if part.round == round_.number and part.kind is PartKind.BYE)
        return next((part.marks for part in own), None)

    found = {line.row.team: of_round(line.parts) for line in standings(round_.tournament).lines}
    return {team: given for team, given in found.items() if given is not None}


def _loose(each: LooseEnd) -> tuple[Cell, ...]:
    match = each.match
    return row(
        strong(match.table),
        plain(f"{match.team_a} – {match.team_b}"),
        _missing(each.doubt),
        _unsettled(each.doubt),
        "",
    )


def _missing(doubt: Doubt) -> str:
    if not doubt.is_missing:
        return NOTHING
    if doubt.is_untyped:
        return _("Nothing was brought")
    if not doubt.missing:
        return _("The match is not over")
    words = ngettext("Deal %(numbers)s", "Deals %(numbers)s", len(doubt.missing))
    return words % {"numbers": ", ".join(doubt.ranges)}


def _unsettled(doubt: Doubt) -> Cell:
    if not doubt.state:
        return plain(NOTHING)
    words = ngettext("deal %(numbers)s", "deals %(numbers)s", len(doubt.deals))
    numbers = words % {"numbers": ", ".join(doubt.unsettled_ranges)}
    return plain(str(doubt.state.label), numbers)
