"""What a verification finds, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.journal.comparison import Fault
from tournament.journal.listing import moment
from tournament.journal.sentences.contest import setting_name
from tournament.journal.verification import Verified

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SENTENCES: dict[str, _StrPromise] = {
    # The chain.
    "act_altered": _("Act %(number)s was altered."),
    "act_rewritten": _("Act %(number)s was altered, and its digest with it."),
    "act_inserted": _("Act %(number)s was put in afterwards."),
    "acts_inserted": _("Acts %(number)s to %(until)s were put in afterwards."),
    "act_missing": _("Act %(number)s is missing."),
    "acts_missing": _("Acts %(number)s to %(until)s are missing."),
    "act_unreadable": _("Act %(number)s was altered: it cannot be read any more."),
    "act_beyond": _("Act %(number)s and what follows were added beside the site."),
    "noted_differs": _("Act %(number)s is not the one whose digest was noted."),
    "unguarded": _("The database lets rows of %(guarded)s be altered: its guard was taken off."),
    # What was typed.
    "entry_altered": _("%(place)s: what was typed is no longer what act %(number)s recorded."),
    "entry_missing": _("What act %(number)s recorded of a deal is missing."),
    "entry_added": _("%(place)s: something was typed that no act recorded."),
    "confirmation_altered": _("%(place)s: the answer given by act %(number)s was altered."),
    "confirmation_missing": _("The answer given by act %(number)s is missing."),
    "confirmation_added": _("%(place)s: there is an answer that no act gave."),
    "totals_altered": _("%(place)s: the totals taken by act %(number)s were altered."),
    "totals_missing": _("The totals taken by act %(number)s are missing."),
    "totals_added": _("%(place)s: there are totals that no act took."),
    "deal_moved": _("%(place)s: what counts is not what act %(number)s says."),
    "deal_counted": _("%(place)s: something counts that no act made count."),
    "totals_moved": _("%(place)s: the totals that count are not those of act %(number)s."),
    "totals_counted": _("%(place)s: totals count that no act made count."),
    "ruling_altered": _("Ruling %(ruling)s is no longer what act %(number)s recorded."),
    "ruling_missing": _("The ruling of act %(number)s is missing."),
    "ruling_added": _("Ruling %(ruling)s was made by no act."),
    "call_altered": _("%(place)s: the call is no longer as act %(number)s left it."),
    "call_missing": _("The call of act %(number)s is missing."),
    "call_added": _("%(place)s: there is a call that no act made."),
    # The contest.
    "setting_altered": _("The setting “%(setting)s” is not what act %(number)s says."),
    "rulebook_altered": _("The rulebook in force is not the one of act %(number)s."),
    "lot_altered": _("The lot between tied teams is not the one of act %(number)s."),
    "lot_added": _("There is a lot between tied teams that no act drew."),
    "payment_altered": _("The amount of the payment of act %(number)s was altered."),
    "payment_missing": _("The payment of act %(number)s is missing."),
    "round_added": _("Round %(round)s was drawn by no act."),
    "round_missing": _("The round drawn by act %(number)s is missing."),
    "round_turned": _("Round %(round)s was closed, or opened again, by no act."),
    "seats_altered": _("Round %(round)s: the seats are not those of the journal."),
}
MOST_SAID = 20
"""How many faults are said one by one."""
UNSAID = {
    "deal_moved": "deal_counted",
    "totals_moved": "totals_counted",
    "lot_altered": "lot_added",
}
"""What is said instead where no act is known."""


def sentence(fault: Fault) -> str:
    """Say what was found, in the reader's language."""
    code = fault.code if fault.number is not None else UNSAID.get(fault.code, fault.code)
    figures = {"number": fault.number, "place": place_words(fault.figures), "ruling": "?"}
    figures |= fault.figures
    if "setting" in figures:
        figures["setting"] = setting_name(figures["setting"])
    return str(SENTENCES[code]) % figures


def place_words(place: Mapping[str, Any]) -> str:
    """Name the deal or the table that something is about: « Manche 3, table 12, donne 7 »."""
    if {"round", "table", "deal"} <= set(place):
        return gettext("Round %(round)s, table %(table)s, deal %(deal)s") % place
    if {"round", "table"} <= set(place):
        return gettext("Round %(round)s, table %(table)s") % place
    return gettext("Somewhere")


def verdict(found: Verified) -> list[str]:
    """Say what a verification found, in sentences: the answer first, then each fault."""
    figures = {"date": moment(found.at), "count": found.acts}
    if found.is_whole:
        words = ngettext(
            "Verified on %(date)s: %(count)s act, nothing was altered.",
            "Verified on %(date)s: %(count)s acts, nothing was altered.",
            found.acts,
        )
        return [words % figures]
    said = [gettext("Verified on %(date)s: something was altered.") % figures]
    said += [sentence(fault) for fault in found.faults[:MOST_SAID]]
    more = len(found.faults) - MOST_SAID
    if more > 0:
        words = ngettext("And %(count)s more fault.", "And %(count)s more faults.", more)
        said.append(words % {"count": more})
    return said
