"""The list of teams as a table."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Absence, Team
from tournament.teams.words import amount


class TeamTable(tables.Table):
    """Numbers, names, players and fees; names are links for those who may change them."""

    number = tables.Column(
        verbose_name=_("N°"), attrs={"th": {"class": "num"}, "td": {"class": "num"}}
    )
    # By the key: Élodie stands near Eric, and œ as oe.
    name = tables.Column(
        verbose_name=_("Team"), order_by=("key",), attrs={"td": {"class": "names"}}
    )
    players = tables.Column(
        verbose_name=_("Players"),
        orderable=False,
        empty_values=(),
        attrs={"td": {"class": "names"}},
    )
    paid = tables.Column(
        verbose_name=_("Fee paid"),
        attrs={"th": {"class": "num drop-narrow"}, "td": {"class": "num drop-narrow"}},
    )

    class Meta:
        order_by = "number"
        empty_text = _("No team answers to these words.")

    def __init__(
        self,
        *args: Any,
        may_change: bool,
        shows_money: bool,
        of_players: bool = False,
        **kwargs: Any,
    ) -> None:
        # Who plays alone is named after himself.
        hidden = [*([] if shows_money else ["paid"]), *(["players"] if of_players else [])]
        super().__init__(*args, exclude=hidden, **kwargs)
        self.may_change = may_change
        if of_players:
            self.columns["name"].column.verbose_name = _("Player")
            self.empty_text = _("No player answers to these words.")

    def render_name(self, record: Team) -> str:
        """Link the name to its form, and say what is particular about the team."""
        name = format_html("{}", record.name)
        if self.may_change:
            address = reverse("teams:edit", args=[record.tournament_id, record.pk])
            name = format_html('<a href="{}">{}</a>', address, record.name)
        tags = format_html_join("", ' <span class="{}">{}</span>', self.tags(record))
        return format_html("{}{}", name, tags)

    def tags(self, team: Team) -> Iterator[tuple[str, str]]:
        """Give a team's particulars, each with its class."""
        if team.absence:
            is_gone = team.absence is Absence.WITHDRAWN
            yield "tag wait" if is_gone else "tag", str(team.absence.label)
        if team.entered_round > 1:
            yield "tag", gettext("from round %(number)s on") % {"number": team.entered_round}
        for label in team.category_labels:
            yield "tag", label
        if team.club:
            yield "soft", team.club

    def render_players(self, record: Team) -> str:
        """Write each player on a line of the cell."""
        names = [(player.name,) for player in record.players.all()]
        return format_html_join(mark_safe("<br>"), "{}", names) or "–"  # nosec B308 - a constant

    def render_paid(self, value: Decimal) -> str:
        """Write whole euros without their cents."""
        return amount(value)
