"""The names of players, once a contest is over."""

from __future__ import annotations

from django.utils.translation import ngettext

from tournament.journal.telling import Group, Sentence, Told


def _erased(told: Told) -> str:
    # The first of them kept which players, as keys.
    count = told["count"] if "count" in told else len(told["players"])
    words = ngettext(
        "The name of %(count)s player is erased.",
        "The names of %(count)s players are erased.",
        count,
    )
    return words % {"count": count}


SENTENCES: dict[str, tuple[Group, Sentence]] = {"names.erased": (Group.TEAMS, _erased)}
