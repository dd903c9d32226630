"""Take deals in: the engine refuses or agrees, then one new row, then the journal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring import DealScore, Refusal, score_deal
from tournament import labels
from tournament.deals.guards import (
    check_number,
    check_open,
    check_reason,
    check_typist,
    held_match,
    is_double,
    place_of,
)
from tournament.deals.options import not_chosen, options_of
from tournament.deals.pointers import READINGS, add_entry, point
from tournament.deals.reading import deal_at, sent_with
from tournament.deals.states import say_the_same
from tournament.journal import services as journal
from tournament.models import Deal, Entry, Match, Round, Source, Tournament, User
from tournament.text import plain


class RefusedRow(ValidationError):
    """A row of a list of deals that is refused; ``row`` is its place in the list, from 0."""

    def __init__(self, refusal: ValidationError, row: int) -> None:
        self.row = row
        super().__init__(refusal.messages)


class StaleEntry(ValidationError):
    """Somebody else recorded this deal, or took it back, since the form was shown."""

    def __init__(self, other: Entry | None) -> None:
        self.other = other
        gone = _("This deal was taken back meanwhile: look at the sheet, then save again.")
        said = _("This deal was recorded by %(author)s meanwhile: compare, then save again.")
        super().__init__(
            said if other else gone,
            code="stale",
            params={"author": other.typed_by if other else ""},
        )


@transaction.atomic
def record_deal(  # noqa: PLR0913 - a deal, and who typed it from which form
    match: Match,
    number: int,
    facts: Mapping[str, Any],
    *,
    by: User | None,
    client_key: UUID,
    base: int | None = None,
    reason: str = "",
    source: str = Source.DESK,
    sheet: str = "",
) -> Entry:
    """Record the nth deal of a match, or a correction of it, and return its entry.

    ``facts`` are the columns of an Entry; ``base`` is the id of the entry that
    the form showed (None for an empty line). ``sheet`` is the side whose sheet or
    phone it was read from; where both sheets are typed, ``base`` is that sheet's
    reading. A form sent twice (same ``client_key``, same facts) records one deal.
    Raises ``ValidationError``: by field for what the engine refuses, ``StaleEntry``
    when ``base`` is no longer what the deal says, on ``reason`` when a correction
    gives none, and for who may not type this deal.
    """
    match = held_match(match)
    tournament = match.round.tournament
    entry = Entry(
        **facts,
        options=options_of(match, tournament.rulebook),
        author=by,
        client_key=client_key,
        source=source,
        sheet=sheet,
        reason=plain(reason),
    )
    deal = deal_at(match, number) or Deal(match=match, number=number)
    shown = getattr(deal, READINGS[sheet]) if sheet and is_double(match) else deal.accepted
    is_as_shown = (shown and shown.pk) == base
    sent_before = sent_with(client_key)
    if sent_before:
        if (sent_before.deal.match_id, sent_before.deal.number) != (match.pk, number):
            raise ValidationError(_("This form was sent for another deal: open the sheet again."))
        is_repeat = sent_before.sheet == sheet and say_the_same(sent_before, entry)
        # Corrected since, what it says no longer counts: its page is shown what does.
        if is_repeat and shown and say_the_same(shown, entry):
            return sent_before
        # Other facts under the same key are no repeat, nor is what was taken back since: the
        # page was gone back to.
        entry.client_key = uuid4()
    if not is_as_shown:
        raise StaleEntry(shown)
    check_open(match.round, tournament, by=by, reason=reason)
    check_typist(deal, entry)
    check_reason(entry, replaces=shown)
    check_number(deal)
    check_entry(entry, tournament)
    add_entry(deal, entry)
    details = place_of(match) | {
        "deal": number,
        "entry": entry.pk,
        "replaces": shown and shown.pk,
        "changes": point(deal, dict.fromkeys(_columns(deal, sheet), entry)),
    }
    if sheet:
        details |= {"sheet": sheet, "source": source}
    kind = "deal.corrected" if shown else "deal.recorded"
    journal.write(tournament, kind, by=by, details=details, added=[entry])
    return entry


@transaction.atomic
def record_deals(
    round_: Round,
    rows: Sequence[tuple[Match, int, Mapping[str, Any]]],
    *,
    by: User | None,
    source: str = Source.IMPORT,
) -> list[Entry]:
    """Record the first entry of many deals of one round at once, or of none.

    Each row is a match, the deal's number and the columns of its Entry. One act
    in the journal and a few queries, whatever the number of deals. Raises
    ``RefusedRow`` for what the engine refuses, ``ValidationError`` once the round is closed or
    taken back.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    if not tournament.rounds.in_play().filter(pk=round_.pk).exists():
        raise ValidationError(_("This round is closed: no list of deals is read into it."))
    entries = []
    for place, (match, _number, facts) in enumerate(rows):
        options = options_of(match, tournament.rulebook)
        entry = Entry(**facts, options=options, author=by, client_key=uuid4(), source=source)
        try:
            check_entry(entry, tournament)
            entry.clean_fields(exclude=["deal"])
        except ValidationError as refusal:
            raise RefusedRow(refusal, place) from refusal
        entries.append(entry)
    deals = Deal.objects.bulk_create(Deal(match=match, number=line) for match, line, _facts in rows)
    for deal, entry in zip(deals, entries, strict=True):
        entry.deal = deal
    Entry.objects.bulk_create(entries)
    for deal, entry in zip(deals, entries, strict=True):
        deal.accepted = entry
    Deal.objects.bulk_update(deals, ["accepted"])
    read = [[deal.match.table, deal.number, deal.accepted_id] for deal in deals]
    details = {"round": round_.number, "deals": read}
    journal.write(tournament, "deals.imported", by=by, details=details, added=entries)
    return entries


def check_entry(entry: Entry, tournament: Tournament) -> DealScore | None:
    """Have the engine mark an entry; None when no cards were played out.

    Raises ``ValidationError`` on the field that cannot be, in the reader's language.
    """
    if not entry.is_played:
        return None
    try:
        return score_deal(entry.facts(), tournament.rulebook)
    except Refusal as refusal:
        said = [labels.refusal(refusal), not_chosen(entry, tournament.rulebook)]
        error = ValidationError(" ".join(filter(None, said)), code=refusal.code)
        raise ValidationError({refusal.field: error}) if refusal.field else error from None


def check_entries(entries: Iterable[Entry], tournament: Tournament) -> None:
    """Have the engine mark entries of a sheet; raises ``ValidationError`` for the first it can't.

    The deal is named, as no form shows it.
    """
    for entry in entries:
        try:
            check_entry(entry, tournament)
        except ValidationError as refusal:
            figures = {"number": entry.deal.number, "why": " ".join(refusal.messages)}
            raise ValidationError(_("Deal %(number)s: %(why)s") % figures) from None


def _columns(deal: Deal, sheet: str) -> list[str]:
    """Name what an entry becomes: a sheet's reading, the entry that counts.

    What somebody decided between two sheets stays until somebody decides again.
    """
    if not sheet or not is_double(deal.match):
        return ["accepted"]
    own = READINGS[sheet]
    counts = deal.accepted_id in {None, getattr(deal, f"{own}_id")}
    return [own, "accepted"] if counts else [own]
