"""What stands on every page of a table's sheet: ``{% load desk %}{% presence sheet %}``."""

from typing import Any

from django import template

from tournament.deals.checks import seen_of
from tournament.deals.presence import company, last_entry
from tournament.deals.tally import MatchSheet

register = template.Library()


@register.inclusion_tag("deals/_presence.html", takes_context=True)
def presence(context: template.Context, sheet: MatchSheet) -> dict[str, Any]:
    """Show who else is at the sheet, and ask again now and then."""
    since, seen = last_entry(sheet.match), seen_of(sheet.match)
    return {
        "tournament": sheet.tournament,
        "sheet": sheet,
        "since": since,
        "seen": seen,
        "company": company(sheet.match, context["request"].user, since=since, seen=seen),
    }
