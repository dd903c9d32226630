"""Acts on a whole sheet: swap its sides, move it, take it as totals; and take an act back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import DateTimeField
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.deals.checks import check_seen
from tournament.deals.copies import copy_of, swapped
from tournament.deals.guards import (
    check_known,
    check_open,
    check_ruled,
    check_totals_ruled,
    check_typist,
    check_unconfirmed,
    held_match,
    place_of,
)
from tournament.deals.options import CORRECTED, has_said, options_moved
from tournament.deals.pointers import (
    READINGS,
    Change,
    add_entry,
    point,
    point_totals,
    put_back,
)
from tournament.deals.reading import match_at
from tournament.deals.services import check_entries
from tournament.journal import services as journal
from tournament.journal.origin import Eras
from tournament.models import (
    Deal,
    Entry,
    JournalEntry,
    Match,
    MatchTotals,
    Round,
    Source,
    Tournament,
    User,
)
from tournament.prepared import Given, Prepared
from tournament.text import plain

UNDO_WITHIN = timedelta(minutes=1)
"""How long after an act the one who did it may take it back."""
UNDOABLE = frozenset(
    {
        "deal.recorded",
        "deal.corrected",
        "deal.settled",
        "sheet.swapped",
        "sheet.moved",
        "totals.taken",
        "totals.dropped",
    }
)
"""The acts of the journal that say which columns they changed, and can be taken back."""
OF_SHEETS = UNDOABLE | {"act.undone", CORRECTED}
"""The acts that may change what a table brought."""
MOST_MARKS = 99_999
"""No match comes to this: a larger total is a slip of the finger."""

# An act of the future is of a clock that was set back since.
_OWN = Prepared(
    lambda: JournalEntry.objects.filter(
        tournament=Given("tournament"),
        by=Given("by"),
        at__gt=Given("since", DateTimeField()),
        at__lte=Given("now", DateTimeField()),
        kind__in=[*UNDOABLE, "act.undone"],
    ).order_by("-number")
)


class Copying:
    """Copies the entries that deals point at, each once, and keeps what it made."""

    def __init__(self, copied: Callable[[Entry], Entry]) -> None:
        self.copied = copied
        self.entries: list[Entry] = []

    def point(self, deal: Deal, pointed: Mapping[str, Entry | None]) -> list[Change]:
        """Make columns of a deal point at copies of what they pointed at; return what changed."""
        copies: dict[int, Entry] = {}
        for entry in filter(None, pointed.values()):
            if entry.pk not in copies:
                copies[entry.pk] = self.copied(entry)
                check_typist(deal, copies[entry.pk])
                add_entry(deal, copies[entry.pk])
        self.entries += copies.values()
        return point(deal, {name: copies[entry.pk] for name, entry in pointed.items() if entry})


@transaction.atomic
def swap_sides(match: Match, *, seen: str, by: User, reason: str, sheet: str = "") -> None:
    """Give everything typed of A to B and of B to A, on a whole sheet.

    ``seen`` is what the page showed (``checks.seen_of``), so that two clicks swap
    once; ``sheet`` names one team's sheet where both are typed. Raises
    ``ValidationError``, on ``reason`` when there is none.
    """
    match = _changing(match, seen=seen, by=by, reason=reason)
    names = [READINGS[sheet], "accepted"] if sheet else ["accepted", *READINGS.values()]
    copied = Copying(lambda entry: swapped(entry, by=by, reason=reason))
    changes: list[Change] = []
    deals = deals_to_copy(match)
    of_sheet = [deal for deal in deals if not sheet or getattr(deal, f"{READINGS[sheet]}_id")]
    check_known(match, of_sheet, by=by)
    for deal in deals:
        pointed = {name: getattr(deal, name) for name in names}
        if sheet and pointed["accepted"] != pointed[READINGS[sheet]]:
            del pointed["accepted"]
        changes += copied.point(deal, pointed)
    if not changes:
        raise ValidationError(_("Nothing is typed on this sheet."))
    details = place_of(match) | {"changes": changes} | ({"sheet": sheet} if sheet else {})
    tournament = match.round.tournament
    journal.write(tournament, "sheet.swapped", by=by, details=details, added=copied.entries)


@transaction.atomic
def move_sheet(match: Match, to: Match, *, seen: str, by: User, reason: str) -> None:
    """Move everything typed of one table to another of the contest, of which nothing is typed.

    Raises ``ValidationError``: on ``reason`` when there is none, on ``to`` when the
    other table has something typed.
    """
    match = _changing(match, seen=seen, by=by, reason=reason)
    tournament = match.round.tournament
    to = held_match(to)
    check_open(to.round, tournament, by=by, reason=reason)
    if to.pk == match.pk or to.totals_id or to.deals.with_accepted().exists():
        raise ValidationError({"to": _("Choose a table of which nothing is typed.")})
    _set_options(to, options_moved(match, to, tournament.rulebook))
    if match.options and not has_said(match):
        _set_options(match, "")
    said = {"by": by, "reason": reason, "source": Source.MOVED, "options": to.options}
    copied = Copying(lambda entry: copy_of(entry, **said))
    changes: list[Change] = []
    there = {deal.number: deal for deal in to.deals.all()}
    deals = deals_to_copy(match)
    check_known(match, deals, by=by)
    for deal in deals:
        pointed = {name: getattr(deal, name) for name in ("accepted", *READINGS.values())}
        target = there.get(deal.number) or Deal(number=deal.number)
        target.match = to
        check_ruled(deal, by=by)
        changes += point(deal, dict.fromkeys(pointed))
        changes += copied.point(target, pointed)
    if not changes:
        raise ValidationError(_("Nothing is typed on this sheet."))
    check_entries(copied.entries, tournament)
    details = place_of(match) | {"to": place_of(to), "changes": changes}
    journal.write(tournament, "sheet.moved", by=by, details=details, added=copied.entries)


@transaction.atomic
def take_totals(
    match: Match,
    marks: tuple[int, int],
    *,
    base: int | None,
    by: User,
    reason: str,
    client_key: UUID,
) -> MatchTotals:
    """Take a match as its two totals, A's first; its deals stay, and do not count.

    ``base`` is the id of the totals that the form showed, if any. Raises
    ``ValidationError``, on ``reason`` when there is none.
    """
    match = held_match(match)
    sent_before = MatchTotals.objects.filter(client_key=client_key).first()
    if match.totals_id != base:
        if sent_before and _is_repeat(sent_before, match, marks):
            return sent_before
        raise ValidationError(_("Somebody changed these totals meanwhile: look at the sheet."))
    check_why(match, by=by, reason=reason)
    check_totals_ruled(match, by=by)
    check_unconfirmed(match, by=by)
    if max(marks) > MOST_MARKS:
        raise ValidationError(_("No match comes to so many marks."))
    totals = MatchTotals(
        match=match,
        marks_a=marks[0],
        marks_b=marks[1],
        author=by,
        reason=plain(reason),
        # The page was gone back to, once these were dropped or taken back.
        client_key=uuid4() if sent_before else client_key,
    )
    totals.full_clean()
    totals.save(force_insert=True)
    details = place_of(match) | {"marks": list(marks), "changes": point_totals(match, totals)}
    journal.write(match.round.tournament, "totals.taken", by=by, details=details, added=[totals])
    return totals


@transaction.atomic
def drop_totals(match: Match, *, base: int | None, by: User, reason: str) -> None:
    """Count a match deal by deal again; dropping what is dropped already changes nothing."""
    match = held_match(match)
    if match.totals_id is None:
        return
    if match.totals_id != base:
        raise ValidationError(_("Somebody changed these totals meanwhile: look at the sheet."))
    check_why(match, by=by, reason=reason)
    check_totals_ruled(match, by=by)
    check_unconfirmed(match, by=by)
    details = place_of(match) | {"reason": plain(reason), "changes": point_totals(match, None)}
    journal.write(match.round.tournament, "totals.dropped", by=by, details=details)


def last_act(tournament: Tournament, by: User) -> JournalEntry | None:
    """Return somebody's last act on a sheet, while it can still be taken back."""
    now = timezone.now()
    own = _OWN.ask(tournament=tournament.pk, by=by.pk, since=now - UNDO_WITHIN, now=now)
    # One that an archive brought names rows of where it was made.
    here = Eras.of(tournament).last_restored
    own = [act for act in own if act.number > here]
    undone = {act.details["undoes"] for act in own if act.kind == "act.undone"}
    return next(
        (
            act
            for act in own
            if act.kind in UNDOABLE and act.number not in undone and act.details.get("changes")
        ),
        None,
    )


