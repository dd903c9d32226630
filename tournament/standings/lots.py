"""Seeds nobody can foresee, short enough to be read out; the lot that parts the tied."""

from __future__ import annotations

import secrets
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.journal import services as journal
from tournament.journal.beforehand import seen_first
from tournament.models import Tournament, User
from tournament.standings.services import Standings, standings

SEED_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""What a seed is made of: nothing that is misread on paper (0 O, 1 I L)."""


def new_seed() -> str:
    """Choose a seed: ``K7Q4-M2XR``."""
    letters = [secrets.choice(SEED_LETTERS) for _letter in range(8)]
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def draw_lot(tournament: Tournament, *, by: User | None) -> Tournament:
    """Draw, once for the whole contest, the lot that parts teams equal on everything else.

    A second click finds it drawn. Raises ``ValidationError`` while a round is
    being played, or when no two teams share a rank.
    """
    return seen_first(tournament.pk, _before_the_lot, partial(_draw_lot, by=by))


def _before_the_lot(tournament: Tournament) -> Standings:
    found = standings(tournament)
    if not (found.can_draw_lots or tournament.lot_seed):
        raise ValidationError(
            _("Close the round that is being played first.")
            if found.is_provisional
            else _("No two teams share a rank: there is nothing to draw.")
        )
    return found


def _draw_lot(tournament: Tournament, found: Standings, *, by: User | None) -> Tournament:
    if tournament.lot_seed:
        return tournament
    tournament.lot_seed = new_seed()
    tournament.save(update_fields=["lot_seed"])
    journal.write(
        tournament,
        "standings.lot_drawn",
        by=by,
        details={
            "seed": tournament.lot_seed,
            "after": found.after,
            "tied": [[line.row.team for line in lines] for lines in found.for_the_lot],
        },
    )
    return tournament
