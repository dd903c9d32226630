"""The checks there are, each with its question and its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

QUESTIONS: dict[str, tuple[_StrPromise, _StrPromise]] = {
    "card_legal": (
        _("Was that card legal?"),
        _("The trump, the trick so far, the hand: what could be played, and the article."),
    ),
    "card_revoke": (
        _("Was there a revoke?"),
        _("The tricks as they are remembered, gaps allowed: what can be concluded."),
    ),
    "card_call": (
        _("Was that call legal?"),
        _("The auction so far: what could be called, and the article."),
    ),
    "card_recount": (
        _("Recount a pile"),
        _("The cards of a pile: both sides' points, and what may have been counted wrong."),
    ),
    "card_declarations": (
        _("Whose declarations?"),
        _("What both sides declared: which side's score, and why."),
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check of the menu."""

    question: str
    about: str
    url: str
    is_here: bool


def menu(
    tournament: Tournament, *, here: str = "", place: Mapping[str, int] | None = None
) -> tuple[Check, ...]:
    """Return the checks; where the question came up goes along from one to the next."""
    query = f"?{urlencode(place)}" if place else ""
    paths = {name: reverse(f"referee:{name}", args=[tournament.pk]) for name in QUESTIONS}
    return tuple(
        Check(
            question=str(title),
            about=str(about),
            url=paths[name] + query,
            is_here=paths[name] == here,
        )
        for name, (title, about) in QUESTIONS.items()
    )
