"""The sentences that pages and commands share."""

from __future__ import annotations

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.models import Tournament
from tournament.upkeep.comparing import ContestCompared, Counts

NO_FILE = gettext_lazy(
    "The data is on a PostgreSQL server, which has backups of its own: use pg_dump and"
    " pg_restore (docs/hosting.md)."
)


def contests_as_written() -> dict[str, str]:
    """Return the contests' names by how the name of a copy's file writes them."""
    return {slugify(name): name for name in Tournament.objects.values_list("name", flat=True)}


def losses_in_words(contest: ContestCompared) -> str:
    """Say what of a contest a copy lacks; nothing where it lacks nothing."""
    return _in_words(contest.lost, is_whole=not contest.is_in_copy)


def gains_in_words(contest: ContestCompared) -> str:
    """Say what a copy would bring back of a contest."""
    return _in_words(contest.back, is_whole=not contest.is_here)


def _in_words(counts: Counts, *, is_whole: bool) -> str:
    """Say how many rounds, deals, rulings, teams and acts; nothing where there are none."""
    said = [
        (ngettext("%(count)s round", "%(count)s rounds", counts.rounds), counts.rounds),
        (
            ngettext("%(count)s deal typed", "%(count)s deals typed", counts.entries),
            counts.entries,
        ),
        (ngettext("%(count)s ruling", "%(count)s rulings", counts.rulings), counts.rulings),
        (ngettext("%(count)s team", "%(count)s teams", counts.teams), counts.teams),
        (
            ngettext("%(count)s act of the journal", "%(count)s acts of the journal", counts.acts),
            counts.acts,
        ),
    ]
    what = ", ".join(words % {"count": count} for words, count in said if count)
    return _("the whole contest (%(what)s)") % {"what": what or "–"} if is_whole else what
