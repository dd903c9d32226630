"""What a rulebook leaves to the table: what a match chose, and the rulebook it plays by.

A match keeps the ids of the switches that its table turned; each deal keeps those of the
moment it was typed, so that its marks follow what was chosen when it was played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring import (
    Refusal,
    Rulebook,
    Switch,
    SwitchKind,
    clause_text,
    clause_title,
    score_deal,
    typeset,
)
from tournament import labels
from tournament.models import Entry, JournalEntry, Match, Round

CHOSEN = "match.options_chosen"
CORRECTED = "match.options_corrected"
"""The acts of the journal that say what a table plays: chosen, or corrected later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing the rulebook leaves to the table, in the reader's language.

    ``title`` says what it is about, ``own`` is how the rulebook has it, ``other`` what the
    table may play instead.
    """

    id: str
    clause: str
    title: str
    own: str
    other: str
    is_turned: bool

    @property
    def words(self) -> str:
        """How this table plays it."""
        return self.other if self.is_turned else self.own


def left_to_tables(rulebook: Rulebook) -> tuple[Switch, ...]:
    """Return the switches that each table may turn: none that is taken for everybody."""
    return tuple(
        switch
        for switch in rulebook.switches
        if switch.kind is SwitchKind.TABLE and switch.id not in rulebook.applied
    )


def choices_of(rulebook: Rulebook, options: str = "") -> list[Choice]:
    """Return what a rulebook leaves to the table; ``options`` are the switches turned."""
    turned = known(options, rulebook)
    return [
        Choice(
            id=switch.id,
            clause=switch.clause,
            title=clause_title(switch.clause, labels.language()),
            own=_said(rulebook, switch, is_turned=False),
            other=_said(rulebook, switch, is_turned=True),
            is_turned=switch.id in turned,
        )
        for switch in left_to_tables(rulebook)
    ]


def options_words(match: Match, rulebook: Rulebook) -> list[str]:
    """Say how a match plays each thing that the rulebook leaves to its table."""
    return [choice.words for choice in choices_of(rulebook, match.options)]


def known(options: str, rulebook: Rulebook) -> frozenset[str]:
    """Return the switches turned that the rulebook leaves to the table, and can be together.

    After a change of rulebook a table whose choice it does not know plays it as it is.
    """
    return _known(options, rulebook) if options else frozenset()


@lru_cache(maxsize=256)
def _known(options: str, rulebook: Rulebook) -> frozenset[str]:
    left = {switch.id for switch in left_to_tables(rulebook)}
    turned = left.intersection(options.split())
    try:
        rulebook.switched(*turned)
    except Refusal:
        return frozenset()
    return frozenset(turned)


def options_of(match: Match, rulebook: Rulebook) -> str:
    """Return what a deal of a match keeps of its table's choice."""
    return written(known(match.options, rulebook))


def options_moved(match: Match, to: Match, rulebook: Rulebook) -> str:
    """Return by which choice a sheet counts once moved to another table.

    That table's own, where it made one; the sheet's otherwise, which goes along with it.
    """
    return options_of(to if has_chosen(to) else match, rulebook)


def rulebook_at(match: Match, rulebook: Rulebook) -> Rulebook:
    """Return the rulebook of a match's contest as its table plays it."""
    return rulebook.switched(*known(match.options, rulebook))


def at_some_table(rulebook: Rulebook) -> Rulebook:
    """Return a rulebook with every trump that a table may choose, for who asks of no table."""
    more = [
        switch.id
        for switch in left_to_tables(rulebook)
        if set(rulebook.switched(switch.id).played_trumps) > set(rulebook.played_trumps)
    ]
    return rulebook.switched(*known(written(more), rulebook))


def written(ids: Iterable[str]) -> str:
    """Write the switches turned as a match and its deals keep them."""
    return " ".join(sorted(ids))


def read_choice(ids: Iterable[str], rulebook: Rulebook) -> str:
    """Return a table's choice as it is kept.

    Raises ``ValidationError`` for a switch that the rulebook does not leave to the table,
    and for two that contradict each other.
    """
    wanted = set(ids)
    left = {switch.id for switch in left_to_tables(rulebook)}
    if strange := wanted - left:
        raise ValidationError(
            _("This rulebook does not leave “%(option)s” to the table."),
            code="unknown_option",
            params={"option": min(strange)},
        )
    try:
        rulebook.switched(*wanted)
    except Refusal as refusal:
        raise ValidationError(
            _("These choices cannot be made together: %(why)s"),
            code="options_conflict",
            params={"why": labels.refusal(refusal)},
        ) from None
    return written(wanted)


def not_chosen(entry: Entry, rulebook: Rulebook) -> str:
    """Say what its table would have had to choose for a deal to be possible, if anything."""
    for choice in choices_of(rulebook, entry.options):
        if choice.is_turned:
            continue
        try:
            score_deal(entry.facts(), rulebook.switched(choice.id))
        except Refusal:
            continue
        return _("This table did not choose it: “%(choice)s”") % {"choice": choice.other}
    return ""


def has_chosen(match: Match) -> bool:
    """Whether a table said how it plays, be it as the rulebook has it; its contest is loaded."""
    return bool(match.options) or has_said(match)


def has_said(match: Match) -> bool:
    """Whether a table said itself how it plays: its choice did not come with a sheet."""
    return _said_in(match.round).filter(details__table=match.table).exists()


def tables_that_chose(round_: Round) -> frozenset[int]:
    """Return the tables of a round that said how they play, be it as the rulebook has it."""
    if not left_to_tables(round_.tournament.rulebook):
        return frozenset()
    return frozenset(_said_in(round_).values_list("details__table", flat=True))


def _said_in(round_: Round) -> QuerySet[JournalEntry]:
    """Return the acts by which tables of a round said how they play."""
    return JournalEntry.objects.filter(
        tournament=round_.tournament_id,
        kind__in=[CHOSEN, CORRECTED],
        details__round=round_.number,
        # A table of a round that was drawn again is another match: it was not asked yet.
        at__gte=round_.drawn_at,
    )


def is_begun(match: Match) -> bool:
    """Whether a deal of a match is typed: what its table plays is then settled."""
    return match.deals.filter(accepted__isnull=False).exists()


def _said(rulebook: Rulebook, switch: Switch, *, is_turned: bool) -> str:
    """Say a reading in its own words, or else as the clause that it changes."""
    language = labels.language()
    words = switch.other if is_turned else switch.decided
    if text := words[language].strip() or words.fr.strip():
        return typeset(text, language)
    read = rulebook.switched(switch.id) if is_turned else rulebook
    return clause_text(read, switch.clause, language)
