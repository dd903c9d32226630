"""Whether a deal is checked, and what a table is waiting for. Derived, never stored."""

from __future__ import annotations

from collections.abc import Collection

from django.db import models
from django.utils.translation import pgettext_lazy

from tournament.models import Checking, Confirmation, Deal, Entry, Source
from tournament.models.deal import FACT_FIELDS

DECIDED = frozenset({Source.SETTLED, Source.IMPORT, Source.RULING})
"""Sources that need nobody's agreement: somebody decided, or a file was taken as a whole."""


class DealState(models.TextChoices):
    """What a recorded deal still waits for; it counts in the meantime."""

    COUNTED = "counted", pgettext_lazy("a deal", "recorded")
    WAITING = "waiting", pgettext_lazy("a deal", "to be confirmed")
    DIFFERS = "differs", pgettext_lazy("a deal", "sheets differ")
    CONTESTED = "contested", pgettext_lazy("a deal", "contested")


class TableState(models.TextChoices):
    """What a table shows in the hall, from afar."""

    UNTYPED = "untyped", pgettext_lazy("a table", "nothing typed")
    PLAYING = "playing", pgettext_lazy("a table", "playing")
    WAITING = "waiting", pgettext_lazy("a table", "to be confirmed")
    DIFFERS = "differs", pgettext_lazy("a table", "sheets differ")
    DISPUTE = "dispute", pgettext_lazy("a table", "in dispute")
    FINISHED = "finished", pgettext_lazy("a table", "finished")


def deal_state(deal: Deal, checking: Checking) -> DealState:
    """Say whether a recorded deal is checked as its match asks; fetched ``with_checks``."""
    answers = standing_answers(deal.accepted)
    if not all(answer.agrees for answer in answers):
        return DealState.CONTESTED
    if checking is Checking.TWO_SHEETS:
        return _of_two_sheets(deal)
    if deal.accepted.source in DECIDED:
        return DealState.COUNTED
    if checking is Checking.CONFIRMED or deal.accepted.source == Source.PHONE:
        return DealState.COUNTED if answers else DealState.WAITING
    return DealState.COUNTED


def table_state(
    states: Collection[DealState], *, is_complete: bool, is_untyped: bool
) -> TableState:
    """Say what a table waits for, the gravest first."""
    if DealState.CONTESTED in states:
        return TableState.DISPUTE
    if DealState.DIFFERS in states:
        return TableState.DIFFERS
    if not is_complete:
        return TableState.UNTYPED if is_untyped else TableState.PLAYING
    return TableState.WAITING if DealState.WAITING in states else TableState.FINISHED


def is_half_typed(deal: Deal, checking: Checking) -> bool:
    """Whether only one of its two sheets is typed: who may still type the other must not see it."""
    if checking is not Checking.TWO_SHEETS:
        return False
    readings = {deal.reading_a_id, deal.reading_b_id}
    return deal.accepted_id in readings and None in readings


def standing_answers(entry: Entry) -> list[Confirmation]:
    """Return the last answer of each side's phone and of the desk to an entry."""
    by_side = {answer.side: answer for answer in entry.confirmations.all()}
    return list(by_side.values())


def say_the_same(one: Entry, other: Entry) -> bool:
    """Whether two readings of a deal report the same facts, whoever typed them and why."""
    return not differing_fields(one, other)


def differing_fields(one: Entry, other: Entry) -> tuple[str, ...]:
    """Name the columns in which two readings of a deal differ."""
    said = ("outcome", *FACT_FIELDS, "awarded_a", "awarded_b")
    return tuple(name for name in said if getattr(one, name) != getattr(other, name))


def _of_two_sheets(deal: Deal) -> DealState:
    one, other = deal.reading_a, deal.reading_b
    if deal.accepted_id not in {deal.reading_a_id, deal.reading_b_id}:
        return DealState.COUNTED
    if one is None or other is None:
        return DealState.WAITING
    return DealState.COUNTED if say_the_same(one, other) else DealState.DIFFERS
