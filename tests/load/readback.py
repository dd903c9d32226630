"""What the site holds after the crowd has gone, read through its own code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import connection

from tests.load.ledger import Held
from tournament.deals.tally import match_sheets
from tournament.journal.services import first_broken
from tournament.models import Confirmation, Entry, Match, Round, Tournament

NAMES_AN_ENTRY = {"deal.recorded", "deal.corrected"}
"""The acts that name one entry each."""


def held_entries(tournament_id: int, number: int) -> Iterator[Held]:
    """Read back every entry of a round, and which of them the sheets show."""
    round_ = Round.objects.get(tournament=tournament_id, number=number)
    shown = {row.entry.pk for sheet in match_sheets(round_) for row in sheet.rows}
    for entry in Entry.objects.filter(deal__match__round=round_).select_related("deal__match"):
        yield Held(
            key=entry.client_key,
            place=(entry.deal.match.table, entry.deal.number),
            facts=vars(entry),
            counts=entry.pk in shown,
        )


def broken(accepted: Iterable[int]) -> Iterator[str]:
    """Say all that is not whole: journals, rounds, answers of the phones, the file itself."""
    answers = set(Confirmation.objects.filter(agrees=True).values_list("entry_id", flat=True))
    for entry in accepted:
        if entry not in answers:
            yield f"lost: that entry {entry} was accepted"
    for tournament in Tournament.objects.all():
        yield from _broken_journal(tournament)
    for round_ in Round.objects.prefetch_related("matches__seats__team", "seats__team"):
        yield from _half_round(round_)
    if connection.vendor == "sqlite":
        yield from broken_file()


def _broken_journal(tournament: Tournament) -> Iterator[str]:
    acts = list(tournament.journal.all())
    if number := first_broken(acts):
        yield f"the journal of contest {tournament.pk} is broken at act {number}"
    if len(acts) != tournament.version:
        yield f"contest {tournament.pk} counts {tournament.version} acts and holds {len(acts)}"
    named = [act.details["entry"] for act in acts if act.kind in NAMES_AN_ENTRY]
    for act in acts:
        if act.kind == "deals.imported":
            named += [entry for _table, _number, entry in act.details["deals"]]
    held = Entry.objects.filter(deal__match__round__tournament=tournament)
    if sorted(named) != sorted(held.values_list("pk", flat=True)):
        yield f"the journal of contest {tournament.pk} does not name each entry once"


def _half_round(round_: Round) -> Iterator[str]:
    """Say whether a round holds other tables and seats than its draw gave."""
    drawn = round_.inputs["drawn"]
    tables = {number: [a, b] for number, a, b, _label in drawn["tables"]}
    seated = {match.table: _seated(match) for match in round_.matches.all()}
    byes = [seat.team.number for seat in round_.seats.all() if seat.is_bye]
    if seated != tables or sorted(byes) != sorted(drawn["byes"]):
        yield f"round {round_.number} of contest {round_.tournament_id} is not as it was drawn"


def _seated(match: Match) -> list[list[int]]:
    seats = sorted(match.seats.all(), key=lambda seat: seat.place)
    return [[seat.team.number for seat in seats if seat.side == side] for side in "AB"]


def broken_file() -> Iterator[str]:
    with connection.cursor() as cursor:
        found = [row[0] for row in cursor.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        yield f"the database file: {found[0]}"
