"""What was done to the whole database, as far as it concerns a contest."""

from __future__ import annotations

from django.utils.translation import gettext_lazy

from tournament.journal.telling import Group, Sentence

SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "copy.restored": (
        Group.SETTINGS,
        gettext_lazy(
            "A copy of the database was restored: the contest is again as it was at act"
            " %(restored)s. It stood at act %(ended)s, %(digest)s, until then."
        ),
    ),
}
