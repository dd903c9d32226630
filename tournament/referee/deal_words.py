"""A deal and its place in a line of words, whatever became of it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring import Refusal, Rulebook, said, score_deal
from tournament import labels
from tournament.models import Entry, Match, Outcome
from tournament.text import isolated, marks


def place_of(match: Match, deal: int | None = None) -> str:
    """Say where a deal is, or a match: « Manche 2, table 12, donne 7 »."""
    place = {"round": match.round.number, "table": match.table, "deal": deal}
    if deal is None:
        return _("Round %(round)s, table %(table)s") % place
    return _("Round %(round)s, table %(table)s, deal %(deal)s") % place


def teams_of(match: Match) -> str:
    """Name both teams, A's first; seats loaded by ``with_teams``."""
    return _("%(a)s against %(b)s") % {
        "a": isolated(match.team_a.name),
        "b": isolated(match.team_b.name),
    }


def said_of(entry: Entry | None, rulebook: Rulebook) -> str:
    """Say an entry as a referee would, without marks; under a rulebook that may not have it."""
    if entry is None:
        return _("to be played")
    if entry.outcome == Outcome.AWARDED:
        given = f"{marks(entry.awarded_a)} – {marks(entry.awarded_b)}"
        return _("awarded by the referee: %(marks)s") % {"marks": given}
    if not entry.is_played:
        return str(Outcome(entry.outcome).label)
    try:
        facts = entry.facts()
        return said(facts, score_deal(facts, rulebook), rulebook, labels.language())
    except Refusal as refusal:
        return labels.refusal(refusal)
