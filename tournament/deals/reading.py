"""The deals and the forms that are read each time a deal is typed."""

from __future__ import annotations

from uuid import UUID

from django.db.models import UUIDField, prefetch_related_objects

from tournament.models import Confirmation, Deal, Entry, Match, Tournament
from tournament.prepared import Given, Prepared, keep

_DEAL = Prepared(
    lambda: Deal.objects.filter(match=Given("match"), number=Given("number")).select_related(
        "accepted__author"
    )
)
_DEALS = Prepared(lambda: Deal.objects.filter(match=Given("match")).with_accepted())
_ANSWERS = Prepared(lambda: Confirmation.objects.filter(entry=Given("entry")))
_SENT = Prepared(
    lambda: Entry.objects.filter(client_key=Given("key", UUIDField())).select_related("deal")
)

_MATCH = Prepared(
    lambda: Match.objects.filter(
        round__tournament=Given("tournament"), round__number=Given("number"), table=Given("table")
    )
)


def match_at(tournament: Tournament, number: int, table: int) -> Match | None:
    """Return the match at a table of a round, as a row and nothing else."""
    return _MATCH.first(tournament=tournament.pk, number=number, table=table)


def deal_at(match: Match, number: int) -> Deal | None:
    """Return the nth deal of a match, all that says whether it is checked fetched along."""
    deal = _DEAL.first(match=match.pk, number=number)
    if deal is None:
        return None
    if deal.accepted:
        keep(deal.accepted, "confirmations", _ANSWERS.ask(entry=deal.accepted_id))
    if deal.reading_a_id or deal.reading_b_id:
        prefetch_related_objects([deal], "reading_a__author", "reading_b__author")
    deal.match = match
    return deal


def typed_deals(match: Match) -> list[Deal]:
    """Return the deals of a match that have an entry, in order, without their answers."""
    return _DEALS.ask(match=match.pk)


def sent_with(client_key: UUID) -> Entry | None:
    """Return the entry that a form made, its deal fetched along, if it made one."""
    return _SENT.first(key=client_key)
