"""The standings as a table on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import Criterion
from tournament.standings.notes import line_notes
from tournament.standings.ranking import Row
from tournament.standings.services import Line
from tournament.text import marks, signed

SHOWN_ON_A_PHONE = 2
"""How many figures at most a phone shows beside rank and team: those that rank first."""

FIGURES = {
    "marks": (pgettext_lazy("standings", "Marks"), marks),
    "points": (pgettext_lazy("standings", "Points"), marks),
    "wins": (pgettext_lazy("standings", "Wins"), marks),
    "difference": (pgettext_lazy("standings", "Difference"), signed),
    "against": (pgettext_lazy("standings", "Marks against"), marks),
    "duels": (pgettext_lazy("standings", "Between tied teams"), signed),
    "strength": (pgettext_lazy("standings", "Opponents' strength"), marks),
    "best": (pgettext_lazy("standings", "Best match"), marks),
    "played": (pgettext_lazy("standings", "Played"), marks),
}
"""The figures of a row: the word over the column, and how they are written."""

FIGURE_OF = {Criterion.HEAD_TO_HEAD: "duels", Criterion.BEST_MATCH: "best"}
"""Where a criterion's figure has another name; the lot has none."""
ALWAYS = ("marks", "wins", "difference", "played")


def figures_of(criteria: Sequence[Criterion]) -> list[str]:
    """Name the figures shown: those that rank first, in order, then the usual ones."""
    ranking = [FIGURE_OF.get(item, item.value) for item in criteria if item != Criterion.LOT]
    return list(dict.fromkeys([*ranking, *ALWAYS]))


class FigureColumn(tables.Column):
    """One figure of a row; nothing is a dash."""

    empty_values = ()

    def __init__(self, name: str, *, is_large: bool, is_narrow: bool) -> None:
        header, self._written = FIGURES[name]
        classes = f"num{' marks' if is_large else ''}{'' if is_narrow else ' drop-narrow'}"
        head = f"num{'' if is_narrow else ' drop-narrow'}"
        super().__init__(
            header,
            accessor=f"row__{name}",
            attrs={"th": {"class": head}, "td": {"class": classes}},
        )

    def render(self, value: int | None) -> str:
        """Write the figure as everywhere."""
        return self._written(value)


class StandingsTable(tables.Table):
    """One line a team, first to last; a phone leaves the last columns out.

    ``for_desk`` says all that rulings did, not only what the public may read.
    """

    rank = tables.Column(
        pgettext_lazy("standings", "Rank"),
        accessor="row",
        attrs={"th": {"class": "num"}, "td": {"class": "num marks"}},
    )
    team = tables.Column(_("Team"), attrs={"td": {"class": "names"}})

    class Meta:
        orderable = False
        attrs = {"class": "standings"}

    def __init__(
        self,
        lines: Sequence[Line],
        criteria: Sequence[Criterion],
        *,
        of_players: bool = False,
        for_desk: bool = False,
        **options: Any,
    ) -> None:
        self.for_desk = for_desk
        figures = figures_of(criteria)
        narrow = min(SHOWN_ON_A_PHONE, len(criteria))
        extra = [
            (
                name,
                FigureColumn(
                    name,
                    is_large=place == 0,
                    is_narrow=place < narrow,
                ),
            )
            for place, name in enumerate(figures)
        ]
        super().__init__(lines, extra_columns=extra, sequence=("rank", "team", *figures), **options)
        if of_players:
            self.columns["team"].column.verbose_name = _("Player")

    def render_rank(self, value: Row) -> str:
        """Write the rank, and whether a lot gave it."""
        if not value.by_lot:
            return str(value.rank)
        return format_html('{} <span class="tag">{}</span>', value.rank, _("by lot"))

    def render_team(self, record: Line) -> str:
        """Write number, name and players, and what is to be known of its rounds."""
        notes = line_notes(record, for_desk=self.for_desk)
        context = {"line": record, "team": record.team, "notes": notes}
        return render_to_string("standings/_team.html", context)
