"""A second pair of eyes: confirm what somebody else typed, contest it, choose between sheets."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from tournament.deals.copies import copy_of
from tournament.deals.guards import (
    ORIGINALS,
    check_open,
    check_ruled,
    has_confirmed,
    held_match,
    is_double,
    is_referee,
    place_of,
)
from tournament.deals.pointers import add_entry, point
from tournament.deals.reading import deal_at
from tournament.deals.states import DealState, deal_state, standing_answers
from tournament.journal import services as journal
from tournament.models import Confirmation, Deal, Entry, Match, Source, User
from tournament.prepared import Given, Prepared
from tournament.text import plain


class Changed(ValidationError):
    """The sheet is no longer what the page showed."""

    def __init__(self) -> None:
        super().__init__(
            _("The sheet changed meanwhile: look at it, then answer again."), code="changed"
        )


class OwnWork(ValidationError):
    """Somebody is about to check what they typed themselves."""

    def __init__(self) -> None:
        super().__init__(_("You typed this yourself: somebody else must check it."), code="typist")


_POINTED = Prepared(
    lambda: (
        Deal.objects.filter(match=Given("match"))
        .order_by("number")
        .values_list("accepted", "reading_a", "reading_b")
    )
)


def seen_of(match: Match) -> str:
    """Return what a page shows of a sheet, as a key: acts on a whole sheet send it back."""
    ids = [match.totals_id, *(key for deal in _POINTED.ask(match=match.pk) for key in deal)]
    return ".".join(str(key or "") for key in ids)


def check_seen(match: Match, seen: str) -> None:
    """Raise ``Changed`` where a sheet is no longer what a page showed."""
    if seen_of(match) != seen:
        raise Changed


@transaction.atomic
def answer(
    entry: Entry, *, agrees: bool, by: User | None = None, side: str = "", note: str = ""
) -> Confirmation:
    """Agree with an entry that somebody else typed, or contest it.

    ``by`` answers for the desk, ``side`` from that side's phone. Answering the same
    twice makes one answer. Raises ``ValidationError``: for who typed the entry, on
    ``note`` when a contest does not say what is wrong, ``Changed`` when the entry
    is no longer the one that counts.
    """
    match = held_match(entry.deal.match)
    deal = deal_at(match, entry.deal.number)
    if deal is None or deal.accepted_id != entry.pk:
        raise Changed
    check_open(match.round, match.round.tournament, by=by, reason=note or _("confirmed"))
    if is_typist(deal.accepted, by=by, side=side):
        raise OwnWork
    if not agrees:
        check_ruled(deal, by=by)
    if not agrees and not plain(note):
        raise ValidationError({"note": _("Say what is wrong.")})
    for standing in standing_answers(deal.accepted):
        if (standing.side, standing.agrees, standing.note) == (side, agrees, plain(note)):
            return standing
    given = Confirmation(entry=entry, agrees=agrees, by=by, side=side, note=plain(note))
    given.clean_fields(exclude=["entry", "by"])
    given.save(force_insert=True)
    details = place_of(match) | {"deal": deal.number, "entry": entry.pk}
    details |= {"sheet": side} if side else {}
    kind = "deal.confirmed" if agrees else "deal.contested"
    journal.write(match.round.tournament, kind, by=by, details=details, added=[given])
    return given


@transaction.atomic
def confirm_sheet(match: Match, *, seen: str, by: User) -> int:
    """Confirm every deal of a sheet that waits for it, in one act; return how many.

    The deals that ``by`` typed go on waiting for somebody else. ``seen`` is what the
    page showed (``seen_of``). Raises ``ValidationError`` for who typed them all,
    ``Changed`` when the sheet is no longer the one seen.
    """
    match = held_match(match)
    check_seen(match, seen)
    tournament = match.round.tournament
    check_open(match.round, tournament, by=by, reason=_("confirmed"))
    if is_double(match):
        raise ValidationError(_("The other team's sheet is typed instead: nothing is confirmed."))
    checking = match.checked_as(tournament)
    deals = match.deals.with_accepted().with_checks()
    waiting = [deal for deal in deals if deal_state(deal, checking) is DealState.WAITING]
    fetch_originals([deal.accepted for deal in waiting])
    others = [deal for deal in waiting if not is_typist(deal.accepted, by=by)]
    if waiting and not others:
        raise OwnWork
    given = Confirmation.objects.bulk_create(
        Confirmation(entry=deal.accepted, agrees=True, by=by) for deal in others
    )
    if given:
        details = place_of(match)
        details |= {"entries": [[deal.number, deal.accepted_id] for deal in others]}
        journal.write(tournament, "sheet.confirmed", by=by, details=details, added=given)
    return len(given)


@transaction.atomic
def settle(
    deal: Deal, choice: Entry, *, base: int | None, by: User, client_key: UUID, reason: str = ""
) -> Entry:
    """Decide between the readings of a deal, or that a contested one stands.

    The reading chosen is copied to a new entry of who decided, and that one counts.
    ``base`` is the id of the entry that counted when the page was shown.
    Raises ``ValidationError`` for who typed the reading they choose, or confirmed the
    deal (the referee may): who typed one reading may give way to the other. Also on
    ``reason`` when a contested deal is decided without one, ``Changed`` when the deal was
    decided meanwhile, or the choice is no reading of it any more.
    """
    match = held_match(deal.match)
    sent_before = Entry.objects.filter(client_key=client_key).first()
    deal = match.deals.with_checks().get(pk=deal.pk)
    deal.match = match
    readings = {deal.accepted_id, deal.reading_a_id, deal.reading_b_id}
    if deal.accepted_id != base and sent_before and sent_before.copied_from_id == choice.pk:
        return sent_before
    if deal.accepted_id != base or choice.pk not in readings:
        raise Changed
    tournament = match.round.tournament
    check_open(match.round, tournament, by=by, reason=reason)
    check_ruled(deal, by=by)
    if not is_referee(by, tournament):
        if is_typist(choice, by=by):
            raise OwnWork
        if has_confirmed(deal.accepted, by=by):
            raise ValidationError(
                _("You confirmed this deal: somebody else must decide."), code="confirmer"
            )
    is_contested = deal_state(deal, match.checked_as(tournament)) is DealState.CONTESTED
    if is_contested and not plain(reason):
        raise ValidationError({"reason": _("Say why.")})
    # The page was gone back to, once its decision was taken back.
    key = uuid4() if sent_before else client_key
    decided = copy_of(choice, by=by, reason=reason, source=Source.SETTLED, client_key=key)
    decided.sheet = ""
    replaced = deal.accepted_id
    add_entry(deal, decided)
    details = place_of(match) | {
        "deal": deal.number,
        "entry": decided.pk,
        "chosen": choice.pk,
        "replaces": replaced,
        "changes": point(deal, {"accepted": decided}),
    }
    journal.write(tournament, "deal.settled", by=by, details=details, added=[decided])
    return decided


def fetch_originals(entries: Sequence[Entry]) -> None:
    """Fetch together what entries were copied from: whole sheets are moved and swapped."""
    prefetch_related_objects(entries, ORIGINALS[-1].removesuffix("__"))


def is_typist(entry: Entry, *, by: User | None = None, side: str = "") -> bool:
    """Whether somebody, or a side's phone, typed an entry or what it was copied from."""
    typed: Entry | None = entry
    while typed:
        own_phone = side and typed.source == Source.PHONE and typed.sheet == side
        if own_phone or (by and typed.author_id == by.pk):
            return True
        typed = typed.copied_from
    return False
