"""Set the prizes of a contest: the whole list at once, so that two clicks change nothing more."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.models import Tournament, User
from tournament.models.paper import Prize
from tournament.prints.prize_papers import offers_of
from tournament.prints.prizes import Offer
from tournament.text import tidy


def digest_of(offers: Iterable[Offer]) -> str:
    """Return a digest of the prizes as they are set, to see whether somebody changed them."""
    written = [
        [offer.kind, offer.place, offer.category, offer.award, _figure(offer.amount)]
        for offer in offers
    ]
    return hashlib.sha256(json.dumps(sorted(written, key=str)).encode()).hexdigest()


@transaction.atomic
def set_prizes(
    tournament: Tournament, offers: Sequence[Offer], *, seen: str, by: User | None
) -> None:
    """Replace the prizes of a contest by these; the same list again changes nothing.

    Raises ``ValidationError`` when somebody has changed them since they were shown
    (``seen``), or when one of them is not a prize.
    """
    tournament = Tournament.objects.held(tournament.pk)
    before = offers_of(tournament)
    wanted = [_tidied(offer) for offer in offers]
    if digest_of(wanted) == digest_of(before):
        return
    if seen != digest_of(before):
        raise ValidationError(
            _("Somebody has changed the prizes meanwhile: open the page again."), code="stale"
        )
    tournament.prizes.all().delete()
    for offer in wanted:
        _save(tournament, offer)
    details = {
        "prizes": len(wanted),
        "amount": _figure(sum((offer.amount or Decimal(0) for offer in wanted), Decimal(0))),
    }
    journal.write(tournament, "prizes.set", by=by, details=details)


def _save(tournament: Tournament, offer: Offer) -> None:
    prize = Prize(
        tournament=tournament,
        kind=offer.kind,
        place=offer.place,
        category=offer.category,
        award=offer.award,
        amount=offer.amount,
    )
    prize.full_clean(exclude=["tournament"])
    prize.save(force_insert=True)


def _tidied(offer: Offer) -> Offer:
    return Offer(
        kind=offer.kind,
        place=offer.place,
        category=offer.category,
        award=tidy(offer.award),
        amount=None if offer.amount is None else offer.amount.quantize(Decimal("0.01")),
    )


def _figure(euros: Decimal | None) -> str:
    return "" if euros is None else f"{euros:.2f}"
