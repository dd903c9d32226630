"""How figures, suits and cards are written on the pages."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament import labels
from tournament.text import isolated, marks, signed

register = template.Library()
register.filter(isolated)
register.filter(marks)
register.filter(signed)

AS_TEXT = "\ufe0e"
"""Asks a phone for the black-and-white figure rather than its coloured picture."""

SUIT_OF_LETTER = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


@register.filter
def trump_label(trump: str) -> str:
    """Say a trump in words; nothing where there is none."""
    return str(labels.TRUMPS[trump]) if trump else ""


@register.filter
def contract_label(contract: str) -> str:
    """Say a contract as it is kept on an entry: ``"100"``, ``"capot"``."""
    return labels.contract_label(str(contract)) if contract else ""


@register.simple_tag
def suit(trump: str) -> str:
    """Draw a suit, with its name for those who do not see it; other trumps are words."""
    if not trump:
        return ""
    if trump not in labels.SIGNS:
        return format_html('<span class="suit word">{}</span>', trump_label(trump))
    return _drawn(trump)


@register.filter
def card(code: str) -> str:
    """Write a card (``"10H"``, ``"JS"``) with the letters of the page's language."""
    rank, letter = str(code)[:-1], str(code)[-1:]
    if letter not in SUIT_OF_LETTER:
        return str(code)
    return format_html("{}{}", labels.rank_letter(rank), _drawn(SUIT_OF_LETTER[letter]))


def _drawn(name: str) -> SafeString:
    return format_html(
        '<span class="{}" role="img" aria-label="{}">{}{}</span>',
        "suit red" if name in labels.RED_SUITS else "suit",
        trump_label(name),
        labels.SIGNS[name],
        AS_TEXT,
    )
