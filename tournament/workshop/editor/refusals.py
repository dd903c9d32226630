"""Why a rulebook is refused, in the words of who edits it, beside the field to blame."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import CONTRACT_WORDS, MODE_WORDS, BadRulebook, NamedContract
from tournament import labels
from tournament.workshop.editor.fields import Field

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


class Blame(NamedTuple):
    """The key of the field to look at, empty where it is on no field of the form; the reason."""

    key: str
    sentence: str


_ONCE = gettext_lazy("Each bid once.")
_SENTENCES: tuple[tuple[str, str, _StrPromise], ...] = (
    (r"title.*|version", "", gettext_lazy("This cannot be left empty.")),
    (
        r"multipliers\.surcoinche",
        "",
        gettext_lazy("Nobody can surcoinche where nobody coinches: 0, or a k for the coinche."),
    ),
    (
        r"points_bid\.(minimum|maximum)",
        "a multiple",
        gettext_lazy("This bid cannot be made: it is no multiple of the step."),
    ),
    (
        r"points_bid\.maximum",
        "",
        gettext_lazy("The largest bid cannot be below the smallest."),
    ),
    (r"points_bid\.needs", "rising", _ONCE),
    (
        r"points_bid\.needs",
        "",
        gettext_lazy("Only bids that can be made: see the smallest, the largest and the step."),
    ),
    (
        r"points_bid\.trumps",
        "at least one",
        gettext_lazy("Where points are bid, they are bid at something: tick one at least."),
    ),
    (
        r"points_bid\.trumps",
        "",
        gettext_lazy("Where a side takes, no points are bid: tick nothing."),
    ),
    (r"belote\.help", "", gettext_lazy("Each contract once.")),
    (
        r"named(\.take)?",
        "",
        gettext_lazy("A side either takes or bids: the two cannot be mixed."),
    ),
    (
        r"named\.\w+\.needs",
        "",
        gettext_lazy("A contract asks for something: tick one at least."),
    ),
    (
        r"named\.\w+\.trumps",
        "",
        gettext_lazy("A side takes at something: tick one at least."),
    ),
    (
        r"named\.\w+\.trumps\.\w+",
        "",
        gettext_lazy("This contract asks for a belote, and there is none at %(mode)s."),
    ),
    (
        r"auction\.order",
        "once",
        gettext_lazy("A contract has each of its trumps once in the order."),
    ),
    (
        r"auction\.order",
        "a step for",
        gettext_lazy("Every bid has its place in the order: one that is allowed has none."),
    ),
    (
        r"trumps\.\w+\.(trump|plain)",
        "",
        gettext_lazy("Each of the eight cards once, from the strongest to the weakest."),
    ),
    (r"trumps\.\w+\.carres", "", gettext_lazy("Each carré once.")),
    (
        r"trumps\.\w+\.most_belotes",
        "",
        gettext_lazy("There cannot be more belotes than suits of trumps."),
    ),
    (
        r"trumps\.\w+",
        "",
        gettext_lazy("It may be bid at %(mode)s: the cards must be described."),
    ),
    (
        r"dealing\.packets",
        "",
        gettext_lazy("Each way of dealing gives eight cards to each player."),
    ),
    (
        r"declarations\.sequences",
        "",
        gettext_lazy("Where there are declarations, three, four and five cards have a value."),
    ),
    (
        r"(named\.\w+\.)?marks\.\w+",
        "no doubled",
        gettext_lazy("Nobody coinches: there are no marks of coinched contracts."),
    ),
    (
        r"(named\.\w+\.)?marks\.\w+",
        "circle",
        gettext_lazy("These cells are each as the other: one of them must say what is paid."),
    ),
    (
        r"(named\.\w+\.)?marks\.\w+",
        "carried",
        gettext_lazy("What a tied deal has left is paid once, to one side."),
    ),
    (r"marks\.\w+", "", gettext_lazy("This must say what is paid.")),
)
"""The key, what the engine expects of it, and the reason."""


def blame(bad: BadRulebook, fields: Iterable[Field]) -> Blame:
    """Return the field to blame for a refusal and the reason."""
    return Blame(_field_of(str(bad.params.get("key", "")), fields), reason(bad))


def reason(bad: BadRulebook) -> str:
    """Return the reason of a refusal, whichever field is to blame."""
    return _reason(str(bad.params.get("key", "")), str(bad.params.get("expected", "")))


def _field_of(key: str, fields: Iterable[Field]) -> str:
    """Return the field whose key is the longest that the refusal's begins with."""
    keys = (field.key for field in fields)
    return max((own for own in keys if f"{key}.".startswith(f"{own}.")), key=len, default="")


def _reason(key: str, expected: str) -> str:
    if re.fullmatch(r"switches\.\d+\.set", key):
        inner, _colon, of_inner = expected.partition(": ")
        said = _("Once the other choice is taken, the rules would not hold. %(reason)s")
        return str(said % {"reason": _reason(inner, of_inner)})
    for pattern, part, sentence in _SENTENCES:
        if re.fullmatch(pattern, key) and part in expected:
            return str(sentence) % {"mode": _mode_in(key)}
    said = _("This does not go with the other rules: %(what)s.")
    return str(said % {"what": _what(key)})


def _mode_in(key: str) -> str:
    lang = labels.language()
    found = [words[lang] for mode, words in MODE_WORDS.items() if mode.value in key.split(".")]
    return found[0] if found else ""


def _what(key: str) -> str:
    """Return the part of the rules that a key belongs to, in words as far as there are any."""
    lang, names = labels.language(), key.split(".")
    for name, words in CONTRACT_WORDS.items():
        if name.value in names and name in NamedContract:
            return words[lang]
    return _mode_in(key) or key
