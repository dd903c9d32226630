"""The list of teams as a table."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from tournament.models import Team
from tournament.teams.words import amount


class TeamTable(tables.Table):
    """Numbers, names, players and fees; names are links for those who may change them."""

    number = tables.Column(
        verbose_name=_("N°"), attrs={"th": {"class": "num"}, "td": {"class": "num"}}
    )
    name = tables.Column(verbose_name=_("Team"), order_by=("key",))
    players = tables.Column(verbose_name=_("Players"), orderable=False, empty_values=())
    fee_paid = tables.Column(
        verbose_name=_("Fee paid"),
        attrs={"th": {"class": "num drop-narrow"}, "td": {"class": "num drop-narrow"}},
    )

    class Meta:
        order_by = "number"
        empty_text = _("No team answers to these words.")

    def __init__(self, *args: Any, may_change: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_change = may_change

    def render_name(self, record: Team) -> str:
        """Link the name to its form, and say that a team has left."""
        name = format_html("{}", record.name)
        if self.may_change:
            address = reverse("teams:edit", args=[record.tournament_id, record.pk])
            name = format_html('<a href="{}">{}</a>', address, record.name)
        if record.withdrawn:
            left = pgettext("team", "withdrawn")
            name = format_html('{} <span class="tag wait">{}</span>', name, left)
        return name

    def render_players(self, record: Team) -> str:
        """Write each player on a line of the cell."""
        names = [(player.name,) for player in record.players.all()]
        return format_html_join(mark_safe("<br>"), "{}", names) or "–"

    def render_fee_paid(self, value: Decimal) -> str:
        """Write whole euros without their cents."""
        return amount(value)
