"""What a rulebook leaves to the table, as its sheet says it: chosen, or to be chosen."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypedDict

from tournament.deals.options import choices_of, options_words
from tournament.models import Match, Round


class Left(TypedDict):
    """How a table plays; else what it may choose between, two by two."""

    plays: tuple[str, ...]
    to_choose: tuple[tuple[str, str], ...]


def left_to_table(match: Match, round_: Round, chosen: Collection[int], *, is_typed: bool) -> Left:
    """Say what a sheet does: a table whose deals are typed plays as it began."""
    rulebook = round_.tournament.rulebook
    if is_typed or match.options or match.table in chosen:
        return Left(plays=tuple(options_words(match, rulebook)), to_choose=())
    choices = choices_of(rulebook)
    return Left(plays=(), to_choose=tuple((choice.own, choice.other) for choice in choices))
