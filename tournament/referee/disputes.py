"""The deals that somebody must decide, wherever they are in a contest."""

from __future__ import annotations

from django.db.models import F, Q

from tournament.deals import states
from tournament.deals.states import DealState, deal_state
from tournament.models import Checking, Confirmation, Deal, Match, Tournament, with_their_teams
from tournament.models.deal import FACT_FIELDS, DealQuerySet

OPEN = frozenset({DealState.CONTESTED, DealState.DIFFERS})
TYPED = tuple(name for name in ("outcome", *FACT_FIELDS) if name not in {"points", "declarations"})
"""The facts of an entry that are never null."""


def in_dispute(tournament: Tournament) -> list[int]:
    """Return the keys of the deals contested, or of which the two sheets differ.

    The last typed comes first.
    """
    counted = of_contest(tournament).filter(match__totals__isnull=True, accepted__isnull=False)
    contested = (
        counted.filter(pk__in=_contested(tournament))
        .select_related("accepted", "reading_a", "reading_b", "match")
        .prefetch_related("accepted__confirmations")
    )
    keys = {deal.pk for deal in contested if state_of(deal, tournament) in OPEN}
    keys.update(_differing(tournament))
    recent = counted.filter(pk__in=keys).order_by("-accepted_id")
    return list(recent.values_list("pk", flat=True))


def of_contest(tournament: Tournament) -> DealQuerySet:
    """Return the deals of a contest."""
    return Deal.objects.filter(match__round__tournament=tournament)


def loaded(deals: DealQuerySet) -> DealQuerySet:
    """Fetch along all that a line about a deal shows."""
    return (
        deals.with_checks()
        .select_related("match__round")
        .prefetch_related(with_their_teams("match__seats"))
    )


def state_of(deal: Deal, tournament: Tournament) -> DealState | None:
    """Say whether a deal is checked; None where nothing of it counts now."""
    if deal.accepted is None:
        return None
    return deal_state(deal, deal.match.checked_as(tournament))


def is_half_typed(deal: Deal, tournament: Tournament) -> bool:
    """Whether only one of its two sheets is typed, in its contest."""
    return states.is_half_typed(deal, deal.match.checked_as(tournament))


def _contested(tournament: Tournament) -> list[int]:
    """Return the deals whose entry was ever contested; an answer since may have ended it."""
    contests = Confirmation.objects.filter(
        agrees=False, entry__accepted_for__match__round__tournament=tournament
    )
    return list(contests.order_by().values_list("entry__accepted_for", flat=True))


def _differing(tournament: Tournament) -> set[int]:
    """Return the deals of two sheets that do not say the same, and that nobody decided."""
    doubles = Q(checking=Checking.TWO_SHEETS)
    if tournament.checking == Checking.TWO_SHEETS:
        doubles |= Q(checking="")
    matches = Match.objects.filter(doubles, round__tournament=tournament)
    undecided = Q(accepted=F("reading_a")) | Q(accepted=F("reading_b"))
    deals = Deal.objects.filter(
        undecided, match__in=matches, reading_a__isnull=False, reading_b__isnull=False
    ).order_by()
    same_points = Q(reading_a__points=F("reading_b__points")) | Q(
        reading_a__points__isnull=True, reading_b__points__isnull=True
    )
    unlike = ~same_points
    for name in TYPED:
        unlike |= ~Q(**{f"reading_a__{name}": F(f"reading_b__{name}")})
    declared = ~Q(reading_a__declarations={}) | ~Q(reading_b__declarations={})
    said = deals.filter(declared).values_list(
        "pk", "reading_a__declarations", "reading_b__declarations"
    )
    found = {key for key, one, other in said if one != other}
    return found.union(deals.filter(unlike).values_list("pk", flat=True))
