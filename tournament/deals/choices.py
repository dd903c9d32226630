"""What the entry form offers to choose, and the letters that choose it from the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import NamedContract, Rulebook, Side, Stake, Sweep, Trump
from tournament import labels
from tournament.deals.line import ENGLISH_TRUMPS, TRUMPS

MOST_BELOTES = 4
"""The most belotes any trump can give: one a suit, at all trumps."""

NEITHER = "none"
"""The answer « neither side took the eight tricks », which is not the same as no answer."""

SIDE_KEYS = {Side.A.value: "a", Side.B.value: "b"}
STAKE_KEYS = {Stake.PLAIN.value: "n", Stake.COINCHE.value: "x", Stake.SURCOINCHE.value: "s"}
BELOTE_KEYS = {"": "n", "A": "a", "B": "b"}
SWEEP_KEYS = {
    NEITHER: "n",
    Sweep.TAKERS.value: "p t",
    Sweep.TAKERS_ALONE.value: "s",
    Sweep.DEFENDERS.value: "d",
}
TRUMP_KEYS = {
    "fr": {
        Trump.SPADES.value: "p",
        Trump.HEARTS.value: "c",
        Trump.DIAMONDS.value: "k",
        Trump.CLUBS.value: "t",
        Trump.ALL_TRUMPS.value: "a",
        Trump.NO_TRUMPS.value: "s",
        Trump.SCHMURTZ.value: "z",
    },
    "en": {
        Trump.SPADES.value: "s p",
        Trump.HEARTS.value: "h c",
        Trump.DIAMONDS.value: "d k",
        Trump.CLUBS.value: "t",
        Trump.ALL_TRUMPS.value: "a",
        Trump.NO_TRUMPS.value: "n",
        Trump.SCHMURTZ.value: "z",
    },
}
"""The letters of the line where one is enough, in either language."""

DIGITS = forms.TextInput(attrs={"inputmode": "numeric", "size": 4})
"""Not a number field, whose arrows and wheel change the points unseen."""

Keys = Mapping[str, str] | Callable[[], Mapping[str, str]]


class KeyedRadio(forms.RadioSelect):
    """Boxes to choose from, each with the letters that choose it (``aria-keyshortcuts``).

    With ``is_first`` the page opens with the focus here.
    """

    def __init__(self, keys: Keys) -> None:
        super().__init__(attrs={"class": "chips"})
        self.keys = keys
        self.is_first = False

    def create_option(
        self,
        name: str,
        value: object,
        label: object,
        selected: bool,  # noqa: FBT001 - as Django calls it
        index: int,
        subindex: int | None = None,
        attrs: dict[str, object] | None = None,
    ) -> dict[str, object]:
        """Give one box its letters."""
        option = super().create_option(name, value, label, selected, index, subindex, attrs)
        keys = self.keys() if callable(self.keys) else self.keys
        if str(value) in keys:
            option["attrs"]["aria-keyshortcuts"] = keys[str(value)]
        if self.is_first and index == 0:
            option["attrs"]["autofocus"] = True
        return option


def trump_keys() -> Mapping[str, str]:
    """Give the letters that choose a trump, in the reader's language."""
    return TRUMP_KEYS[labels.language()]


def letters_of(trumps: Iterable[Trump]) -> list[tuple[str, str]]:
    """Give the letters of the line for some trumps, each with its sign or its name."""
    letters = TRUMPS | (ENGLISH_TRUMPS if labels.language() == "en" else {})
    # Of two letters for one trump, the reader's own is the last.
    own = {trump: letter for letter, trump in letters.items()}
    return [(own[trump], labels.SIGNS.get(trump) or str(labels.TRUMPS[trump])) for trump in trumps]


def belote_choices(most: int) -> list[tuple[str, Any]]:
    """Give every way up to ``most`` belotes can be held, as letters: ``""``, ``A``, ``AB``."""
    held = [
        "".join(sides)
        for count in range(1, most + 1)
        for sides in combinations_with_replacement("AB", count)
    ]
    return [("", _("no belote")), *((sides, " + ".join(sides)) for sides in held)]


def several_apart(belotes: Sequence[tuple[str, Any]]) -> list[tuple[Any, Any]]:
    """Put what only all trumps can give, more belotes than one, in a group of its own."""
    usual = [choice for choice in belotes if len(choice[0]) <= 1]
    several = [choice for choice in belotes if len(choice[0]) > 1]
    return [*usual, (_("several, at all trumps"), several)] if several else usual


def sweep_choices(neither: str = "") -> list[tuple[str, Any]]:
    """Say in a word who took the eight tricks; ``neither`` is the value that nobody did."""
    return [
        (neither, pgettext_lazy("eight tricks", "neither side")),
        (Sweep.TAKERS.value, pgettext_lazy("eight tricks", "the takers")),
        (Sweep.TAKERS_ALONE.value, pgettext_lazy("eight tricks", "one taker alone")),
        (Sweep.DEFENDERS.value, pgettext_lazy("eight tricks", "the defence")),
    ]


class Offered(NamedTuple):
    """What a rulebook offers to choose: values and words, in one language."""

    trumps: list[tuple[str, Any]]
    stakes: list[tuple[str, Any]]
    sweeps: list[tuple[str, Any]]
    belotes: list[tuple[str, Any]]
    most_belotes: int


def offered(rulebook: Rulebook) -> Offered:
    """Give what the forms of a deal offer under a rulebook, to be shown and not changed."""
    return _offered(rulebook, labels.language())


@lru_cache(maxsize=64)
def _offered(rulebook: Rulebook, _language: str) -> Offered:
    trumps = rulebook.played_trumps
    most = max(rulebook.most_belotes(trump) for trump in trumps)
    return Offered(
        trumps=[(trump.value, trump_drawn(trump)) for trump in trumps],
        stakes=stakes_of(rulebook),
        sweeps=sweeps_of(rulebook),
        belotes=belote_choices(most),
        most_belotes=most,
    )


def stakes_of(rulebook: Rulebook) -> list[tuple[str, Any]]:
    """Give the stakes that a rulebook has."""
    return [choice for choice in labels.stake_choices() if choice[0] in rulebook.stakes]


def sweeps_of(rulebook: Rulebook) -> list[tuple[str, Any]]:
    """Say who may have taken the eight tricks; one alone only where a générale is played."""
    alone = {NamedContract.GENERALE, NamedContract.GENERALE_BELOTE}
    has_alone = alone & set(rulebook.named_contracts)
    choices = sweep_choices(NEITHER)
    return [choice for choice in choices if choice[0] != Sweep.TAKERS_ALONE or has_alone]


def trump_drawn(trump: Trump) -> str:
    """Say a trump with its suit drawn before it: « ♥ cœur », the heart in red."""
    if trump not in labels.SIGNS:
        return str(labels.TRUMPS[trump])
    return format_html(
        '<span class="{}" aria-hidden="true">{}</span> {}',
        "suit red" if trump in labels.RED_SUITS else "suit",
        labels.SIGNS[trump],
        labels.TRUMPS[trump],
    )
