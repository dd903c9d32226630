"""A season on paper: what each evening gave, and what it comes to."""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Evening, Season, SeasonScale
from tournament.prints.columns import figure, rank
from tournament.prints.lists import Block, Column, ListPaper, Look, Row, row, strong
from tournament.prints.pdf import render_pdf
from tournament.prints.printing import Printout
from tournament.seasons.ranking import Score, SeasonLine
from tournament.seasons.services import season_table
from tournament.text import NOTHING, marks

LIST_TEMPLATE = "prints/list.html"
UPRIGHT = 4
"""More evenings than this are laid on a page on its side."""


def season_paper(season: Season) -> ListPaper:
    """Make the standings of a season, as they stand now."""
    found = season_table(season)
    evenings = list(season.evenings.select_related("tournament"))
    columns = (
        rank(),
        Column(words=pgettext("of a person or a team", "Name"), look=Look.NAME),
        figure(_("Total")),
        *(Column(words=_day(evening), look=Look.ROUND) for evening in evenings),
    )
    nothing = _("The standings appear once a contest of the season has a closed round.")
    rows = tuple(map(_line, found.lines))
    last = evenings[-1].tournament if evenings else None
    return ListPaper(
        tournament=season.name,
        date=last.date if last else timezone.localdate(),
        venue=season.club.name,
        rules=None,
        journal="",
        printed_at=timezone.localtime(),
        title=_("Standings of the season"),
        lines=(
            f"{_scale(season)} · {_counted(season)}",
            *(
                f"{_day(evening)}: {evening.tournament.name},"
                f" {evening.tournament.rulebook_title}"
                f" · {evening.tournament.rulebook.short_fingerprint}"
                for evening in evenings
            ),
        ),
        is_wide=len(evenings) > UPRIGHT,
        blocks=(
            Block(said=() if rows else (nothing,), columns=columns, rows=rows),
            *((Block(said=(_legend(),)),) if rows else ()),
        ),
    )


def season_printout(season: Season) -> Printout:
    """Print the standings of a season."""
    paper = season_paper(season)
    title = " – ".join([season.name, _("standings")])
    context = {"title": title, "paper": paper, "at": paper.printed_at}
    return Printout(
        title=title,
        template=LIST_TEMPLATE,
        context=context,
        pdf=lambda: render_pdf(LIST_TEMPLATE, context, tagged=True),
    )


def _day(evening: Evening) -> str:
    """Write a day in figures and letters: 3/11 is another day in English."""
    return date_format(evening.tournament.date, "j N")


def _line(line: SeasonLine) -> Row:
    return row(line.rank, strong(line.name), strong(marks(line.total)), *map(_score, line.scores))


def _score(score: Score | None) -> str:
    if score is None:
        return NOTHING
    return marks(score.value) if score.counts else f"({marks(score.value)})"


def _legend() -> str:
    return _(
        "In parentheses: an evening that does not count, for others were better."
        " A dash: was not there."
    )


def _scale(season: Season) -> str:
    if season.scale == SeasonScale.PLACES:
        points = " ".join(map(str, season.place_points))
        return _("points for each place: %(points)s") % {"points": points}
    return _("the marks of each evening")


def _counted(season: Season) -> str:
    if not season.best:
        return _("every evening counts")
    words = ngettext("the best evening counts", "the %(number)s best evenings count", season.best)
    return words % {"number": season.best}
