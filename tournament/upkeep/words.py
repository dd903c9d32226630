"""The sentences that pages and commands share."""

from __future__ import annotations

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from tournament.models import Tournament
from tournament.upkeep.comparing import Part

NO_FILE = gettext_lazy(
    "The data is on a PostgreSQL server, which has backups of its own: use pg_dump and"
    " pg_restore (docs/hosting.md)."
)


def contests_as_written() -> dict[str, str]:
    """Return the contests' names by how the name of a copy's file writes them."""
    return {slugify(name): name for name in Tournament.objects.values_list("name", flat=True)}


_COUNTED = {
    "rounds": ngettext_lazy("%(count)s round", "%(count)s rounds", "count"),
    "entries": ngettext_lazy("%(count)s deal typed", "%(count)s deals typed", "count"),
    "rulings": ngettext_lazy("%(count)s ruling", "%(count)s rulings", "count"),
    "teams": ngettext_lazy("%(count)s team", "%(count)s teams", "count"),
    "codes": ngettext_lazy("%(count)s code of a table", "%(count)s codes of tables", "count"),
    "papers": ngettext_lazy(
        "%(count)s paper as last printed", "%(count)s papers as last printed", "count"
    ),
    "acts": ngettext_lazy("%(count)s act of the journal", "%(count)s acts of the journal", "count"),
    "accounts": ngettext_lazy("%(count)s account", "%(count)s accounts", "count"),
    "roles": ngettext_lazy("%(count)s role in the club", "%(count)s roles in the club", "count"),
    "invitations": ngettext_lazy("%(count)s invitation", "%(count)s invitations", "count"),
    "rulebooks": ngettext_lazy(
        "%(count)s rulebook of the club", "%(count)s rulebooks of the club", "count"
    ),
    "versions": ngettext_lazy(
        "%(count)s published version of a rulebook",
        "%(count)s published versions of rulebooks",
        "count",
    ),
    "examples": ngettext_lazy(
        "%(count)s example of a rulebook", "%(count)s examples of rulebooks", "count"
    ),
    "seasons": ngettext_lazy("%(count)s season", "%(count)s seasons", "count"),
    "pictures": ngettext_lazy("%(count)s picture", "%(count)s pictures", "count"),
    "clubs": ngettext_lazy(
        "the settings of %(count)s club", "the settings of %(count)s clubs", "count"
    ),
}


def losses_in_words(part: Part) -> str:
    """Say what of a contest, or outside of them, a copy lacks; nothing where it lacks nothing."""
    return _in_words(part.lost, is_whole=not part.is_in_copy)


def gains_in_words(part: Part) -> str:
    """Say what a copy would bring back."""
    return _in_words(part.back, is_whole=not part.is_here)


def _in_words(counts: dict[str, int], *, is_whole: bool) -> str:
    what = ", ".join(str(_COUNTED[kind] % {"count": count}) for kind, count in counts.items())
    return _("the whole contest (%(what)s)") % {"what": what or "–"} if is_whole else what
