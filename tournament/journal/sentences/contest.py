"""The contest itself, its seasons, its settings."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import BooleanField, DecimalField, Field
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring import Refusal, in_short
from tournament import labels
from tournament.journal.settings import WHOLE_RULEBOOKS
from tournament.journal.telling import Group, Sentence, Told, euros
from tournament.models import Criterion, Tournament
from tournament.models.tournament import shipped_rulebook


def setting_name(name: str) -> str:
    """Say a setting as its form does."""
    if name in WHOLE_RULEBOOKS:
        return _("fingerprint of the club's own rulebook")
    try:
        return str(Tournament._meta.get_field(name).verbose_name)
    except FieldDoesNotExist:
        return name


def setting_value(name: str, value: Any) -> str:  # noqa: ANN401 - what JSON holds
    """Say the value that a setting had, as the journal keeps it."""
    if value in (None, "", []):
        return "–"
    if name == "rulebook_name":
        return _rulebook(str(value))
    if name in WHOLE_RULEBOOKS:
        return in_short(str(value))
    if isinstance(value, list):
        return ", ".join(_listed(each) for each in value)
    try:
        return _of_column(Tournament._meta.get_field(name), value)
    except FieldDoesNotExist:
        return str(value)


def _rulebook(name: str) -> str:
    try:
        return str(shipped_rulebook(name).title[labels.language()])
    except (Refusal, LookupError, OSError, ValueError):
        return name


def _listed(value: Any) -> str:  # noqa: ANN401 - what JSON holds
    if isinstance(value, dict):
        return f"{value.get('name')} ({value.get('first')}–{value.get('last')})"
    return str(dict(Criterion.choices).get(value, value))


def _of_column(column: Field, value: Any) -> str:  # noqa: ANN401 - what JSON holds
    if isinstance(column, BooleanField):
        return _("yes") if value else _("no")
    if isinstance(column, DecimalField):
        try:
            return euros(Decimal(str(value)))
        except InvalidOperation:
            return str(value)
    return str(dict(column.flatchoices).get(value, value))


def _created(told: Told) -> str:
    words = _("Contest created, under the rulebook “%(rulebook)s”.") % {
        "rulebook": _rulebook(told["rulebook_name"])
    }
    if "source" in told:
        return _("%(sentence)s Settings taken from an earlier contest.") % {"sentence": words}
    return words


def _settings_changed(told: Told) -> str:
    values = told["values"]
    changed = [
        _("%(setting)s: %(before)s → %(after)s")
        % {
            "setting": setting_name(name),
            "before": setting_value(name, values[name][0]),
            "after": setting_value(name, values[name][1]),
        }
        if name in values
        else setting_name(name)
        for name in told["changed"]
    ]
    return _("Settings changed: %(changes)s.") % {"changes": " · ".join(changed)}


def _rulebook_changed(told: Told) -> str:
    now, was = (in_short(fingerprint) for fingerprint in (told["rulebook"], told["was"]))
    words = _("The rulebook is changed: %(now)s instead of %(was)s.") % {"now": now, "was": was}
    return told.with_reason(words)


def _prizes(told: Told) -> str:
    words = ngettext(
        "%(prizes)s prize is set, %(amount)s in all.",
        "%(prizes)s prizes are set, %(amount)s in all.",
        told["prizes"],
    )
    return words % {"prizes": told["prizes"], "amount": euros(Decimal(told["amount"]))}


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "tournament.created": (Group.SETTINGS, _created),
    "tournament.settings_changed": (Group.SETTINGS, _settings_changed),
    "rulebook.changed": (Group.SETTINGS, _rulebook_changed),
    "prizes.set": (Group.SETTINGS, _prizes),
    "season.changed": (
        Group.SETTINGS,
        gettext_lazy("The season “%(the_season)s” counts otherwise."),
    ),
    "season.evening_added": (
        Group.SETTINGS,
        gettext_lazy("The contest counts in the season “%(the_season)s”."),
    ),
    "season.evening_removed": (
        Group.SETTINGS,
        gettext_lazy("The contest no longer counts in the season “%(the_season)s”."),
    ),
}
