"""The warnings each team has had, and that still stand."""

from __future__ import annotations

from django.db.models import Count

from tournament.models import Decision, Ruling, Tournament


def warnings_of(tournament: Tournament) -> dict[int, int]:
    """Count each team's warnings in force, by the team's id; a player's are its team's."""
    given = (
        Ruling.objects.in_force()
        .filter(tournament=tournament, decision=Decision.WARNING)
        .order_by()
        .values_list("team")
    )
    return dict(given.annotate(count=Count("pk")))
