"""What was decided before in a like case, tonight and on earlier evenings of the club."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Ruling, Tournament
from tournament.referee.ruling_words import decision_words
from tournament.text import search_key

MOST = 5
"""So many precedents stand beside the form."""
LOOKED_AT = 500
"""So many of the club's last rulings are compared."""
SHORTEST_WORD = 4
OF_CATEGORY, OF_ARTICLE, OF_FACTS = 2, 3, 4
"""What a likeness weighs: the category, the article, all words of the facts shared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Precedent:
    """An earlier ruling, what it decided in words, and in what it is like the case at hand."""

    ruling: Ruling
    decision: str
    is_tonight: bool
    same_category: bool
    same_article: bool
    like_facts: bool


def precedents(
    tournament: Tournament,
    *,
    category: str = "",
    article: str = "",
    facts: str = "",
    but: Ruling | None = None,
) -> list[Precedent]:
    """Return the rulings most like a case, in one query: tonight's first among equals.

    Another evening's are those of the same club. A ruling that a later one replaces is no
    precedent.
    """
    words = _words(facts)
    if not (category or article.strip() or words):
        return []
    found = (
        Ruling.objects.in_force()
        .filter(tournament__club=tournament.club_id)
        .select_related("tournament", "match__round", "deal", "team", "player")
        .prefetch_related("match__seats__team")
        .order_by("-created_at", "-number")
    )
    if but:
        found = found.exclude(pk=but.pk)
    weighed = [
        (weight, _precedent(ruling, tournament, category, article, words))
        for ruling in found[:LOOKED_AT]
        if (weight := _weight(ruling, category, article, words))
    ]
    weighed.sort(key=lambda each: (-each[0], not each[1].is_tonight))
    return [precedent for _weight, precedent in weighed[:MOST]]


def _precedent(
    ruling: Ruling, tournament: Tournament, category: str, article: str, words: set[str]
) -> Precedent:
    return Precedent(
        ruling=ruling,
        decision=decision_words(ruling),
        is_tonight=ruling.tournament_id == tournament.pk,
        same_category=ruling.category == category,
        same_article=_is_same(ruling.article, article),
        like_facts=bool(words & _words(ruling.facts)),
    )


def _weight(ruling: Ruling, category: str, article: str, words: set[str]) -> float:
    shared = len(words & _words(ruling.facts)) / len(words) if words else 0
    return (
        OF_CATEGORY * (ruling.category == category)
        + OF_ARTICLE * _is_same(ruling.article, article)
        + OF_FACTS * shared
    )


def _is_same(one: str, other: str) -> bool:
    return bool(one.strip()) and search_key(one) == search_key(other)


def _words(text: str) -> set[str]:
    """Return the words of an account that say something, without accents or endings."""
    letters = "".join(each if each.isalnum() else " " for each in search_key(text))
    return set(_stems(letters.split()))


def _stems(words: Iterable[str]) -> Iterable[str]:
    """Leave off the endings of a plural or a feminine, and words that say nothing."""
    return (word.rstrip("es") for word in words if len(word) >= SHORTEST_WORD)
