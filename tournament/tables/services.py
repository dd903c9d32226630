"""What a phone at a table may do: type its side's deals, answer those of somebody else.

A phone has no account: its code is checked again here, with the contest's row kept, and
what it types belongs to its side.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring import Fault
from tournament.deals import checks
from tournament.deals.guards import held_match, is_double
from tournament.deals.pointers import READINGS
from tournament.deals.reading import deal_at, sent_with
from tournament.deals.services import StaleEntry, record_deal
from tournament.deals.states import DealState, deal_state, say_the_same, standing_answers
from tournament.models import Confirmation, Deal, Entry, Match, RefereeCall, Source, TableCode
from tournament.prepared import Given, Prepared
from tournament.referee.calls import call_referee, open_call, withdraw
from tournament.tables.codes import is_open

_CODE = Prepared(lambda: TableCode.objects.filter(pk=Given("pk"), match=Given("match")))
_ENTRY = Prepared(
    lambda: (
        Entry.objects.filter(pk=Given("pk"), deal__match=Given("match"))
        .select_related("deal__match__round")
        .defer("deal__match__round__inputs")
    )
)


class CodeClosed(ValidationError):
    """The code was revoked, or its round closed, while the page was open."""

    def __init__(self) -> None:
        super().__init__(
            _("This table is closed to phones now: see the score desk."), code="closed"
        )


@transaction.atomic
def type_deal(
    code: TableCode,
    number: int,
    facts: Mapping[str, Any],
    *,
    client_key: UUID,
    base: int | None = None,
) -> Entry:
    """Record the nth deal of a table as one side's phone reports it, or correct it.

    ``base`` is the entry that the page showed. The same form sent twice, and what
    another phone of the same side has recorded already, make one deal. Raises
    ``CodeClosed``, ``StaleEntry`` where somebody recorded the deal meanwhile, and
    ``ValidationError`` for a deal that is not this side's to change, besides what
    ``record_deal`` refuses.
    """
    match, code = held_code(code)
    deal = deal_at(match, number)
    reading = shown_to(deal, code.side, is_two=is_double(match)) if deal else None
    sent_before = sent_from(code, number, client_key)
    if reading and sent_before and _is_repeat(sent_before, code.side, facts):
        if not say_the_same(reading, sent_before):
            # Corrected since: a page gone back to must not read that its deal counts.
            raise StaleEntry(reading)
        return sent_before
    if reading and reading.pk != base and _is_repeat(reading, code.side, facts):
        return reading
    if reading and reading.pk == base and (hindrance := obstacle(deal, code.side, match)):
        raise ValidationError(hindrance, code="not_yours")
    return record_deal(
        match,
        number,
        facts,
        by=None,
        client_key=client_key,
        base=base,
        source=Source.PHONE,
        sheet=code.side,
    )


@transaction.atomic
def answer_deal(code: TableCode, entry_id: int, *, agrees: bool, note: str = "") -> Confirmation:
    """Agree with what somebody else typed of this table, or contest it, for a side.

    Raises ``CodeClosed``, ``checks.Changed`` where that entry no longer counts, and
    what ``checks.answer`` refuses.
    """
    match, code = held_code(code)
    entry = _ENTRY.first(pk=entry_id, match=match.pk)
    if entry is None:
        raise checks.Changed
    if is_double(match):
        raise ValidationError(_("Each team types its own sheet here: type yours."))
    given = checks.answer(entry, agrees=agrees, side=code.side, note=note)
    if not agrees:
        # Whoever contests at the table asks for somebody to come.
        said = {"category": Fault.DOUBTFUL_COUNT.value, "note": note, "client_key": uuid4()}
        call_referee(match, side=code.side, **said)
    return given


@transaction.atomic
def call_from(code: TableCode, *, category: str, client_key: UUID) -> RefereeCall:
    """Call the referee for a side; raises ``CodeClosed``, and what ``call_referee`` refuses."""
    match, code = held_code(code)
    return call_referee(match, side=code.side, category=category, client_key=client_key)


@transaction.atomic
def withdraw_from(code: TableCode) -> None:
    """Take the table's call back, whichever side made it; nothing where none waits."""
    match, code = held_code(code)
    if call := open_call(match):
        withdraw(call, side=code.side)


def sent_from(code: TableCode, number: int, client_key: UUID) -> Entry | None:
    """Return the entry that a form of this side's phone made of a deal, if it did."""
    entry = sent_with(client_key)
    if entry is None:
        return None
    place = (entry.deal.match_id, entry.deal.number, entry.sheet)
    return entry if place == (code.match_id, number, code.side) else None


def shown_to(deal: Deal, side: str, *, is_two: bool) -> Entry | None:
    """Return the reading of a deal that a side sees: where both sheets are typed, its own."""
    return getattr(deal, READINGS[side]) if is_two else deal.accepted


def obstacle(deal: Deal, side: str, match: Match) -> str:
    """Say why a side may not correct a deal on its phone; nothing where it may."""
    is_two = is_double(match)
    reading = shown_to(deal, side, is_two=is_two)
    if reading is None:
        return ""
    if not is_own(reading, side):
        return _("Somebody else typed this deal: accept it, or contest it.")
    if is_two:
        checking = match.checked_as(match.round.tournament)
        is_settled = deal_state(deal, checking) not in {DealState.WAITING, DealState.DIFFERS}
    else:
        is_settled = any(answer.agrees for answer in standing_answers(reading))
    return _("This deal is settled: the score desk alone corrects it.") if is_settled else ""


def is_own(entry: Entry, side: str) -> bool:
    """Whether a side's own phone typed an entry."""
    return entry.source == Source.PHONE and entry.sheet == side


def held_code(code: TableCode) -> tuple[Match, TableCode]:
    """Keep the contest's row, and read the match and the code again.

    Raises ``CodeClosed`` where the code is good no more.
    """
    match = held_match(code.match)
    again = _CODE.first(pk=code.pk, match=match.pk)
    if again is None:
        raise CodeClosed
    again.match = match
    if not is_open(again):
        raise CodeClosed
    return match, again


def _is_repeat(entry: Entry, side: str, facts: Mapping[str, Any]) -> bool:
    """Whether an entry is a side's own phone's, and says what is sent now."""
    # What the table chose is no fact of the form: a deal sent again says it as it was kept.
    return is_own(entry, side) and say_the_same(entry, Entry(**facts, options=entry.options))
