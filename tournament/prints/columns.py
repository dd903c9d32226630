"""The columns that several papers have: one word each, said once."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Team
from tournament.models.round import Partners
from tournament.prints.lists import Cell, Column, Look, strong


def number() -> Column:
    """Return the column of a team's number."""
    return Column(words=pgettext("column on paper", "No."), look=Look.NUMBER)


def rank() -> Column:
    """Return the column of a rank."""
    return Column(words=pgettext("column on paper", "Rank"), look=Look.RANK)


def table() -> Column:
    """Return the column of a table's number."""
    return Column(words=pgettext("column on paper", "Table"), look=Look.TABLE)


def entrant(*, of_players: bool) -> Column:
    """Return the column of who is ranked: teams, or players where partners change."""
    return Column(words=_("Player") if of_players else _("Team"), look=Look.NAME)


def figure(words: str) -> Column:
    """Return a column of figures."""
    return Column(words=words, look=Look.FIGURE)


def who(team: Team | Partners, *, has_number: bool = True, of_players: bool = False) -> Cell:
    """Write a team with its players under it; partners for one round are named once."""
    name = str(team) if has_number else team.name
    return strong(name, "" if of_players else players_of(team))


def players_of(team: Team | Partners) -> str:
    """Write a team's players on one line."""
    return " · ".join(player.name for player in team.players.all())
