"""Rulings found by their words: tonight's first, then those of the club's earlier evenings."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Case, IntegerField, Q, QuerySet, When

from tournament import labels
from tournament.models import Ruling, Team, Tournament
from tournament.models.ruling import Decision
from tournament.text import search_key

LOOKED_AT = 300
"""So many of the club's last rulings are searched."""
MOST_KEPT = 5_000
TEXTS = ("category", "decision", "facts", "article", "explanation")

_keys: dict[tuple[int, str], tuple[object, str]] = {}
"""What is searched of each ruling, by its row and the language. A ruling is never edited."""


def loaded_rulings() -> QuerySet[Ruling]:
    """Fetch along all that a line about a ruling shows."""
    return Ruling.objects.select_related(
        "tournament", "match__round", "deal", "team", "player", "replaces"
    ).prefetch_related("match__seats__team")


def rulings_about(
    tournament: Tournament, words: Sequence[str], teams: Collection[Team], *, most: int
) -> list[Ruling]:
    """Return the rulings that hold every word, and those about some teams of the contest."""
    found = Q(pk__in=_holding(tournament, words))
    if teams:
        keys = [team.pk for team in teams]
        of_seats = Ruling.objects.filter(match__seats__team__in=keys)
        own = Q(team__in=keys) | Q(pk__in=of_seats.order_by().values("pk"))
        found |= own & Q(tournament=tournament)
    is_own = Case(When(tournament=tournament, then=0), default=1, output_field=IntegerField())
    rulings = loaded_rulings().filter(found).order_by(is_own, "-created_at", "-number")
    return list(rulings[:most])


def _holding(tournament: Tournament, words: Sequence[str]) -> list[int]:
    """Return the last rulings of the club in which every word is found."""
    if not words:
        return []
    language = labels.language()
    last = (
        Ruling.objects.filter(tournament__club=tournament.club_id)
        .order_by("-created_at", "-number")
        .values_list("pk", "client_key")[:LOOKED_AT]
    )
    wanted = list(last)
    _learn([key for key, sent in wanted if not _knows(key, language, sent)], language)
    return [key for key, _sent in wanted if _holds(_keys.get((key, language)), words)]


def _knows(key: int, language: str, sent: object) -> bool:
    known = _keys.get((key, language))
    # A row put back from a copy may bear the number of another one.
    return known is not None and known[0] == sent


def _learn(keys: Sequence[int], language: str) -> None:
    if not keys:
        return
    if len(_keys) > MOST_KEPT:
        _keys.clear()
    rows = Ruling.objects.filter(pk__in=keys).order_by().values_list("pk", "client_key", *TEXTS)
    for key, sent, category, decision, *texts in rows:
        said = [str(labels.FAULTS.get(category, "")), str(Decision(decision).label), *texts]
        _keys[key, language] = (sent, search_key(" ".join(said)))


def _holds(known: tuple[object, str] | None, words: Sequence[str]) -> bool:
    return known is not None and all(word in known[1] for word in words)
