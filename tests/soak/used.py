"""Whether everything was used: each page was seen, or its form taken, by somebody at least."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import get_resolver

from tests.soak.people import Season
from tests.tournament.test_doors import named_pages

ALL_WITHIN = 20
"""Minutes after which nothing is left that nobody used."""
MAY_GO_UNUSED = {
    "upkeep:restore": "putting an earlier copy in place of everything would end the season",
}
"""What a whole run may do without, and why."""


def pages() -> set[str]:
    """Return the names of all pages."""
    return set(named_pages(get_resolver()))


def unused(season: Season) -> set[str]:
    """Return the names of those that nobody used."""
    return {name for name in pages() if not season.used[name] and not season.sent[name]}


def missed(season: Season, minutes: float) -> Iterator[str]:
    """Say what a run of so many minutes should have used."""
    if minutes >= ALL_WITHIN:
        for name in sorted(unused(season) - MAY_GO_UNUSED.keys()):
            yield f"nobody used {name}"
