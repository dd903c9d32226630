"""How amounts are written on the pages."""

from decimal import Decimal

from django import template

from tournament.teams.words import amount

register = template.Library()


@register.filter
def euros(value: Decimal) -> str:
    """Write an amount as the page's language does, whole euros without their cents."""
    return amount(value)
