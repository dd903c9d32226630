"""The checks there are, each with its question and its address."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring import Fault
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

ANSWERING: Mapping[str, str] = {
    Fault.REVOKE: "card_revoke",
    Fault.DOUBTFUL_COUNT: "card_recount",
    Fault.OUT_OF_TURN: "card_call",
    Fault.WRONG_ANNOUNCEMENT: "card_declarations",
}
"""The check that answers what a table calls for, where one does."""


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


def check_for(tournament: Tournament, category: str, place: Mapping[str, int]) -> Check | None:
    """Return the check that answers what a table calls for; None where none does."""
    name = ANSWERING.get(category)
    if name is None:
        return None
    url = reverse(f"referee:{name}", args=[tournament.pk])
    return next(each for each in menu(tournament, here=url, place=place) if each.is_here)
