"""The checks' own words: seats, duties, numbers of cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import Duty, NamedContract, Rulebook

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SEATS = 4
SIDES = ("A", "B", "A", "B")
LAYS_DOWN = "lays_down"

DUTIES: dict[Duty, _StrPromise] = {
    Duty.FOLLOW: gettext_lazy("the suit led had to be followed"),
    Duty.GO_UP: gettext_lazy("one had to go up"),
    Duty.TRUMP: gettext_lazy("one had to trump"),
    Duty.STILL_TRUMP: gettext_lazy("one had to trump, even without going over"),
    Duty.GO_OVER: gettext_lazy("one had to go over the trump that was played"),
    Duty.TRUMP_GOES_UP: gettext_lazy("a trump that is played had to go up"),
    Duty.FIRST_LEAD: gettext_lazy("the first lead could not be a trump"),
}


def player(seat: int) -> str:
    """Name who sits at a seat, in the order of play: « joueur 2 (B) »."""
    return _("player %(number)s (%(side)s)") % {"number": seat + 1, "side": SIDES[seat]}


def capital(text: str) -> str:
    """Begin a sentence."""
    return text[:1].upper() + text[1:]


def listed(texts: Iterable[str]) -> str:
    """Write some things one after the other."""
    return ", ".join(texts)


def lays_down(rulebook: Rulebook) -> bool:
    """Whether under a générale the partner puts the cards on the table and plays no more."""
    alone = (NamedContract.GENERALE, NamedContract.GENERALE_BELOTE)
    named = (rulebook.named.get(name) for name in alone if name in rulebook.named_contracts)
    return any(each is not None and each.partner == LAYS_DOWN for each in named)
