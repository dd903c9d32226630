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
        "about": _about(told),
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


def _called(told: Told) -> str:
    figures = {"place": told.place(), "about": _about(told)}
    return _("%(place)s calls the referee: %(about)s.") % figures


def _settled(told: Told) -> str:
    figures = {"place": told.place(), "number": told.get("ruling")}
    if figures["number"]:
        return _("%(place)s: the call is answered by ruling %(number)s.") % figures
    if told["for_nothing"]:
        return _("%(place)s: the call was for nothing.") % figures
    return _("%(place)s: the call is settled without a ruling.") % figures


def _about(told: Told) -> str:
    return str(labels.FAULTS.get(told["category"], told["category"]))


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "ruling.made": (Group.RULINGS, _ruled),
    "referee.seated": (Group.RULINGS, _plays),
    "referee.called": (Group.RULINGS, _called),
    "call.taken": (Group.RULINGS, gettext_lazy("%(place)s: the referee takes the call.")),
    "call.settled": (Group.RULINGS, _settled),
    "call.withdrawn": (Group.RULINGS, gettext_lazy("%(place)s takes its call back.")),
    "code.renewed": (
        Group.PHONES,
        gettext_lazy("Table %(table)s, round %(round)s: the code of %(side)s is renewed."),
    ),
    "code.revoked": (
        Group.PHONES,
        gettext_lazy("Table %(table)s, round %(round)s: the code of %(side)s is revoked."),
    ),
}
