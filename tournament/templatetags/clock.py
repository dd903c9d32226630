"""The clock of a round, for a page of another feature: ``{% load clock %}{% clock round %}``."""

from typing import Any

from django import template

from tournament.models import Round
from tournament.rounds.clock import clock_of

register = template.Library()


@register.inclusion_tag("rounds/_clock.html")
def clock(round_: Round | None) -> dict[str, Any]:
    """Show a round's clock; nothing where there is no round or no clock."""
    if round_ is None:
        return {"clock": None}
    return {"clock": clock_of(round_), "round": round_, "tournament": round_.tournament}
