"""What a rulebook leaves to the table, as its sheet says it: chosen, or to be chosen."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from tournament.deals.options import CHOSEN, CORRECTED, choices_of, left_to_tables
from tournament.models import JournalEntry, Match, Round


class Left(TypedDict):
    """How a table plays; else what it may choose between, two by two."""

    plays: tuple[str, ...]
    to_choose: tuple[tuple[str, str], ...]


def left_to_table(match: Match, round_: Round, chosen: Collection[int], *, is_typed: bool) -> Left:
    """Say what a sheet does: a table whose deals are typed plays as it began."""
    choices = choices_of(round_.tournament.rulebook, match.options)
    if is_typed or match.options or match.table in chosen:
        return Left(plays=tuple(choice.words for choice in choices), to_choose=())
    return Left(plays=(), to_choose=tuple((choice.own, choice.other) for choice in choices))


def tables_that_chose(round_: Round) -> frozenset[int]:
    """Return the tables of a round that said how they play, be it as the rulebook has it."""
    if not left_to_tables(round_.tournament.rulebook):
        return frozenset()
    acts = JournalEntry.objects.filter(
        tournament=round_.tournament_id,
        kind__in=[CHOSEN, CORRECTED],
        details__round=round_.number,
        # A round that was drawn again has other tables.
        at__gte=round_.drawn_at,
    )
    return frozenset(acts.values_list("details__table", flat=True))
