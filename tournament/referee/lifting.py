"""Lift a ruling: what it changed is again as it was, whatever was typed there since."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.deals.copies import copy_of, swapped
from tournament.deals.options import known, options_of, written
from tournament.deals.pointers import ROWS, Change, add_entry, point
from tournament.deals.services import check_entries
from tournament.models import (
    Deal,
    Decision,
    Entry,
    JournalEntry,
    Match,
    Ruling,
    Source,
    User,
)
from tournament.teams.services import bring_back

MADE = "ruling.made"
WITHDREW = "withdrew"
"""What the act of an exclusion says: whether the team was still drawn until then."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """What lifting a ruling did: the columns it moved, the entries it copied."""

    changes: list[Change] = field(default_factory=list)
    added: list[Entry] = field(default_factory=list)


def lift(ruling: Ruling, *, by: User) -> Lifted:
    """Undo what a ruling in force did, as the ruling that replaces it is made.

    A deal counts again as it did before the ruling, though it was corrected or played
    again since: what was typed stays in its history, and a sheet that was moved, had its
    sides swapped or its table's choice corrected stays so. What is derived from the rulings
    in force (marks, an excluded team's matches) comes back by itself. Raises
    ``ValidationError`` when the ruling is replaced already, when a later one in force decides
    of the same deal or match, or where its table is known since not to play such a deal.
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
    return _restored(ruling, by=by)


def _later_on_the_same(ruling: Ruling) -> Ruling | None:
    """Return the last ruling in force made after this one that moved what this one moved."""
    own = {(row, key) for row, key, *_moved in ruling.changes}
    if not own:
        return None
    if any(row == "deal" for row, _key in own):
        own.add(("deal", _trail(ruling).deal.pk))
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


def _restored(ruling: Ruling, *, by: User) -> Lifted:
    """Make what a ruling moved point where it did; say what moves by it now."""
    lifted = Lifted()
    wanted: dict[str, int | None] = {}
    for row, key, column, before, _after in ruling.changes:
        if row == "deal":
            wanted[column] = before
            continue
        found = ROWS[row].objects.filter(pk=key)
        now = found.values_list(f"{column}_id", flat=True).get()
        if now != before:
            found.update(**{f"{column}_id": before})
            lifted.changes.append((row, key, column, now, before))
    if wanted:
        _restore_deal(ruling, wanted, lifted, by=by)
    return lifted


def _restore_deal(
    ruling: Ruling, wanted: dict[str, int | None], lifted: Lifted, *, by: User
) -> None:
    """Make a deal count what it did, at the table and on the sides where its sheet is now.

    It is marked by what that table is known to play now: a choice that was corrected since
    stays so. Raises ``ValidationError`` where the deal cannot be played so.
    """
    trail, rulebook = _trail(ruling), ruling.tournament.rulebook
    played = options_of(trail.deal.match, rulebook)
    entries = Entry.objects.in_bulk([key for key in wanted.values() if key])
    reason = _("ruling %(number)s lifted") % {"number": ruling.number}
    for key, entry in entries.items():
        if not trail.is_elsewhere and written(known(entry.options, rulebook)) == played:
            continue
        entries[key] = trail.copied(entry, by=by, reason=reason)
        entries[key].options = played
        add_entry(trail.deal, entries[key])
        lifted.added.append(entries[key])
    check_entries(lifted.added, ruling.tournament)
    if trail.deal.pk:
        pointed = {column: entries[key] if key else None for column, key in wanted.items()}
        lifted.changes.extend(point(trail.deal, pointed))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trail:
    """Where the deal of a ruling is since its sheet was moved, or had its sides swapped."""

    deal: Deal
    is_moved: bool
    is_swapped: bool

    @property
    def is_elsewhere(self) -> bool:
        """Whether what it counted before must be copied there."""
        return self.is_moved or self.is_swapped

    def copied(self, entry: Entry, *, by: User, reason: str) -> Entry:
        """Return an entry as it is said there; what its table plays is the caller's to say."""
        if self.is_swapped:
            return swapped(entry, by=by, reason=reason)
        source = Source.MOVED if self.is_moved else Source.OPTIONS
        return copy_of(entry, by=by, reason=reason, source=source)


def _trail(ruling: Ruling) -> _Trail:
    """Follow a deal through the acts on whole sheets made since it was ruled on."""
    deal = ruling.deal
    place = deal.match.round.number, deal.match.table
    is_swapped = False
    for act in _on_sheets_since(ruling):
        if (act.details["round"], act.details["table"]) != place:
            continue
        if act.kind == "sheet.swapped":
            is_swapped = not is_swapped
        else:
            place = act.details["to"]["round"], act.details["to"]["table"]
    number, table = place
    matches = Match.objects.filter(round__tournament=ruling.tournament_id, round__number=number)
    there = matches.filter(table=table).first() or deal.match
    found = there.deals.filter(number=deal.number).first()
    return _Trail(
        deal=found or Deal(match=there, number=deal.number),
        is_moved=there.pk != deal.match_id,
        is_swapped=is_swapped,
    )


def _on_sheets_since(ruling: Ruling) -> list[JournalEntry]:
    """Return the sheets moved, or swapped whole, since a ruling, but what was taken back."""
    if ruling.match is None or ruling.match.round.tournament_id is None:
        return []
    journal = ruling.tournament.journal.order_by("number")
    made = journal.filter(kind=MADE, details__number=ruling.number).values("number")[:1]
    since = journal.filter(number__gt=made, kind__in=["sheet.swapped", "sheet.moved", "act.undone"])
    acts = list(since)
    undone = {act.details["undoes"] for act in acts if act.kind == "act.undone"}
    return [
        act
        for act in acts
        # One team's sheet alone holds nothing that was ruled.
        if act.kind != "act.undone" and act.number not in undone and "sheet" not in act.details
    ]


def _withdrew(ruling: Ruling) -> bool:
    """Whether an exclusion took the team out of the draws; it may have left before."""
    acts = ruling.tournament.journal.filter(kind=MADE, details__number=ruling.number)
    details = acts.values_list("details", flat=True).first() or {}
    # The first exclusions did not say so: it was then taken to be.
    return bool(details.get(WITHDREW, True))
