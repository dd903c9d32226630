"""A ruling in words: what it is about, what it decides. Page and paper say the same."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring import Side
from tournament import labels
from tournament.models import Decision, Ruling
from tournament.text import marks, signed


def category_words(ruling: Ruling) -> str:
    """Say what the referee was called for."""
    return str(labels.FAULTS.get(ruling.category, ruling.category))


def place_words(ruling: Ruling) -> str:
    """Say what a ruling is about: « Manche 2, table 12, donne 7 · 3 · Les As »."""
    said = []
    if ruling.match:
        place = {"round": ruling.match.round.number, "table": ruling.match.table}
        if ruling.deal:
            words = _("Round %(round)s, table %(table)s, deal %(deal)s")
            said.append(words % (place | {"deal": ruling.deal.number}))
        else:
            said.append(_("Round %(round)s, table %(table)s") % place)
        if ruling.match.round.tournament_id is None:
            # Another round may have its number now.
            said.append(_("round deleted since"))
    if ruling.team:
        said.append(str(ruling.team))
    if ruling.player:
        said.append(ruling.player.name)
    return " · ".join(said) or _("the contest")


def decision_words(ruling: Ruling) -> str:
    """Say what a ruling decides, with its figures."""
    words = WORDS.get(Decision(ruling.decision))
    return words(ruling) if words else str(Decision(ruling.decision).label)


def side_words(ruling: Ruling) -> str:
    """Say which side: its letter and its team's name; seats loaded by ``with_teams``."""
    team = ruling.match.team(Side(ruling.side)).name
    return _("%(team)s (%(side)s)") % {"team": team, "side": ruling.side}


def _marks(ruling: Ruling) -> str:
    if ruling.match and ruling.side:
        words = _("%(marks)s to %(team)s in this match")
        return words % {"marks": signed(ruling.marks), "team": side_words(ruling)}
    return _("%(marks)s to %(team)s") % {"marks": signed(ruling.marks), "team": ruling.team}


def _awarded(ruling: Ruling) -> str:
    return _("deal awarded: %(a)s – %(b)s") % _figures(ruling)


def _match_awarded(ruling: Ruling) -> str:
    return _("match awarded: %(a)s – %(b)s") % _figures(ruling)


def _figures(ruling: Ruling) -> dict[str, str]:
    return {"a": marks(ruling.marks_a), "b": marks(ruling.marks_b)}


def _ban(ruling: Ruling) -> str:
    if not ruling.deals:
        return str(Decision.BID_BAN.label)
    words = ngettext(
        "banned from bidding for %(deals)s deal",
        "banned from bidding for %(deals)s deals",
        ruling.deals,
    )
    return words % {"deals": ruling.deals}


def _nothing(ruling: Ruling) -> str:
    if ruling.replaces_id:
        return pgettext("a ruling", "the ruling before is lifted")
    return str(Decision.NOTHING.label)


WORDS: dict[Decision, Callable[[Ruling], str]] = {
    Decision.MARKS: _marks,
    Decision.AWARDED: _awarded,
    Decision.MATCH_AWARDED: _match_awarded,
    Decision.BID_BAN: _ban,
    Decision.NOTHING: _nothing,
}
"""The decisions that say more than their name."""
