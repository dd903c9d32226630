"""Who met whom and what it gave: the crosstable by rounds, and the standings of each pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Shape, Tournament
from tournament.prints.columns import entrant, figure, number, rank, who
from tournament.prints.lists import Block, Cell, Column, ListPaper, Look, Row, plain, row, strong
from tournament.prints.printing import Printout, head_of, printout_of
from tournament.prints.standings_papers import state_words
from tournament.standings.notes import line_notes, standings_notes
from tournament.standings.results import Part, PartKind
from tournament.standings.services import Line, PoolStandings, Standings, standings
from tournament.standings.tables import FIGURES, figures_of
from tournament.text import NOTHING, marks

LIST_TEMPLATE = "prints/list.html"
ROUNDS_SIDE_BY_SIDE = 12
"""The rounds that fit beside the names on a page laid on its side."""
UPRIGHT = 5
"""With more rounds than this the page is laid on its side."""
LARGEST_SQUARE = 12
"""The most teams that are put in a square, each against each."""
SIGNS = {1: "+", 0: "=", -1: "\u2212"}


def crosstable_paper(tournament: Tournament) -> ListPaper:
    """Make the crosstable: by rounds, and in squares where everybody meets everybody."""
    found = standings(tournament)
    rounds = [part.round for part in found.lines[0].parts] if found.lines else []
    starts = range(0, len(rounds), ROUNDS_SIDE_BY_SIDE)
    parts = [rounds[start : start + ROUNDS_SIDE_BY_SIDE] for start in starts]
    nothing = _("Nothing to show: no round is closed yet.")
    squares = _squares(tournament, found)
    heading = _("By rounds") if squares else ""
    return ListPaper(
        **head_of(tournament),
        title=_("Crosstable"),
        state=state_words(found),
        lines=(
            _("After each opponent's number: + won, = tied, − lost; the marks stand under it."),
        ),
        notes=tuple(standings_notes(found, tournament)),
        is_wide=len(rounds) > UPRIGHT,
        blocks=(
            *squares,
            *(
                _by_rounds(found, numbers, heading, of_players=tournament.is_individual)
                for numbers in parts
            ),
            *(() if rounds else (Block(said=(nothing,)),)),
        ),
    )


def pools_paper(tournament: Tournament) -> ListPaper:
    """Make the standings of each pool."""
    found = standings(tournament)
    nothing = _("No pool is drawn yet.")
    blocks = tuple(_pool(pool, found) for pool in found.pools)
    criteria = [str(criterion.label) for criterion in found.criteria]
    return ListPaper(
        **head_of(tournament),
        title=_("Standings of the pools"),
        state=state_words(found),
        # The places are played for after the pools.
        lines=(_("Ranked by: %(criteria)s") % {"criteria": ", ".join(criteria)},),
        notes=tuple(standings_notes(found, tournament)),
        blocks=blocks or (Block(said=(nothing,)),),
    )


def crosstable_printout(tournament: Tournament) -> Printout:
    """Print the crosstable."""
    return printout_of(LIST_TEMPLATE, tournament, _("crosstable"), crosstable_paper(tournament))


def pools_printout(tournament: Tournament) -> Printout:
    """Print the standings of the pools."""
    paper = pools_paper(tournament)
    return printout_of(LIST_TEMPLATE, tournament, _("standings of the pools"), paper)


def _by_rounds(found: Standings, rounds: Sequence[int], heading: str, *, of_players: bool) -> Block:
    columns = (
        rank(),
        number(),
        entrant(of_players=of_players),
        *(
            Column(words=pgettext("round, short", "R%(round)s") % {"round": each}, look=Look.ROUND)
            for each in rounds
        ),
        figure(pgettext("standings", "Marks")),
    )
    rows = tuple(_line(line, set(rounds)) for line in found.lines)
    return Block(heading=heading, columns=columns, rows=rows)


def _line(line: Line, rounds: set[int]) -> Row:
    return row(
        line.row.rank,
        line.team.number,
        strong(line.team.name, *line_notes(line)),
        *(_met(part) for part in line.parts if part.round in rounds),
        strong(marks(line.row.marks)),
    )


def _met(part: Part) -> Cell:
    if part.kind is PartKind.AWAY:
        return plain(NOTHING)
    if part.kind is not PartKind.PLAYED:
        words = _("sat out") if part.kind is PartKind.BYE else _("missed")
        return plain(words, marks(part.marks))
    sign = "" if part.result is None else f" {SIGNS[part.result]}"
    numbers = ", ".join(map(str, part.opponents))
    return Cell(f"{numbers}{sign}", (marks(part.marks),), is_strong=part.is_win)


def _squares(tournament: Tournament, found: Standings) -> list[Block]:
    if found.pools:
        return [
            _square(pool.lines, _("Pool %(name)s") % {"name": pool.name}) for pool in found.pools
        ]
    is_square = tournament.shape == Shape.ROUND_ROBIN and len(found.lines) <= LARGEST_SQUARE
    return [_square(found.lines)] if is_square and found.after else []


def _square(lines: Sequence[Line], heading: str = "") -> Block:
    """Put teams in a square: what each marked against each, all their meetings."""
    columns = (
        rank(),
        entrant(of_players=False),
        *(Column(words=str(line.team.number), look=Look.ROUND) for line in lines),
        figure(pgettext("standings", "Marks")),
    )
    rows = tuple(
        row(
            line.row.rank,
            strong(str(line.team)),
            *(_against(line, other) for other in lines),
            strong(marks(line.row.marks)),
        )
        for line in lines
    )
    return Block(heading=heading, columns=columns, rows=rows)


def _against(line: Line, other: Line) -> Cell:
    if line is other:
        return plain("\u25a0")
    met = [part for part in line.parts if other.team.number in part.opponents]
    written = [f"{marks(part.marks)}{_sign(part)}" for part in met if part.kind is PartKind.PLAYED]
    return Cell(", ".join(written), is_strong=any(part.is_win for part in met))


def _sign(part: Part) -> str:
    return "" if part.result is None else f" {SIGNS[part.result]}"


def _pool(pool: PoolStandings, found: Standings) -> Block:
    names = figures_of(found.criteria)
    columns = (
        rank(),
        entrant(of_players=False),
        *(figure(str(FIGURES[name][0])) for name in names),
    )
    return Block(
        heading=_("Pool %(name)s") % {"name": pool.name},
        columns=columns,
        rows=tuple(_in_pool(line, names) for line in pool.lines),
    )


def _in_pool(line: Line, names: Sequence[str]) -> Row:
    figures: Mapping[str, str] = {name: FIGURES[name][1](getattr(line.row, name)) for name in names}
    first, *others = names
    return row(
        line.row.rank,
        who(line.team),
        strong(figures[first]),
        *(figures[name] for name in others),
    )
