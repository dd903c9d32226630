"""How the sheet of one match is checked, where that is not as in the rest of its contest."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.deals.guards import held_match, place_of
from tournament.journal import services as journal
from tournament.models import Match, Round, User


@transaction.atomic
def check_as(match: Match, checking: str, *, by: User | None) -> Match:
    """Have the sheet of a match checked in a way of its own, or empty: as in its contest.

    Asked twice it changes once. Raises ``ValidationError`` once a deal of it is typed,
    when its round is closed, and when that was cancelled meanwhile.
    """
    match = held_match(match)
    if match.checking == checking:
        return match
    if match.round.is_closed:
        raise ValidationError(_("The round is closed: its sheets stay as they are."))
    if match.deals.exists() or match.totals_id:
        raise ValidationError(
            {"table": _("A deal of this table is typed: its sheet stays as it began.")}
        )
    before, match.checking = match.checking, checking
    match.full_clean(exclude=["round", "totals"])
    match.save(update_fields=["checking"])
    details = place_of(match) | {"from": before, "to": checking}
    journal.write(match.round.tournament, "match.checking_set", by=by, details=details)
    return match


def not_begun(round_: Round) -> list[Match]:
    """List the matches of a round of which nothing is typed yet, teams loaded."""
    matches = round_.matches.with_teams().filter(deals__isnull=True, totals__isnull=True)
    return list(matches)
