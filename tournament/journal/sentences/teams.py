"""Teams, players, and the money they bring."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.journal.telling import Group, Sentence, Told


def _registered(told: Told) -> str:
    return _list_words(
        told,
        ngettext(
            "%(count)s team registered from a list.",
            "%(count)s teams registered from a list.",
            len(told["teams"]),
        ),
    )


def _updated(told: Told) -> str:
    added, changed = len(told["teams"]), len(told["changed"])
    words = _("List of teams updated: %(added)s added, %(changed)s changed.")
    return words % {"added": added, "changed": changed}


def _list_words(told: Told, words: str) -> str:
    words = words % {"count": len(told["teams"])}
    alone = len(told.get("players", ()))
    if alone:
        more = ngettext(
            "%(sentence)s %(count)s player alone.", "%(sentence)s %(count)s players alone.", alone
        )
        return more % {"sentence": words, "count": alone}
    return words


def _since(told: Told, words: str) -> str:
    said = words % told
    if told.get("round"):
        return _("%(sentence)s From round %(round)s on.") % {
            "sentence": said,
            "round": told["round"],
        }
    return said


def _replaced(told: Told) -> str:
    figures = {
        "team": told.team_name(),
        "out": told.names.player(told["out"]),
        "in": told.names.player(told["in"]),
        "round": told["round"],
    }
    words = _("Team %(team)s: %(in)s plays in place of %(out)s from round %(round)s on.")
    return words % figures


def _paid(told: Told) -> str:
    if not told.shows_money:
        return _("Payment of %(payer)s noted.") % {"payer": _payer(told)}
    figures = {"amount": told["the_amount"], "payer": _payer(told)}
    return _("%(amount)s taken from %(payer)s.") % figures


def _given_back(told: Told) -> str:
    if not told.shows_money:
        return _("Money given back to %(payer)s.") % {"payer": _payer(told)}
    figures = {"amount": told["the_amount"], "payer": _payer(told)}
    return _("%(amount)s given back to %(payer)s.") % figures


def _payer(told: Told) -> str:
    return told.team_name() if "team" in told else str(told["the_player"])


SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "teams.registered": (Group.TEAMS, _registered),
    "teams.updated": (Group.TEAMS, _updated),
    "team.registered": (
        Group.TEAMS,
        lambda told: _since(told, _("Team %(the_team)s registered.")),
    ),
    "team.changed": (Group.TEAMS, gettext_lazy("Team %(the_team)s changed.")),
    "team.deleted": (Group.TEAMS, gettext_lazy("Team %(number)s struck off the list.")),
    "team.withdrawn": (
        Group.TEAMS,
        lambda told: _since(told, _("Team %(the_team)s withdrawn.")),
    ),
    "team.returned": (Group.TEAMS, lambda told: _since(told, _("Team %(the_team)s is back."))),
    "team.checked_in": (Group.TEAMS, gettext_lazy("Team %(the_team)s checked in.")),
    "team.check_in_undone": (
        Group.TEAMS,
        gettext_lazy("Team %(the_team)s no longer checked in."),
    ),
    "teams.kept_apart": (Group.TEAMS, gettext_lazy("Must not meet: %(the_teams)s.")),
    "teams.let_meet": (Group.TEAMS, gettext_lazy("May meet again: %(the_teams)s.")),
    "player.registered": (
        Group.TEAMS,
        gettext_lazy("%(the_player)s registered without a partner."),
    ),
    "player.removed": (Group.TEAMS, gettext_lazy("%(the_player)s, alone, struck off the list.")),
    "players.paired": (
        Group.TEAMS,
        gettext_lazy("Team %(the_team)s made of players who were alone: %(the_players)s."),
    ),
    "players.separated": (
        Group.TEAMS,
        gettext_lazy("Team %(number)s separated; alone again: %(the_players)s."),
    ),
    "player.replaced": (Group.TEAMS, _replaced),
    "payment.taken": (Group.MONEY, _paid),
    "payment.given_back": (Group.MONEY, _given_back),
}
