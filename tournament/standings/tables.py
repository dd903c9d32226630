"""The standings as a table on the page."""

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.standings.services import Line
from tournament.templatetags.dixdeder import marks, signed

NUMBER = {"th": {"class": "num"}, "td": {"class": "num"}}
LARGE = {"th": {"class": "num"}, "td": {"class": "num marks"}}
WIDE_ONLY = {"th": {"class": "num drop-narrow"}, "td": {"class": "num drop-narrow"}}


class StandingsTable(tables.Table):
    """One line a team, first to last; a phone leaves the last columns out."""

    rank = tables.Column(pgettext_lazy("standings", "Rank"), accessor="row__rank", attrs=LARGE)
    team = tables.Column(_("Team"))
    marks = tables.Column(_("Marks"), accessor="row__marks", attrs=LARGE)
    wins = tables.Column(pgettext_lazy("standings", "Won"), accessor="row__wins", attrs=NUMBER)
    difference = tables.Column(
        pgettext_lazy("standings", "Difference"), accessor="row__difference", attrs=WIDE_ONLY
    )
    played = tables.Column(
        pgettext_lazy("standings", "Played"), accessor="row__played", attrs=WIDE_ONLY
    )

    class Meta:
        orderable = False
        attrs = {"class": "standings"}
        sequence = ("rank", "team", "marks", "wins", "difference", "played")

    def render_team(self, record: Line) -> str:
        """Write number, name and players, and whether the team has left."""
        return render_to_string("standings/_team.html", {"team": record.team})

    def render_marks(self, value: int) -> str:
        """Write the marks as everywhere."""
        return marks(value)

    def render_difference(self, value: int) -> str:
        """Write the difference with its sign."""
        return signed(value)
