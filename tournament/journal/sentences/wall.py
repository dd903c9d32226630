"""What is shown to everybody: the switches, the screens of the hall."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.journal.telling import Group, Sentence, Told
from tournament.models import Panel


def _panels(told: Told) -> str:
    words = dict(Panel.choices)
    return ", ".join(str(words.get(panel, panel)) for panel in told["panels"]) or "–"


def _added(told: Told) -> str:
    return _("A screen of the hall is set up (no. %(display)s): %(panels)s.") % {
        "display": told["display"],
        "panels": _panels(told),
    }


def _changed(told: Told) -> str:
    return _("The screen no. %(display)s of the hall shows from now on: %(panels)s.") % {
        "display": told["display"],
        "panels": _panels(told),
    }


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "draw.shown": (Group.SETTINGS, gettext_lazy("The draw is shown to everybody.")),
    "draw.hidden": (Group.SETTINGS, gettext_lazy("The draw is no longer shown to everybody.")),
    "standings.shown": (
        Group.SETTINGS,
        gettext_lazy("The results and the standings are shown to everybody."),
    ),
    "standings.hidden": (
        Group.SETTINGS,
        gettext_lazy("The results and the standings are no longer shown to everybody."),
    ),
    "display.added": (Group.SETTINGS, _added),
    "display.changed": (Group.SETTINGS, _changed),
    "display.removed": (
        Group.SETTINGS,
        gettext_lazy("The screen no. %(display)s of the hall is removed."),
    ),
}
