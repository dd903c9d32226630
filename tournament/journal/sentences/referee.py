"""The referee and the phones of the tables."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament import labels
from tournament.journal.telling import Group, Sentence, Told
from tournament.models import Decision


def _ruled(told: Told) -> str:
    words = _("Ruling %(number)s (%(about)s): %(decision)s.") % {
        "number": told["number"],
        "about": labels.FAULTS.get(told["category"], told["category"]),
        "decision": Decision(told["decision"]).label,
    }
    if "table" in told:
        return _("%(sentence)s %(place)s.") % {"sentence": words, "place": told.place()}
    if "team_id" in told:
        team = told.names.team(told["team_id"])
        return _("%(sentence)s Team %(team)s.") % {"sentence": words, "team": team}
    return words


def _plays(told: Told) -> str:
    if told["team"] is None:
        return _("The referee plays in no team.")
    return _("The referee plays in team %(team)s.") % {"team": told.names.team(told["team"])}


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "ruling.made": (Group.RULINGS, _ruled),
    "referee.seated": (Group.RULINGS, _plays),
    "code.renewed": (
        Group.PHONES,
        gettext_lazy("Table %(table)s, round %(round)s: the code of %(side)s is renewed."),
    ),
    "code.revoked": (
        Group.PHONES,
        gettext_lazy("Table %(table)s, round %(round)s: the code of %(side)s is revoked."),
    ),
}
