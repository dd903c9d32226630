"""What an address names: a round of a contest, the match at one of its tables."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from tournament.models import Match, Round, Tournament


def find_round(tournament: Tournament, number: int) -> Round:
    """Return a round of a contest, or answer 404."""
    round_ = get_object_or_404(tournament.rounds.select_related("drawn_by"), number=number)
    round_.tournament = tournament
    return round_


def find_match(tournament: Tournament, number: int, table: int) -> Match:
    """Return the match at a table of a round, its teams loaded, or answer 404."""
    matches = Match.objects.with_teams().select_related("round", "totals__author")
    match = get_object_or_404(
        matches, round__tournament=tournament, round__number=number, table=table
    )
    match.round.tournament = tournament
    return match
