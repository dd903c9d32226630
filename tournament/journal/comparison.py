"""Compare what the journal says with what the tables hold: what was altered beside it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, Q

from scoring import Refusal
from tournament.journal.origin import SEALED, Eras
from tournament.journal.reading import UNREADABLE, Unreadable, readable
from tournament.journal.seals import seal
from tournament.journal.settings import kept
from tournament.journal.testimony import RoundSaid, Said, Testimony
from tournament.models import Deal, Match, Payment, Round, Ruling, Seat, Tournament

POINTERS = ("accepted", "reading_a", "reading_b")
_TO_ROUND = {
    "entry": "deal__match__round__",
    "confirmation": "entry__deal__match__round__",
    "totals": "match__round__",
    "call": "match__round__",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One thing found: a code of ``faults.SENTENCES``, the act it is known by, its figures."""

    code: str
    number: int | None = None
    figures: dict[str, Any] = field(default_factory=dict)


def compare(tournament: Tournament, told: Testimony) -> Iterator[Fault]:
    """Yield all that is not as the acts say."""
    deals: dict[int, Said] = {}
    for name in SEALED:
        yield from _compare_rows(tournament, told, name, deals)
    yield from _compare_deals(tournament, told, deals)
    yield from _compare_totals(tournament, told)
    yield from _compare_contest(tournament, told)
    yield from _compare_payments(tournament, told)
    yield from _compare_rounds(tournament, told)


def _in_contest(tournament: Tournament, to_round: str) -> Q:
    """Say of rows that their round is the contest's, or was before it was deleted."""
    return Q(**{f"{to_round}tournament": tournament}) | Q(**{f"{to_round}removed_from": tournament})


def _compare_rows(
    tournament: Tournament, told: Testimony, name: str, deals: dict[int, Said]
) -> Iterator[Fault]:
    """Compare the rows of a table with their seals; note which deal counts by old acts."""
    to_round = _TO_ROUND.get(name)
    whose = _in_contest(tournament, to_round) if to_round else Q(tournament=tournament)
    found = SEALED[name]._default_manager.filter(whose)
    eras = Eras.of(tournament)
    expected = {key: said for (kind, key), said in told.seals.items() if kind == name}
    # Acts of before name the entry that they made, or the call, without its seal.
    named = {"entry": told.entries, "call": told.calls}.get(name, {})
    expected = {key: Said(None, number) for key, number in named.items()} | expected
    for row in readable(found, "pk"):
        if isinstance(row, Unreadable):
            said = expected.pop(row.key, None)
            yield Fault(code=f"{name}_altered", number=said and said.number)
            continue
        said = expected.pop(row.pk, None)
        if name == "entry" and row.pk in told.counted:
            _note_counted(row, told.counted[row.pk], deals)
        if said and said.value not in {None, seal(row, eras.of_act(said.number))}:
            yield Fault(code=f"{name}_altered", number=said.number, figures=place_of(row))
        if not said:
            yield Fault(code=f"{name}_added", figures=place_of(row))
    for said in expected.values():
        yield Fault(code=f"{name}_missing", number=said.number)


def _note_counted(entry: Model, number: int, deals: dict[int, Said]) -> None:
    known = deals.get(entry.deal_id)
    if known is None or known.number < number:
        deals[entry.deal_id] = Said(entry.pk, number)


def place_of(row: Model) -> dict[str, int]:
    """Return the round, table and deal of a row, as far as it has them still; a ruling's number."""
    if isinstance(row, Ruling):
        return {"ruling": row.number}
    place: dict[str, int] = {}
    try:
        deal = row if isinstance(row, Deal) else getattr(getattr(row, "entry", row), "deal", None)
        if deal:
            place["deal"] = deal.number
        match = row if isinstance(row, Match) else (deal or row).match
        return {"round": match.round.number, "table": match.table} | place
    except (ObjectDoesNotExist, *UNREADABLE):
        return {}


