"""The draws' codes in words."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.models import Absence, DrawKind, Team
from tournament.rounds.acceptance import MustAccept
from tournament.rounds.draw import Breach, Broken
from tournament.rounds.gathering import PLACED, TOO_LATE

KINDS = {
    DrawKind.LOT: gettext_lazy("By lot"),
    DrawKind.STANDINGS: gettext_lazy("By the standings: neighbours meet, the best at table 1"),
    DrawKind.ROUND_ROBIN: gettext_lazy("Everyone meets everyone: the next turn of the circle"),
    DrawKind.MITCHELL: gettext_lazy("Odd numbers stay at their table, even numbers move on by one"),
    DrawKind.POOLS: gettext_lazy("In the pools: the next match of each"),
    DrawKind.BRACKETS: gettext_lazy("Main draw and consolation: every place is played for"),
    DrawKind.INDIVIDUAL: gettext_lazy("New partners by lot, and new opponents as far as can be"),
}
"""What the organiser chooses from."""

_BREACHES = {
    Breach.APART: gettext_lazy("%(one)s and %(other)s must not meet, but do."),
    Breach.CLUB: gettext_lazy("%(one)s and %(other)s are of one club, and meet."),
    Breach.FIXED_TABLE: gettext_lazy("%(one)s cannot be at table %(table)s this time."),
    Breach.TABLE_OUT: gettext_lazy(
        "%(one)s should always be at table %(table)s, which is out of use."
    ),
    Breach.ROOMS_FULL: gettext_lazy("Table %(table)s is in none of the rooms: these are full."),
}
_IN_ONE_POOL = {
    Breach.APART: gettext_lazy("%(one)s and %(other)s must not meet, but are in one pool."),
    Breach.CLUB: gettext_lazy("%(one)s and %(other)s are of one club, and in one pool."),
}
_LEFT_OUT = {
    PLACED: gettext_lazy("the place is played"),
    TOO_LATE: gettext_lazy("came after the brackets were drawn"),
}


def stake_words(code: str) -> str:
    """Say what a match is played for, from the code of the draw: « Finale », « Poule A »."""
    if not code:
        return ""
    kind, *rest = code.split(":")
    if kind == "pool":
        return _("Pool %(name)s") % {"name": rest[0]}
    first, size = map(int, rest)
    places = {"first": first, "last": first + size - 1}
    if kind == "main" and first == 1:
        return _stage(size)
    if size == 2:  # noqa: PLR2004 -- a match for a single place
        return _("Places %(first)s and %(last)s") % places
    return _("Places %(first)s to %(last)s") % places


def breach_words(each: Broken, teams: Mapping[int, Team], *, in_pool: bool = False) -> str:
    """Say what a draw does not hold, with the teams' names."""
    names = [str(teams.get(number, number)) for number in each.teams]
    sentences = _IN_ONE_POOL if in_pool and each.code in _IN_ONE_POOL else _BREACHES
    return str(sentences[each.code]) % {
        "one": names[0] if names else "",
        "other": names[-1] if names else "",
        "table": each.table,
    }


def offer_words(offer: MustAccept) -> list[str]:
    """Say all that a draw repeats or breaks, one sentence a pair."""
    drawn, teams = offer.drawn, offer.teams
    at = {
        frozenset(pair): table.number
        for table in drawn.tables
        for pair in combinations(table.teams, 2)
    }

    def sentence(words: str, pair: tuple[int, ...]) -> str:
        named = {"one": teams[pair[0]], "other": teams[pair[1]]}
        return words % (named | {"table": at[frozenset(pair)]})

    meet = _("Table %(table)s: %(one)s and %(other)s meet again.")
    partner = _("Table %(table)s: %(one)s and %(other)s are partners again.")
    return [
        *(sentence(meet, pair) for pair in drawn.rematches),
        *(sentence(partner, pair) for pair in drawn.partners_again),
        *(
            breach_words(each, teams, in_pool=frozenset(each.teams) not in at)
            for each in drawn.broken
        ),
    ]


def left_out_words(code: str) -> str:
    """Say why a team is not seated."""
    return str(_LEFT_OUT[code]) if code in _LEFT_OUT else str(Absence(code).label)


def _stage(size: int) -> str:
    """Name a round of the main draw by how many teams are in it."""
    names = {
        2: pgettext("match", "Final"),
        4: pgettext("match", "Semi-final"),
        8: pgettext("match", "Quarter-final"),
        16: pgettext("match", "Round of 16"),
        32: pgettext("match", "Round of 32"),
    }
    return names.get(size) or _("Main draw, %(teams)s teams") % {"teams": size}
