"""The standings on paper, as they are on the page."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, pgettext

from tournament.models import Ranking, Tournament
from tournament.prints.joining import OtherPages, joined
from tournament.prints.paging import parts_of
from tournament.prints.pdf import render_all, render_pdf
from tournament.prints.printing import (
    Printout,
    journal_words,
    paper_team,
    round_words,
    rules_of,
    titled,
)
from tournament.prints.sheets import StandingsLine, StandingsPaper
from tournament.prints.standings_pages import turns
from tournament.standings.notes import line_notes, standings_notes
from tournament.standings.services import Standings, standings
from tournament.standings.tables import ALWAYS, FIGURES, figures_of

STANDINGS_TEMPLATE = "prints/standings.html"
PAGES_AT_ONCE = 14
"""So many pages are laid out by one process at most."""


def ranked_by(table: Standings) -> tuple[str, ...]:
    """Say what ranks the teams; the places played come before any criterion."""
    criteria = tuple(str(criterion.label) for criterion in table.criteria)
    return (gettext("the places played"), *criteria) if table.by_places else criteria


def is_final(table: Standings) -> bool:
    """Whether nothing is played or in doubt, so that the ranks will not move by themselves."""
    return table.after is not None and not table.is_provisional and not table.doubts


def state_words(table: Standings) -> str:
    """Say whether standings are final, as it is written in the frame of a paper."""
    final, provisional = pgettext("standings", "final"), pgettext("standings", "provisional")
    return final if is_final(table) else provisional


def standings_paper(tournament: Tournament) -> StandingsPaper:
    """Make the standings as they are on the page."""
    table = standings(tournament)
    more = [name for name in figures_of(table.criteria) if name not in ALWAYS]
    return StandingsPaper(
        tournament=tournament.name,
        date=tournament.date,
        venue=tournament.place,
        after_round=table.after or 0,
        final=is_final(table),
        by_wins=tournament.ranking == Ranking.WINS,
        criteria=ranked_by(table),
        lot_seed=table.lot_seed,
        journal=journal_words(tournament),
        rows=tuple(
            StandingsLine(
                rank=line.row.rank,
                team=paper_team(line.team),
                marks=line.row.marks,
                wins=line.row.wins,
                difference=line.row.difference,
                notes=(*([gettext("by lot")] if line.row.by_lot else []), *line_notes(line)),
                more=tuple(FIGURES[name][1](getattr(line.row, name)) for name in more),
            )
            for line in table.lines
        ),
        rules=rules_of(tournament.rulebook),
        printed_at=timezone.localtime(),
        notes=tuple(standings_notes(table, tournament)),
        of_players=tournament.is_individual,
        more=tuple(str(FIGURES[name][0]) for name in more),
    )


def standings_printout(tournament: Tournament) -> Printout:
    """Print the standings after the last closed round."""
    paper = standings_paper(tournament)
    after = round_words(paper.after_round) if paper.after_round else gettext("before round 1")
    context = {
        "title": titled(tournament, gettext("standings"), after),
        "paper": paper,
        "at": paper.printed_at,
    }
    return Printout(
        title=context["title"],
        template=STANDINGS_TEMPLATE,
        context=context,
        pdf=lambda: standings_pdf(context),
    )


def standings_pdf(context: dict[str, Any]) -> bytes:
    """Lay standings out, long ones in parts side by side that are then put together."""
    paper = context["paper"]
    parts = parts_of(turns(paper), len(paper.rows), most=PAGES_AT_ONCE)
    if len(parts) > 1:
        cut = [
            {
                **context,
                "paper": replace(paper, rows=paper.rows[part.start : part.end]),
                "part": part,
            }
            for part in parts
        ]
        files = render_all(STANDINGS_TEMPLATE, cut, tagged=True)
        with suppress(OtherPages):
            return joined(files, pages=[each.own_pages for each in parts])
    # Short, or a page did not hold what it was thought to hold.
    return render_pdf(STANDINGS_TEMPLATE, context, tagged=True)