@transaction.atomic
def undo(tournament: Tournament, number: int, *, by: User) -> None:
    """Take somebody's last act back; ``number`` is the act in the journal that the page named.

    Nothing typed is deleted: the columns point where they did before. Undoing twice
    undoes once. Raises ``ValidationError`` after a minute, or when the sheet
    changed since.
    """
    tournament = Tournament.objects.held(tournament.pk)
    if tournament.journal.filter(kind="act.undone", by=by, details__undoes=number).exists():
        return
    act = last_act(tournament, by)
    if act is None or act.number != number:
        raise ValidationError(_("It is too late to undo this: correct the deal instead."))
    round_ = tournament.rounds.filter(number=act.details["round"]).first()
    _check_still_there(round_)
    check_open(round_, tournament, by=by, reason=_("undone"))
    place = {name: act.details[name] for name in ("round", "table", "deal") if name in act.details}
    details = place | {"undoes": number, "changes": put_back(act.details["changes"])}
    if act.kind == "sheet.moved":
        _bring_choice_back(tournament, act.details)
    journal.write(tournament, "act.undone", by=by, details=details)


def _bring_choice_back(tournament: Tournament, details: Mapping[str, Any]) -> None:
    """Have the choice that went along with a sheet come back with it."""
    places = (details, details["to"])
    match, to = (match_at(tournament, place["round"], place["table"]) for place in places)
    if not (match and to and to.options) or has_said(to):
        return
    if not has_said(match):
        _set_options(match, to.options)
    _set_options(to, "")


def _set_options(match: Match, options: str) -> None:
    match.options = options
    match.save(update_fields=["options"])


def _changing(match: Match, *, seen: str, by: User, reason: str) -> Match:
    """Hold a match whose whole sheet is about to change; refuse what a page no longer shows."""
    match = held_match(match)
    check_seen(match, seen)
    check_unconfirmed(match, by=by)
    check_why(match, by=by, reason=reason)
    return match


def check_why(match: Match, *, by: User, reason: str) -> None:
    """Refuse a change of a whole sheet without a reason, or once its round is locked."""
    check_open(match.round, match.round.tournament, by=by, reason=reason)
    if not plain(reason):
        raise ValidationError({"reason": _("Say why.")})


def _is_repeat(sent: MatchTotals, match: Match, marks: tuple[int, int]) -> bool:
    return sent.match_id == match.pk and (sent.marks_a, sent.marks_b) == marks


def _check_still_there(round_: Round | None) -> None:
    if round_ is None:
        raise ValidationError(_("This round was cancelled meanwhile."))


def deals_to_copy(match: Match) -> list[Deal]:
    """Return the deals typed of a match, with both readings and what was said of each."""
    deals = list(match.deals.with_accepted().with_checks())
    for deal in deals:
        deal.match = match
    return deals
