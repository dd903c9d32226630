"""Draws, seats, rounds and their clock."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.journal.telling import Group, Sentence, Told
from tournament.models import DrawKind

_NOWHERE = {
    "sits out": gettext_lazy("sits out"),
    "absent": gettext_lazy("not in the round"),
}


def _drawn(told: Told) -> str:
    tables = len(told["tables"])
    words = ngettext(
        "Round %(round)s drawn (%(kind)s): %(tables)s table.",
        "Round %(round)s drawn (%(kind)s): %(tables)s tables.",
        tables,
    ) % {"round": told["round"], "kind": DrawKind(told["kind"]).label, "tables": tables}
    if told["byes"]:
        byes = told.listed(map(told.names.team_numbered, told["byes"]))
        words = _("%(sentence)s Sitting out: %(teams)s.") % {"sentence": words, "teams": byes}
    if told.get("seed"):
        words = _("%(sentence)s Seed %(seed)s.") % {"sentence": words, "seed": told["seed"]}
    return words


def _closed(told: Told) -> str:
    words = _("Round %(round)s closed.") % told
    if told["missing"]:
        tables = told.listed(str(table) for table, _deals in told["missing"])
        words = _("%(sentence)s Deals missing at tables: %(tables)s.") % {
            "sentence": words,
            "tables": tables,
        }
    if told.get("unsettled"):
        # A table may have deals that wait and others in dispute.
        tables = told.listed(dict.fromkeys(str(table) for table, *_why in told["unsettled"]))
        words = _("%(sentence)s Unsettled at tables: %(tables)s.") % {
            "sentence": words,
            "tables": tables,
        }
    return words


def _reopened(told: Told) -> str:
    return told.with_reason(_("Round %(round)s opened again.") % told)


def _removed(told: Told) -> str:
    words = ngettext(
        "Round %(round)s deleted with its results (%(entries)s deal typed).",
        "Round %(round)s deleted with its results (%(entries)s deals typed).",
        told["entries"],
    ) % {"round": told["round"], "entries": told["entries"]}
    return told.with_reason(words)


def _planned(told: Told) -> str:
    if told["to"] is None:
        return _("The number of rounds is left open.")
    return ngettext(
        "The contest is planned in %(count)s round.",
        "The contest is planned in %(count)s rounds.",
        told["to"],
    ) % {"count": told["to"]}


def _seats(told: Told) -> str:
    moves = " · ".join(_moves(told))
    words = _("Seats of round %(round)s changed: %(moves)s.") % {
        "round": told["round"],
        "moves": moves,
    }
    return told.with_reason(words)


def _moves(told: Told) -> Iterable[str]:
    for team, before, after in told["moves"]:
        yield _("%(team)s: %(before)s → %(after)s") % {
            "team": told.names.team(team),
            "before": _chair(before),
            "after": _chair(after),
        }


def _chair(place: list[int | str] | str) -> str:
    if isinstance(place, str):
        return str(_NOWHERE[place])
    table, side, _partner = place
    return _("table %(table)s, side %(side)s") % {"table": table, "side": side}


def _lot_drawn(told: Told) -> str:
    tied = " / ".join(told.listed(map(told.names.team_numbered, teams)) for teams in told["tied"])
    return _("Lot drawn between tied teams: %(teams)s. Seed %(seed)s.") % {
        "teams": tied,
        "seed": told["seed"],
    }


_CLOCK = Group.ROUNDS
SENTENCES: dict[str, tuple[Group, Sentence]] = {
    "round.drawn": (Group.DRAWS, _drawn),
    "round.cancelled": (Group.DRAWS, gettext_lazy("The draw of round %(round)s is cancelled.")),
    **dict.fromkeys(
        ("seat.swapped", "seat.added", "seat.taken", "seat.left"), (Group.DRAWS, _seats)
    ),
    "standings.lot_drawn": (Group.DRAWS, _lot_drawn),
    "round.closed": (Group.ROUNDS, _closed),
    "round.reopened": (Group.ROUNDS, _reopened),
    "round.removed": (Group.ROUNDS, _removed),
    "round.restored": (
        Group.ROUNDS,
        gettext_lazy("Round %(round)s brought back with its results."),
    ),
    "rounds.planned": (Group.ROUNDS, _planned),
    "clock.started": (_CLOCK, gettext_lazy("The clock of round %(round)s is started.")),
    "clock.paused": (_CLOCK, gettext_lazy("The clock of round %(round)s is paused.")),
    "clock.resumed": (_CLOCK, gettext_lazy("The clock of round %(round)s goes on.")),
    "time.called": (_CLOCK, gettext_lazy("Time is called on round %(round)s.")),
    "time.uncalled": (_CLOCK, gettext_lazy("Time is no longer called on round %(round)s.")),
}
