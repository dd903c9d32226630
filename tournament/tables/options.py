"""What the rulebook leaves to the table, as its phones show it and ask it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.http import QueryDict

from tournament.deals.options import Choice, choices_of, has_chosen, is_begun
from tournament.deals.options_acts import choose_options
from tournament.deals.options_forms import OptionsForm
from tournament.models import Match, TableCode
from tournament.tables.services import held_code
from tournament.tables.sheets import PhoneSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What a table plays of what is left to it; ``form`` while it may still choose."""

    choices: list[Choice]
    form: OptionsForm | None = None
    is_chosen: bool = True


def left_to(now: PhoneSheet, data: QueryDict | None = None) -> Left:
    """Return what is left to a table, and the form to choose it before the first deal."""
    match = now.match
    choices = choices_of(now.sheet.tournament.rulebook, match.options)
    if data is None and (not choices or now.rows or is_begun(match)):
        return Left(choices=choices)
    form = OptionsForm(choices, data, initial={"seen": match.options}, auto_id="id_play_%s")
    return Left(choices=choices, form=form, is_chosen=has_chosen(match))


@transaction.atomic
def choose_from(code: TableCode, ids: Iterable[str], *, seen: str) -> Match:
    """Keep what a table plays as one side's phone says it.

    Raises ``CodeClosed``, and what ``choose_options`` refuses.
    """
    match, code = held_code(code)
    return choose_options(match, ids, seen=seen, by=None, side=code.side)
