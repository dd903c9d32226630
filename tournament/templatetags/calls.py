"""The referee called by a table, and the checks by cards that answer the call."""

from typing import Any

from django import template

from tournament.models import Match, RefereeCall, RoleKind, Tournament
from tournament.referee.call_queue import queue_of
from tournament.referee.calls import is_anywhere_called, open_call
from tournament.referee.cards.menu import Check, check_for, menu
from tournament.roles import is_held

register = template.Library()


@register.inclusion_tag("referee/_queue.html", takes_context=True)
def call_queue(context: template.Context) -> dict[str, Any]:
    """Show the tables that wait for the referee."""
    request = context["request"]
    return {
        "tournament": context["tournament"],
        "queue": queue_of(context["tournament"]),
        "is_referee": RoleKind.REFEREE in request.roles,
    }


@register.simple_tag
def has_referee(tournament: Tournament) -> bool:
    """Whether anybody is the referee of a contest."""
    return is_held(tournament, RoleKind.REFEREE)


@register.simple_tag
def may_call(tournament: Tournament) -> bool:
    """Whether the tables may call the referee by themselves, or one is called."""
    return tournament.phones or is_anywhere_called(tournament)


@register.simple_tag
def has_published_rulings(tournament: Tournament) -> bool:
    """Whether the public has a ruling to read."""
    return tournament.rulings.filter(is_published=True).exists()


@register.inclusion_tag("referee/_table_call.html")
def table_call(match: Match) -> dict[str, Any]:
    """Say whether a table called, or lead to the page that calls the referee to it."""
    return {"match": match, "call": open_call(match)}


@register.simple_tag
def card_checks(tournament: Tournament, **place: int) -> tuple[Check, ...]:
    """Return the checks by cards, for the ``round``, ``table`` and ``deal`` that are given."""
    return menu(tournament, place=place)


@register.simple_tag
def check_of_call(tournament: Tournament, call: RefereeCall) -> Check | None:
    """Return the check by cards that answers what a table calls for."""
    place = {"round": call.match.round.number, "table": call.match.table}
    return check_for(tournament, call.category, place)
