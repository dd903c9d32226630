"""Say what a table plays of what its rulebook leaves to it: before its first deal, or corrected."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from tournament.deals.acts import Copying, check_why, deals_to_copy
from tournament.deals.checks import seen_of
from tournament.deals.copies import copy_of
from tournament.deals.guards import (
    check_known,
    check_open,
    check_unconfirmed,
    held_match,
    place_of,
)
from tournament.deals.options import CHOSEN, CORRECTED, has_chosen, is_begun, read_choice
from tournament.deals.pointers import READINGS, Change
from tournament.deals.services import check_entries
from tournament.journal import services as journal
from tournament.models import Match, RoleKind, Source, Tournament, User
from tournament.roles import tournament_and_roles
from tournament.text import plain

MAY_CORRECT = frozenset({RoleKind.ORGANISER, RoleKind.REFEREE})
"""Who may say, once a deal is typed, that the table plays otherwise."""


@transaction.atomic
def choose_options(
    match: Match, ids: Iterable[str], *, seen: str, by: User | None, side: str = ""
) -> Match:
    """Keep what a table chose, before its first deal; its ids are of switches left to it.

    ``seen`` is the choice that the page showed (``Match.options``), ``side`` the side whose
    phone says it. Said twice it is kept once. Raises ``ValidationError``: where a deal is
    typed already, where somebody chose otherwise meanwhile, and what ``read_choice`` refuses.
    """
    match = held_match(match)
    tournament = match.round.tournament
    wanted = read_choice(ids, tournament.rulebook)
    if match.options == wanted and has_chosen(match):
        return match
    if match.options != seen:
        raise ValidationError(
            _("This table chose otherwise meanwhile: look at it, then choose again."),
            code="stale",
        )
    check_open(match.round, tournament, by=by, reason="")
    if is_begun(match):
        raise ValidationError(
            _(
                "A deal of this table is typed: the organiser or the referee corrects what it"
                " plays, with a reason, or the deals are taken back first."
            ),
            code="begun",
        )
    details = _keep(match, wanted) | ({"sheet": side} if side else {})
    journal.write(tournament, CHOSEN, by=by, details=details)
    return match


@transaction.atomic
def correct_options(match: Match, ids: Iterable[str], *, seen: str, by: User, reason: str) -> Match:
    """Have a match whose deals are typed be marked by another choice of its table.

    Every deal gets a new entry that says the same under the other choice; ``seen`` is what
    the page showed (``options_seen``). Raises ``ValidationError``: on ``reason`` when there is
    none, for who is neither organiser nor referee, for a deal that cannot be played so.
    """
    match = held_match(match)
    tournament = match.round.tournament
    wanted = read_choice(ids, tournament.rulebook)
    if match.options == wanted:
        return match
    if options_seen(match) != seen:
        raise ValidationError(
            _("The sheet changed meanwhile: look at it, then answer again."), code="changed"
        )
    _check_who(tournament, by)
    check_unconfirmed(match, by=by)
    check_why(match, by=by, reason=reason)
    said = {"by": by, "reason": reason, "source": Source.OPTIONS, "options": wanted}
    details, copied = _keep(match, wanted), Copying(lambda entry: copy_of(entry, **said))
    details |= {"changes": _copy_deals(match, copied, by=by), "reason": plain(reason)}
    journal.write(tournament, CORRECTED, by=by, details=details, added=copied.entries)
    return match


def options_seen(match: Match) -> str:
    """Return what a page shows of a sheet and of what its table plays, as a key."""
    return f"{seen_of(match)}/{match.options}"


def _check_who(tournament: Tournament, by: User) -> None:
    _contest, roles = tournament_and_roles(by.pk, tournament.pk)
    if not roles & MAY_CORRECT:
        raise ValidationError(
            _("Once a deal is typed, only the organiser or the referee corrects this.")
        )


def _keep(match: Match, wanted: str) -> dict[str, object]:
    """Set a match's choice, and return what the journal says of it."""
    was, match.options = match.options, wanted
    match.full_clean(exclude=["round", "totals"])
    match.save(update_fields=["options"])
    return place_of(match) | {"options": wanted.split(), "was": was.split()}


def _copy_deals(match: Match, copied: Copying, *, by: User) -> list[Change]:
    """Copy every entry that a deal of the match points at; refuse one that cannot be so."""
    deals = deals_to_copy(match)
    check_known(match, deals, by=by)
    changes: list[Change] = []
    for deal in deals:
        pointed = {name: getattr(deal, name) for name in ("accepted", *READINGS.values())}
        changes += copied.point(deal, pointed)
    check_entries(copied.entries, match.round.tournament)
    return changes
