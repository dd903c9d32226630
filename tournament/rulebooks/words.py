"""A deal in a few words, whatever rulebook marks it: what was bid and what was made."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import DealFacts, NamedContract, Side, Stake
from tournament import labels

AS_TEXT = "\ufe0e"
"""Asks a phone for the black-and-white figure of a suit."""


def deal_words(facts: DealFacts) -> str:
    """Say a deal without judging it: « 100 ♥, coinche, 112 points, belote de A »."""
    return ", ".join(_parts(facts))


def _parts(facts: DealFacts) -> Iterator[str]:
    contract = facts.contract
    sign = labels.SIGNS.get(contract.trump)
    trump = sign + AS_TEXT if sign else str(labels.TRUMPS[contract.trump])
    named = isinstance(contract.bid, NamedContract)
    bid = contract.bid.value if named else str(contract.bid)
    yield f"{labels.contract_label(bid)} {trump}"
    if contract.stake is not Stake.PLAIN:
        yield str(labels.STAKES[contract.stake])
    if facts.sweep:
        yield str(labels.SWEEPS[facts.sweep])
    elif facts.points is not None:
        yield ngettext("%(points)s point", "%(points)s points", facts.points) % {
            "points": facts.points
        }
    for side in Side:
        if facts.belote[side]:
            yield _("belote of %(side)s") % {"side": side.value}
        if facts.declarations[side]:
            yield _("declarations of %(side)s") % {"side": side.value}
