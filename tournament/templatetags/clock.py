"""The clocks of a round, for a page of another feature.

``{% load clock %}{% clock round %}`` while it is played, ``{% reclaim round %}`` once it is closed.
"""

from typing import Any

from django import template

from tournament.models import Round
from tournament.rounds.clock import clock_of
from tournament.rounds.reclaim import reclaim_of

register = template.Library()


@register.inclusion_tag("rounds/_clock.html")
def clock(round_: Round | None) -> dict[str, Any]:
    """Show a round's clock; nothing where there is no round or no clock."""
    if round_ is None:
        return {"clock": None}
    return {"clock": clock_of(round_), "round": round_, "tournament": round_.tournament}


@register.inclusion_tag("rounds/_reclaim.html")
def reclaim(round_: Round | None, *, live: bool = True) -> dict[str, Any]:
    """Show until when one may complain about a round; nothing where there is no such time.

    A page that the browser keeps is not ``live``: it counts down once the server has answered.
    """
    if round_ is None:
        return {"reclaim": None}
    return {
        "reclaim": reclaim_of(round_),
        "round": round_,
        "tournament": round_.tournament,
        "live": live,
        "with_script": True,
    }
