"""What was changed of closed rounds since something was posted or drawn from them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.deals.acts import OF_SHEETS
from tournament.models import Decision, JournalEntry, Tournament
from tournament.standings.changes import RULEBOOK_CHANGED

Place = tuple[int, int]
"""A round's number and a table's."""

RULED = "ruling.made"
MOVING = frozenset({Decision.MARKS, Decision.EXCLUSION})
"""The decisions that count without changing a sheet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """What was changed: tables, the rulebook, what a ruling gives or takes outside a match."""

    tables: tuple[Place, ...] = ()
    rulebook: bool = False
    teams: bool = False

    def __bool__(self) -> bool:
        """Whether anything was."""
        return bool(self.tables or self.rulebook or self.teams)


NOTHING_CHANGED = Changed()


def changed_since_closing(tournament: Tournament, rounds: Collection[int]) -> Changed:
    """Say what was changed of some closed rounds since the last of these was closed."""
    if not rounds:
        return NOTHING_CHANGED
    return _changed(tournament, _acts(tournament, "round.closed", max(rounds)), rounds)


def changed_since_drawing(tournament: Tournament, number: int) -> Changed:
    """Say what was changed of the rounds before one since it was drawn."""
    return _changed(tournament, _acts(tournament, "round.drawn", number), range(1, number))


def _acts(tournament: Tournament, kind: str, round_: int) -> QuerySet[JournalEntry]:
    """Return the acts of a kind about a round, the last first: it may be drawn or closed again."""
    acts = tournament.journal.filter(kind=kind, details__round=round_)
    return acts.order_by("-number")


def _changed(
    tournament: Tournament, acts: QuerySet[JournalEntry], rounds: Collection[int]
) -> Changed:
    """Say what happened to some rounds since the first of some acts, in one query."""
    # The deals of the round in play are many, and none of them is looked for.
    within = Q(details__round__in=list(rounds)) | Q(details__to__round__in=list(rounds))
    nowhere = Q(kind__in=[RULED, RULEBOOK_CHANGED], details__round__isnull=True)
    since = tournament.journal.filter(number__gt=acts.values("number")[:1])
    said = since.filter((Q(kind__in=[*OF_SHEETS, RULED]) & within) | nowhere)
    tables: set[Place] = set()
    rulebook = teams = False
    for kind, details in said.values_list("kind", "details"):
        if kind == RULEBOOK_CHANGED:
            rulebook = True
        elif kind != RULED or _moves(details):
            places = [place for place in _named(details) if place[0] in rounds]
            tables.update(places)
            teams = teams or not places
    return Changed(tables=tuple(sorted(tables)), rulebook=rulebook, teams=teams)


def _moves(details: dict[str, Any]) -> bool:
    """Whether a ruling changed a result: a warning does not, lifting may."""
    return bool(
        details.get("changes") or details.get("replaces_id") or details.get("decision") in MOVING
    )


def _named(details: dict[str, Any]) -> Iterator[Place]:
    for place in (details, details.get("to")):
        if isinstance(place, dict) and {"round", "table"} <= place.keys():
            yield place["round"], place["table"]
