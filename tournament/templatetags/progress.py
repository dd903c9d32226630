"""Where a contest stands, for its first page: ``{% progress tournament as progress %}``."""

from django import template

from tournament.models import Tournament
from tournament.rounds.progress import Progress, progress_of

register = template.Library()


@register.simple_tag
def progress(tournament: Tournament) -> Progress:
    """Return the figures of a contest and what comes next."""
    return progress_of(tournament)
