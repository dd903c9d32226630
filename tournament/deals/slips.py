"""The engine's slips of counting as words, and what is said of points that do not add up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scoring import LikelySlip, Rulebook, Slip, Trump, slips_of_sum
from tournament.labels import rank_letter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.utils.functional import _StrPromise

SLIPS: dict[Slip, _StrPromise] = {
    Slip.SIDES_SWAPPED: pgettext_lazy("a slip", "the other side's points"),
    Slip.LAST_TRICK_FORGOTTEN: pgettext_lazy("a slip", "the last trick forgotten"),
    Slip.LAST_TRICK_TWICE: pgettext_lazy("a slip", "the last trick counted by both sides"),
    Slip.LAST_TRICK_NOT_WON: pgettext_lazy("a slip", "the last trick counted by the wrong side"),
    Slip.BELOTE_COUNTED_IN: pgettext_lazy("a slip", "the belote counted in"),
    Slip.COUNTED_PLAIN: pgettext_lazy("a slip", "%(rank)s counted as if it were no trump"),
    Slip.COUNTED_TRUMP: pgettext_lazy("a slip", "%(rank)s counted as if it were a trump"),
    Slip.ROUNDED: pgettext_lazy("a slip", "points rounded to ten"),
    Slip.CARD_FORGOTTEN: pgettext_lazy("a slip", "%(rank)s forgotten"),
    Slip.CARD_TWICE: pgettext_lazy("a slip", "%(rank)s counted twice"),
}
NAMED_AT_MOST = 3
"""How many explanations are worth reading: the list is likeliest first."""


def explanation_text(slips: Sequence[LikelySlip]) -> str:
    """Say one explanation: a slip, or two of them at once."""
    return " + ".join(map(slip_text, slips))


def slip_text(slip: LikelySlip) -> str:
    """Say one slip: « dix de der oublié », « V compté comme hors atout, 2 fois »."""
    rank = rank_letter(slip.rank.value) if slip.rank else ""
    text = str(SLIPS[slip.slip]) % {"rank": rank}
    if slip.times == 1:
        return text
    return _("%(slip)s, %(times)s times") % {"slip": text, "times": slip.times}


def sum_fault(points: int, others: int, *, trump: Trump, rulebook: Rulebook) -> str:
    """Say why both sides' points cannot be right together; nothing when they add up."""
    total = rulebook.pack_total(trump)
    if points + others == total:
        return ""
    sentence = _("%(one)s + %(other)s = %(sum)s: this trump has %(total)s points in all.") % {
        "one": points,
        "other": others,
        "sum": points + others,
        "total": total,
    }
    found = slips_of_sum((points, others), trump=trump, rulebook=rulebook)[:NAMED_AT_MOST]
    if not found:
        return sentence
    listed = _(" or ").join(map(explanation_text, found))
    return f"{sentence} {_('Perhaps: %(slips)s.') % {'slips': listed}}"
