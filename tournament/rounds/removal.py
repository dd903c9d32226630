"""Delete a round with its results and bring it back; cut an evening short.

Nothing that a table reported is ever lost: a deleted round only stops belonging
to its contest, with its seats, its deals and who typed them.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.deals.guards import check_open
from tournament.journal import services as journal
from tournament.models import Entry, Round, Tournament, User, number_after
from tournament.rounds.names import is_round_name, round_name
from tournament.text import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedRound:
    """A deleted round in the list: what is in it, and why it cannot come back just now."""

    round: Round
    tables: int
    deals: int
    obstacle: str


@transaction.atomic
def remove_round(round_: Round, *, typed_name: str, by: User | None, reason: str = "") -> None:
    """Take a round out of its contest with all its results; a second click changes nothing.

    ``typed_name`` is the round's name as the organiser typed it. Only the last round
    can go: later ones were drawn on its results. Once it is locked only the referee
    takes it out, with a ``reason``. Raises ``ValidationError``.
    """
    tournament = Tournament.objects.held(round_.tournament_id)
    found = tournament.rounds.filter(pk=round_.pk).first()
    if found is None:
        return
    last = tournament.rounds.last()
    if last.number > found.number:
        raise ValidationError(
            _("Round %(later)s was drawn on its results: delete that one first."),
            params={"later": last.number},
        )
    check_open(found, tournament, by=by, reason=reason)
    if not is_round_name(typed_name, found):
        sentence = _("Type the name of the round: %(name)s.") % {"name": round_name(found)}
        raise ValidationError({"round_name": sentence})
    found.tournament, found.removed_from = None, tournament
    found.removed_at = timezone.now()
    found.save(update_fields=["tournament", "removed_from", "removed_at"])
    details = {
        "round": found.number,
        "round_id": found.pk,
        "seed": found.seed,
        "entries": Entry.objects.filter(deal__match__round=found).count(),
        "closed": found.is_closed,
    } | ({"reason": plain(reason)} if plain(reason) else {})
    journal.write(tournament, "round.removed", by=by, details=details)


@transaction.atomic
def restore_round(removed: Round, *, by: User | None) -> Round:
    """Bring a deleted round back as it was; a second click changes nothing.

    Raises ``ValidationError`` while the contest has no room for it.
    """
    tournament = Tournament.objects.held(removed.removed_from_id or removed.tournament_id)
    back = tournament.rounds.filter(pk=removed.pk).first()
    if back:
        return back
    found = tournament.removed_rounds.get(pk=removed.pk)
    if obstacle := _obstacle(found, tournament.rounds.last()):
        raise ValidationError(obstacle)
    found.tournament, found.removed_from, found.removed_at = tournament, None, None
    found.save(update_fields=["tournament", "removed_from", "removed_at"])
    details = {"round": found.number, "round_id": found.pk}
    journal.write(tournament, "round.restored", by=by, details=details)
    return found


@transaction.atomic
def plan_rounds(tournament: Tournament, rounds: int | None, *, by: User | None) -> None:
    """Say how many rounds the evening has, at any time; None leaves it open.

    Raises ``ValidationError`` below the number of rounds drawn already.
    """
    tournament = Tournament.objects.held(tournament.pk)
    before = tournament.rounds_planned
    if rounds == before:
        return
    last = tournament.rounds.last()
    if rounds is not None and last and rounds < last.number:
        sentence = _("Round %(number)s is drawn already.") % {"number": last.number}
        raise ValidationError({"rounds_planned": sentence})
    tournament.rounds_planned = rounds
    tournament.full_clean(exclude=["club", "rulebook_frozen"])
    tournament.save(update_fields=["rounds_planned"])
    details = {"from": before, "to": rounds}
    journal.write(tournament, "rounds.planned", by=by, details=details)


def removed_rounds(tournament: Tournament) -> list[RemovedRound]:
    """List the deleted rounds of a contest, the last deleted first."""
    typed = Q(matches__deals__accepted__isnull=False)
    counted = tournament.removed_rounds.annotate(
        tables=Count("matches", distinct=True), deals=Count("matches__deals", filter=typed)
    )
    last = tournament.rounds.last()
    return [
        RemovedRound(
            round=round_,
            tables=round_.tables,
            deals=round_.deals,
            obstacle=_obstacle(round_, last),
        )
        for round_ in counted.order_by("-removed_at", "-pk")
    ]


def _obstacle(removed: Round, last: Round | None) -> str:
    """Say why a round cannot come back; nothing when it can."""
    due = number_after(last)
    if removed.number < due:
        return _("Another round %(number)s has been drawn since.") % {"number": removed.number}
    if removed.number > due:
        return _("Round %(number)s comes first.") % {"number": due}
    if last and not last.is_closed:
        return _("Round %(number)s is still being played: close it first.") % {
            "number": last.number
        }
    return ""
