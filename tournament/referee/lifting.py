"""Lift a ruling: what it changed is again as it was, whatever was typed there since."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.deals.pointers import ROWS, Change
from tournament.models import Decision, Ruling, User
from tournament.teams.services import bring_back

MADE = "ruling.made"
WITHDREW = "withdrew"
"""What the act of an exclusion says: whether the team was still drawn until then."""


def lift(ruling: Ruling, *, by: User) -> list[Change]:
    """Undo what a ruling in force did, as the ruling that replaces it is made.

    A deal counts again as it did before the ruling, though it was corrected or played
    again since: what was typed stays in its history. What is derived from the rulings in
    force (marks, an excluded team's matches) comes back by itself. Raises
    ``ValidationError`` when the ruling is replaced already, or when a later one in
    force decides of the same deal.
    """
    if not Ruling.objects.in_force().filter(pk=ruling.pk).exists():
        raise ValidationError(
            _("Ruling %(number)s was replaced already: replace the later one."),
            params={"number": ruling.number},
        )
    if later := _later_on_the_same(ruling):
        raise ValidationError(
            _(
                "Ruling %(later)s, made since, decides of the same deal or match:"
                " lift it before ruling %(number)s."
            ),
            params={"later": later.number, "number": ruling.number},
        )
    if ruling.decision == Decision.EXCLUSION and ruling.team and _withdrew(ruling):
        bring_back(ruling.team, by=by, lifting=ruling)
    return _restored(reversed(ruling.changes))


def _later_on_the_same(ruling: Ruling) -> Ruling | None:
    """Return the last ruling in force made after this one that moved what this one moved."""
    own = {(row, key) for row, key, *_moved in ruling.changes}
    if not own:
        return None
    later = Ruling.objects.in_force().filter(
        tournament=ruling.tournament_id, number__gt=ruling.number
    )
    return next(
        (
            each
            for each in later.order_by("-number")
            if own & {(row, key) for row, key, *_moved in each.changes}
        ),
        None,
    )


def _restored(changes: Iterable[Change]) -> list[Change]:
    """Make columns point where they did before some changes; return what moves by it now."""
    moved: list[Change] = []
    for row, key, column, before, _after in changes:
        found = ROWS[row].objects.filter(pk=key)
        now = found.values_list(f"{column}_id", flat=True).get()
        if now != before:
            found.update(**{f"{column}_id": before})
            moved.append((row, key, column, now, before))
    return moved


def _withdrew(ruling: Ruling) -> bool:
    """Whether an exclusion took the team out of the draws; it may have left before."""
    acts = ruling.tournament.journal.filter(kind=MADE, details__number=ruling.number)
    details = acts.values_list("details", flat=True).first() or {}
    # The first exclusions did not say so: it was then taken to be.
    return bool(details.get(WITHDREW, True))
