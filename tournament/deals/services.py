"""Take deals in: the engine refuses or agrees, then one new row, then the journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring import DealScore, Refusal, score_deal
from tournament import labels
from tournament.deals.tally import sheet
from tournament.journal import services as journal
from tournament.models import Deal, Entry, Match, Round, Source, Tournament, User
from tournament.models.deal import FACT_FIELDS


class RefusedRow(ValidationError):
    """A row of a list of deals that is refused; ``row`` is its place in the list, from 0."""

    def __init__(self, refusal: ValidationError, row: int) -> None:
        self.row = row
        super().__init__(refusal.messages)


class StaleEntry(ValidationError):
    """Somebody else recorded this deal since the form was shown."""

    def __init__(self, other: Entry) -> None:
        self.other = other
        super().__init__(
            _("This deal was recorded by %(author)s meanwhile: compare, then save again."),
            code="stale",
            params={"author": other.author or "—"},
        )


@transaction.atomic
def record_deal(  # noqa: PLR0913 - a deal, and who typed it from which form
    match: Match,
    number: int,
    facts: dict[str, Any],
    *,
    by: User | None,
    client_key: UUID,
    base: int | None = None,
    reason: str = "",
    source: str = Source.DESK,
) -> Entry:
    """Record the nth deal of a match, or a correction of it, and return its entry.

    ``facts`` are the columns of an Entry; ``base`` is the id of the entry that
    the form showed (None for an empty line). A form sent twice (same
    ``client_key``, same facts) records one deal. Raises ``ValidationError``: by
    field for what the engine refuses, ``StaleEntry`` when ``base`` is no longer
    the accepted entry, on ``reason`` when a correction gives none.
    """
    tournament = Tournament.objects.held(match.round.tournament_id)
    if not Match.objects.filter(pk=match.pk, round__tournament=tournament).exists():
        raise ValidationError(_("This round was taken back meanwhile: nothing is recorded."))
    sent_before = Entry.objects.filter(client_key=client_key).select_related("deal").first()
    # Other facts under the same key are no repeat: the page was gone back to.
    if sent_before and _is_repeat(sent_before, match, number, Entry(**facts)):
        return sent_before
    deal = match.deals.filter(number=number).select_related("accepted__author").first()
    deal = deal or Deal(match=match, number=number)
    _check_place(deal, base=base, reason=reason)
    entry = Entry(**facts, author=by, client_key=client_key, reason=reason.strip(), source=source)
    check_entry(entry, match.round.tournament)
    replaced = deal.accepted_id
    deal.full_clean(exclude=["accepted"])
    deal.save()
    entry.deal = deal
    entry.full_clean()
    entry.save(force_insert=True)
    deal.accepted = entry
    deal.save(update_fields=["accepted"])
    journal.write(
        match.round.tournament,
        "deal.corrected" if replaced else "deal.recorded",
        by=by,
        details={
            "round": match.round.number,
            "table": match.table,
            "deal": number,
            "entry": entry.pk,
            "replaces": replaced,
        },
    )
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
    ``RefusedRow`` for what the engine refuses.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    entries = []
    for place, (_match, _number, facts) in enumerate(rows):
        entry = Entry(**facts, author=by, client_key=uuid4(), source=source)
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
    journal.write(tournament, "deals.imported", by=by, details=details)
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
        error = ValidationError(labels.refusal(refusal), code=refusal.code)
        raise ValidationError({refusal.field: error}) if refusal.field else error from None


def _is_repeat(sent_before: Entry, match: Match, number: int, entry: Entry) -> bool:
    """Whether an entry says of the same deal what was sent before, whoever typed it and why."""
    deal = sent_before.deal
    said = ("outcome", *FACT_FIELDS)
    return (deal.match_id, deal.number) == (match.pk, number) and all(
        getattr(sent_before, name) == getattr(entry, name) for name in said
    )


def _check_place(deal: Deal, *, base: int | None, reason: str) -> None:
    """Refuse a deal beyond the match's end, a stale form, a correction without a reason."""
    if deal.accepted_id != base:
        raise StaleEntry(deal.accepted)
    if deal.accepted_id:
        if not reason.strip():
            raise ValidationError({"reason": _("Say why the deal is corrected.")})
        return
    match = deal.match
    so_far = sheet(match, match.deals.with_accepted(), match.round.tournament, called=False)
    lines = so_far.expected
    if lines is not None and deal.number > lines:
        raise ValidationError(
            _("This match has %(lines)s deals: there is no deal %(number)s."),
            params={"lines": lines, "number": deal.number},
        )
    if lines is None and so_far.tally.is_finished and deal.number > len(so_far.rows):
        raise ValidationError(
            _("The match ended with deal %(number)s."),
            params={"number": so_far.tally.finished_after},
        )
