"""What the public sees of the rulings: those published, no account of conduct, no name unless set.

What happened is for the desk alone: it is what a table said of somebody. The public
reads the decision, its article and its reason, and of a fault of conduct not even the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring import Fault
from tournament.models import SANCTIONS, Decision, Ruling, Tournament
from tournament.referee.ruling_words import WORDS, category_words, decision_words, place_words
from tournament.text import signed

OF_CONDUCT = frozenset({Fault.CONDUCT, Fault.CHEATING, Fault.CALL_FOR_NOTHING})
"""The faults that are about people rather than about a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRuling:
    """A ruling as anybody may read it; ``replaced_by`` is 0 where that one is not public."""

    number: int
    at: datetime
    category: str
    place: str
    decision: str
    explanation: str
    article: str
    is_in_force: bool
    replaced_by: int


def published(tournament: Tournament) -> list[PublishedRuling]:
    """Return the published rulings of a contest, the last first."""
    return [public(ruling, tournament) for ruling in published_rulings(tournament)]


def published_rulings(tournament: Tournament) -> QuerySet[Ruling]:
    """Return the rulings that the referee let the public see, what is said of them loaded."""
    found = tournament.rulings.filter(is_published=True).order_by("-number")
    found = found.select_related(
        "match__round", "deal", "team", "player", "replaces", "replaced_by"
    )
    return found.prefetch_related("match__seats__team")


def public(ruling: Ruling, tournament: Tournament) -> PublishedRuling:
    """Say of a ruling what anybody may read."""
    is_hushed = not tournament.names_sanctioned and is_sanction(ruling)
    later = None if ruling.is_in_force else ruling.replaced_by
    is_told = not is_hushed and ruling.category not in OF_CONDUCT
    return PublishedRuling(
        number=ruling.number,
        at=ruling.created_at,
        category=category_words(ruling),
        place=_where(ruling) if is_hushed else place_words(ruling),
        decision=nameless_decision(ruling) if is_hushed else decision_words(ruling),
        explanation=ruling.explanation if is_told else "",
        article=ruling.article,
        is_in_force=ruling.is_in_force,
        replaced_by=later.number if later and later.is_published else 0,
    )


def is_sanction(ruling: Ruling) -> bool:
    """Whether a ruling is about people: its names are then shown only where that is set."""
    is_about_a_team = ruling.match_id is None and ruling.decision == Decision.MARKS
    return (
        ruling.decision in SANCTIONS
        or ruling.category in OF_CONDUCT
        or ruling.player_id is not None
        or is_about_a_team
        # Who is let off was sanctioned.
        or (ruling.replaces is not None and is_sanction(ruling.replaces))
    )


def nameless_decision(ruling: Ruling) -> str:
    """Say what a ruling decides, without saying of whom."""
    if ruling.decision == Decision.MARKS:
        return _("%(marks)s to a team") % {"marks": signed(ruling.marks)}
    words = WORDS.get(Decision(ruling.decision))
    return words(ruling) if words else str(Decision(ruling.decision).label)


def _where(ruling: Ruling) -> str:
    """Say the round alone: a table would name the two teams at it."""
    if ruling.match:
        return _("Round %(round)s") % {"round": ruling.match.round.number}
    return _("the contest")