def _compare_deals(
    tournament: Tournament, told: Testimony, old: dict[int, Said]
) -> Iterator[Fault]:
    deals = Deal.objects.filter(_in_contest(tournament, "match__round__"))
    for key, *held in deals.values_list("pk", *(f"{name}_id" for name in POINTERS)).iterator():
        for name, now in zip(POINTERS, held, strict=True):
            said = told.pointers.get(("deal", key, name))
            if name == "accepted" and key in old and (not said or said.number < old[key].number):
                said = old[key]
            if (said.value if said else None) != now:
                deal = Deal.objects.get(pk=key)
                yield Fault(code="deal_moved", number=said and said.number, figures=place_of(deal))
                break


def _compare_totals(tournament: Tournament, told: Testimony) -> Iterator[Fault]:
    matches = Match.objects.filter(_in_contest(tournament, "round__"))
    for key, now in matches.values_list("pk", "totals_id").iterator():
        said = told.pointers.get(("match", key, "totals"))
        if (said.value if said else None) != now:
            figures = place_of(Match.objects.get(pk=key))
            yield Fault(code="totals_moved", number=said and said.number, figures=figures)


def _compare_contest(tournament: Tournament, told: Testimony) -> Iterator[Fault]:
    columns = {column.name for column in tournament._meta.concrete_fields}
    for name, said in sorted(told.settings.items()):
        if name in columns and not _is_same(said.value, getattr(tournament, name), name):
            yield Fault(code="setting_altered", number=said.number, figures={"setting": name})
    if told.rulebook and told.rulebook.value != _fingerprint(tournament):
        yield Fault(code="rulebook_altered", number=told.rulebook.number)
    if (told.lot.value if told.lot else "") != tournament.lot_seed:
        yield Fault(code="lot_altered", number=told.lot and told.lot.number)


def _is_same(said: Any, now: Any, name: str = "") -> bool:  # noqa: ANN401 - what JSON holds
    """Compare a setting as the journal keeps it with the contest's column."""
    if isinstance(now, Decimal) and isinstance(said, str):
        try:
            return Decimal(said) == now
        except InvalidOperation:
            return False
    return said == kept(name, now)


def _fingerprint(tournament: Tournament) -> str | None:
    """Return the fingerprint of the frozen rulebook; nothing when it cannot be read."""
    if not tournament.is_frozen:
        return None
    try:
        return tournament.rulebook.fingerprint()
    except (Refusal, LookupError, *UNREADABLE):
        return ""


def _compare_payments(tournament: Tournament, told: Testimony) -> Iterator[Fault]:
    whose = Q(team__tournament=tournament) | Q(player__tournament=tournament)
    held = dict(Payment.objects.filter(whose).values_list("pk", "amount"))
    for key, said in told.payments.items():
        if key in held and not _is_same(said.value, held[key]):
            yield Fault(code="payment_altered", number=said.number)
        if key not in held and said.number > told.struck_off:
            yield Fault(code="payment_missing", number=said.number)


def _compare_rounds(tournament: Tournament, told: Testimony) -> Iterator[Fault]:
    """Compare the rounds in play and the deleted ones; each with its seats."""
    rounds = {round_.number: round_ for round_ in tournament.rounds.all()}
    removed = {round_.pk: round_ for round_ in tournament.removed_rounds.all()}
    pairs = [(told.rounds.get(number), round_) for number, round_ in rounds.items()]
    pairs += [(told.removed.get(key), round_) for key, round_ in removed.items()]
    for said, round_ in pairs:
        yield from _compare_round(said, round_)
    missing = [said for number, said in told.rounds.items() if number not in rounds]
    missing += [said for key, said in told.removed.items() if key not in removed]
    for said in missing:
        yield Fault(code="round_missing", number=said.drawn_by)


def _compare_round(said: RoundSaid | None, round_: Round) -> Iterator[Fault]:
    if said is None:
        yield Fault(code="round_added", figures={"round": round_.number})
        return
    if said.is_closed != round_.is_closed:
        yield Fault(code="round_turned", number=said.drawn_by, figures={"round": round_.number})
    held = {
        team: (table, side, place) if table is not None else None
        for team, table, side, place in Seat.objects.filter(round=round_)
        .order_by()
        .values_list("team", "match__table", "side", "place")
    }
    if held != said.seats:
        yield Fault(code="seats_altered", number=said.drawn_by, figures={"round": round_.number})
