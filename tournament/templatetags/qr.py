"""An address as a square to photograph: ``{% load qr %}{% qr address %}``."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.prints.qr import qr_of

register = template.Library()

QUIET = 4
"""Squares of white around it, without which a telephone may not find it."""


@register.simple_tag
def qr(address: str) -> SafeString:
    """Draw the QR code of an address; what it says stands beside it for who does not see it."""
    code = qr_of(address)
    return format_html(
        '<svg class="qr" viewBox="{0} {0} {1} {1}" role="img" aria-label="QR">'
        '<path class="quiet" d="M{0} {0}h{1}v{1}h-{1}z"/><path d="{2}"/></svg>',
        -QUIET,
        code.size + 2 * QUIET,
        code.svg_path,
    )
