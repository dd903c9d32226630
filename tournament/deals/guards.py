"""What must hold before a deal is recorded: who, when, and where on the sheet."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring import Side
from tournament.deals.pointers import READINGS
from tournament.deals.reading import typed_deals
from tournament.deals.states import is_half_typed
from tournament.deals.tally import sheet
from tournament.models import (
    Checking,
    Confirmation,
    Deal,
    Decision,
    Entry,
    Match,
    RoleKind,
    Round,
    Ruling,
    Source,
    Tournament,
    User,
)
from tournament.prepared import Given, Prepared
from tournament.roles import has_role
from tournament.text import plain

ORIGINALS = tuple("copied_from__" * times for times in range(4))
"""The way from an entry to what it was copied from, for a sheet moved or swapped a few times."""

# As ``Tournament.objects.held`` asks.
_HELD = Prepared(lambda: Tournament.objects.select_for_update().filter(pk=Given("pk")))
# Without all that its draw was made from.
_MATCH = Prepared(
    lambda: (
        Match.objects.filter(pk=Given("pk"), round__tournament=Given("tournament"))
        .select_related("round", "totals")
        .defer("round__inputs")
    )
)


def held_match(match: Match) -> Match:
    """Read a match and its round again, its contest's row kept to the end of the transaction.

    Raises ``ValidationError`` when its round was taken back meanwhile.
    """
    key = match.round.tournament_id
    tournament = key and _HELD.first(pk=key)
    found = tournament and _MATCH.first(pk=match.pk, tournament=tournament.pk)
    if found is None:
        raise ValidationError(_("This round was cancelled meanwhile: nothing is recorded."))
    found.round.tournament = tournament
    return found


def is_double(match: Match) -> bool:
    """Whether the sheets of both teams are typed."""
    return match.checked_as(match.round.tournament) is Checking.TWO_SHEETS


def place_of(match: Match) -> dict[str, int]:
    """Say in the journal which table of which round an act is about."""
    return {"round": match.round.number, "table": match.table}


def is_locked(round_: Round, tournament: Tournament) -> bool:
    """Whether the time to complain about a round is over: only the referee changes it now."""
    locks_at = round_.locks_at(tournament)
    return locks_at is not None and timezone.now() >= locks_at


def check_open(round_: Round, tournament: Tournament, *, by: User | None, reason: str) -> None:
    """Refuse a change of a round whose time to complain is over, but to a referee with a reason."""
    if not is_locked(round_, tournament):
        return
    if not is_referee(by, tournament):
        raise ValidationError(
            _("Round %(number)s is locked since %(time)s: only the referee changes it now."),
            code="locked",
            params={
                "number": round_.number,
                "time": date_format(timezone.localtime(round_.locks_at(tournament)), "TIME_FORMAT"),
            },
        )
    if not plain(reason):
        raise ValidationError({"reason": _("The round is locked: give the reason.")})


def is_referee(user: User | None, tournament: Tournament) -> bool:
    """Whether an account is a referee of a contest."""
    return has_role(user, tournament, RoleKind.REFEREE)


def check_typist(deal: Deal, entry: Entry) -> None:
    """Refuse who confirmed the deal to be corrected, and who typed the other team's sheet.

    A deal that was ruled on is the referee's to change.
    """
    check_ruled(deal, by=entry.author)
    if entry.author is None:
        return
    if has_confirmed(deal.accepted, by=entry.author):
        raise ValidationError(
            _("You confirmed this deal: somebody else must correct it."), code="confirmer"
        )
    if not entry.sheet or entry.copied_from_id:
        return
    if Side(entry.sheet).other.value in sides_typed(deal.match, by=entry.author):
        raise ValidationError(
            _("You typed the other team's sheet: somebody else must type this one."), code="typist"
        )


def check_unconfirmed(match: Match, *, by: User | None) -> None:
    """Refuse a change of a whole sheet to who confirmed a deal of it as it counts now."""
    given = Confirmation.objects.filter(entry__accepted_for__match=match, agrees=True, by=by)
    if by is not None and given.exists():
        raise ValidationError(
            _("You confirmed this sheet: somebody else must change it."), code="confirmer"
        )


def has_confirmed(entry: Entry | None, *, by: User) -> bool:
    """Whether somebody confirmed an entry at the desk: who confirms does not alter."""
    answers = entry.confirmations.all() if entry else ()
    return any(answer.agrees and answer.by_id == by.pk for answer in answers)


def sides_typed(match: Match, *, by: User) -> set[str]:
    """Return the sides whose sheet somebody typed something of, by its letter.

    Who moved a sheet, or swapped its sides, typed nothing of it; who typed it first did.
    """
    own = Q()
    for original in ORIGINALS:
        own |= Q(**{f"{original}author": by, f"{original}copied_from__isnull": True})
    entries = Entry.objects.filter(own, deal__match=match).exclude(sheet="")
    return set(entries.order_by().values_list("sheet", flat=True))


def hidden_from(user: User, match: Match, deals: Iterable[Deal]) -> frozenset[int]:
    """Return the numbers of the deals of a match of which somebody may not know what they say.

    Only one of their two sheets is typed, and not by them, so that they may still type the
    other. Nothing is kept from a referee.
    """
    checking = match.checked_as(match.round.tournament)
    half = [deal for deal in deals if is_half_typed(deal, checking)]
    if not half or is_referee(user, match.round.tournament):
        return frozenset()
    own = [f"{READINGS[side]}_id" for side in sides_typed(match, by=user)]
    unknown = (deal for deal in half if not any(getattr(deal, each) for each in own))
    return frozenset(deal.number for deal in unknown)


def check_known(match: Match, deals: Iterable[Deal], *, by: User) -> None:
    """Refuse an act on a whole sheet to who may not see what it says."""
    if hidden_from(by, match, deals):
        raise ValidationError(
            _("Only one of the two sheets is typed: who typed it changes it, or the referee.")
        )


def check_ruled(deal: Deal, *, by: User | None) -> None:
    """Refuse to change a deal that the referee ruled on, but to a referee."""
    is_ruled = deal.accepted is not None and deal.accepted.source == Source.RULING
    if is_ruled and not is_referee(by, deal.match.round.tournament):
        raise ValidationError(_("The referee ruled on this deal: only a ruling changes it."))


def check_totals_ruled(match: Match, *, by: User) -> None:
    """Refuse to count a match otherwise once the referee ruled on it, but to a referee."""
    awarded = Ruling.objects.in_force().filter(match=match, decision=Decision.MATCH_AWARDED)
    is_ruled = match.deals.filter(accepted__source=Source.RULING).exists() or awarded.exists()
    if is_ruled and not is_referee(by, match.round.tournament):
        raise ValidationError(_("Only the referee changes it now, with a reason."))


def check_reason(entry: Entry, *, replaces: Entry | None) -> None:
    """Refuse a correction that does not say why; a phone corrects what nobody accepted yet."""
    if replaces and not entry.reason and entry.source != Source.PHONE:
        raise ValidationError({"reason": _("Say why the deal is corrected.")})


def check_number(deal: Deal) -> None:
    """Refuse a first entry beyond the match's end, or in a match taken as totals."""
    if deal.accepted_id:
        return
    match = deal.match
    if match.totals_id:
        raise ValidationError(_("This match is taken as its totals: no deal is typed."))
    agreed = match.round.tournament.match_end.deals
    if agreed is not None and deal.number <= agreed:
        # A sheet has the agreed lines at least: the other deals need not be read to know.
        return
    so_far = sheet(match, typed_deals(match), match.round.tournament, called=False)
    lines = so_far.expected
    if lines is not None and deal.number > lines:
        raise ValidationError(
            _("This match has %(lines)s deals: there is no deal %(number)s."),
            params={"lines": lines, "number": deal.number},
        )
    if lines is None and so_far.tally.is_finished and deal.number > len(so_far.rows):
        raise ValidationError(
            _("The match ended with deal %(number)s."),
            params={"number": so_far.tally.finished_after},
        )
