"""A ruling about to be made: seen beforehand with all it moves, then made as it was seen."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournament.deals.checks import seen_of
from tournament.models import Match, Ruling, Tournament, User
from tournament.referee.rulings import decide
from tournament.rounds.impact import Impact, impact_of


class Meanwhile(ValidationError):
    """What the ruling is about is no longer what the referee was shown."""

    def __init__(self) -> None:
        super().__init__(
            _("This changed meanwhile: look at what it moves now, then decide."), code="stale"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """All that a ruling says; ``facts`` are the columns of the entry that corrects a deal."""

    tournament: Tournament
    client_key: UUID
    columns: Mapping[str, Any]
    facts: Mapping[str, Any] = field(default_factory=dict)

    def ruling(self) -> Ruling:
        """Return a new ruling, not saved."""
        return Ruling(tournament=self.tournament, client_key=self.client_key, **self.columns)

    @property
    def match(self) -> Match | None:
        """The match it is about, if any."""
        return self.columns.get("match")

    def seen(self) -> str:
        """Return what is shown of the case, as a key that the form sends back."""
        replaced, team = self.columns.get("replaces"), self.columns.get("team")
        # What a ruling that is lifted gives back is shown as well.
        matches = [match for match in (self.match, replaced and replaced.match) if match]
        teams = [each for each in (team, replaced and replaced.team) if each]
        about = Q(team__in=teams) | Q(match__in=matches)
        rulings = self.tournament.rulings.in_force().filter(about).order_by("pk")
        shown = [
            # Where no round is said, the latest is meant: it may be another one since.
            *(f"{match.pk}:{seen_of(match)}" for match in matches),
            Tournament.objects.get(pk=self.tournament.pk).rulebook.short_fingerprint,
            *map(str, rulings.values_list("pk", flat=True)),
        ]
        return hashlib.sha256("|".join(shown).encode()).hexdigest()[:16]


def previewed(draft: Draft, *, by: User) -> Impact:
    """Say what a ruling would move. Raises what ``decide`` would."""
    return impact_of(draft.tournament, lambda: decide(draft.ruling(), by=by, facts=draft.facts))


@transaction.atomic
def decide_as_seen(draft: Draft, *, seen: str, by: User) -> Ruling:
    """Make a ruling whose impact was shown; sent twice, it is made once.

    Raises ``Meanwhile`` when the sheet, the rulings about it or the rulebook changed since,
    and what ``decide`` refuses.
    """
    Tournament.objects.held(draft.tournament.pk)
    sent_before = Ruling.objects.filter(client_key=draft.client_key, tournament=draft.tournament)
    if made := sent_before.first():
        return made
    if draft.seen() != seen:
        raise Meanwhile
    return decide(draft.ruling(), by=by, facts=draft.facts)
