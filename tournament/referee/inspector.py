"""One deal laid open: each line of its marks with its article, every version, every answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from scoring import (
    Refusal,
    Rulebook,
    Side,
    clause_article,
    clause_text,
    line_text,
    not_said,
    score_deal,
)
from tournament import labels
from tournament.deals.adjustments import Marks
from tournament.deals.compare import Compared, compared
from tournament.deals.place import rows_before
from tournament.deals.states import say_the_same
from tournament.deals.tally import MatchSheet, SheetRow, match_sheet
from tournament.models import Confirmation, Deal, Entry, Match, Outcome, Ruling
from tournament.referee.deal_words import said_of
from tournament.referee.disputes import is_half_typed

SCORELESS: Marks = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the marks: its reason, and what it gives each side (None: nothing)."""

    text: str
    a: int | None
    b: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ArticleLines:
    """The lines that one article of the rulebook gives, and what it says."""

    clause: str
    article: str
    sentence: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVersion:
    """One entry of a deal: said in words, its marks by itself, and what it changed.

    ``changes`` are the facts that differ from the version before it; of two sheets, from
    the one before it of the same sheet.
    """

    number: int
    entry: Entry
    said: str
    marks: Marks | None
    is_accepted: bool
    is_reading: bool
    changes: tuple[Compared, ...]
    answers: tuple[Confirmation, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """All there is to know of a deal; ``row`` is None where it is to be played.

    Where ``is_hidden`` only one of its two sheets is typed, and who asks may not know what
    it says. ``readings`` are the two sheets fact by fact, where they differ; ``numbers``
    are the deals of the match that were ever typed.
    """

    whole: MatchSheet
    deal: Deal
    row: SheetRow | None
    said: str
    not_said: str
    articles: tuple[ArticleLines, ...]
    before: Marks | None
    versions: tuple[DealVersion, ...]
    readings: tuple[Compared, ...]
    rulings: tuple[Ruling, ...]
    numbers: tuple[int, ...]
    is_hidden: bool

    @property
    def match(self) -> Match:
        """The match it is of."""
        return self.whole.match

    @property
    def after(self) -> Marks | None:
        """The running score after it."""
        if self.before is None:
            return None
        return self.row.running if self.row and self.row.counts else self.before

    @property
    def is_contested(self) -> bool:
        """Whether somebody must decide."""
        return self.row is not None and self.row.state in {"contested", "differs"}

    @property
    def previous(self) -> int | None:
        """The deal before it."""
        return max((each for each in self.numbers if each < self.deal.number), default=None)

    @property
    def following(self) -> int | None:
        """The deal after it."""
        return min((each for each in self.numbers if each > self.deal.number), default=None)


def inspect(match: Match, number: int, *, sees_all: bool) -> Inspection | None:
    """Lay a deal open; None where none was ever typed under this number.

    The match has its seats and its round, and the round its contest.
    """
    whole = match_sheet(match)
    deal = match.deals.with_checks().filter(number=number).first()
    if deal is None:
        return None
    deal.match = match
    tournament = whole.tournament
    rulebook = tournament.rulebook
    is_hidden = not sees_all and is_half_typed(deal, tournament)
    row = next((row for row in whole.rows if row.deal.number == number), None)
    before = rows_before(whole, number)
    is_kept = not sees_all and any(is_half_typed(each.deal, tournament) for each in before)
    score = next((each.running for each in reversed(before)), SCORELESS)
    return Inspection(
        whole=whole,
        deal=deal,
        row=row,
        said="" if is_hidden else _said(row, rulebook),
        not_said=""
        if is_hidden or row is None or row.facts is None
        else not_said(row.facts, rulebook, labels.language()),
        articles=() if is_hidden or row is None else articles_of(row, rulebook),
        before=None if is_kept else score,
        versions=() if is_hidden else versions_of(deal, rulebook),
        readings=() if is_hidden else _readings(deal, rulebook),
        rulings=_rulings(deal),
        numbers=tuple(match.deals.order_by("number").values_list("number", flat=True)),
        is_hidden=is_hidden,
    )


def articles_of(row: SheetRow, rulebook: Rulebook) -> tuple[ArticleLines, ...]:
    """Put each line of a deal's marks under the article that gives it."""
    if row.facts is None or row.score is None:
        return ()
    language = labels.language()
    by_clause: dict[str, list[Line]] = {}
    for line in row.score.lines:
        is_a = line.side is Side.A
        by_clause.setdefault(line.clause, []).append(
            Line(
                text=line_text(line, row.facts, rulebook, language),
                a=line.points if is_a else None,
                b=None if is_a else line.points,
            )
        )
    return tuple(
        ArticleLines(
            clause=clause,
            article=clause_article(rulebook, clause, language),
            sentence=clause_text(rulebook, clause, language),
            lines=tuple(lines),
        )
        for clause, lines in by_clause.items()
    )


def versions_of(deal: Deal, rulebook: Rulebook) -> tuple[DealVersion, ...]:
    """Return every entry of a deal, first to last: nothing typed is ever gone."""
    entries = (
        deal.entries.select_related("author").prefetch_related("confirmations__by").order_by("pk")
    )
    found: list[DealVersion] = []
    last_of: dict[str, Entry] = {}
    for number, entry in enumerate(entries, 1):
        before = last_of.get(entry.sheet) or (last_of.get("") if entry.sheet else _last(found))
        last_of[entry.sheet] = entry
        found.append(
            DealVersion(
                number=number,
                entry=entry,
                said=said_of(entry, rulebook),
                marks=marks_of_entry(entry, rulebook),
                is_accepted=entry.pk == deal.accepted_id,
                is_reading=entry.pk in {deal.reading_a_id, deal.reading_b_id},
                changes=_changes(before, entry, rulebook) if before else (),
                answers=tuple(entry.confirmations.all()),
            )
        )
    return tuple(found)


def marks_of_entry(entry: Entry, rulebook: Rulebook) -> Marks | None:
    """Mark an entry as a deal by itself; None where it gives nothing or cannot be."""
    if entry.outcome == Outcome.AWARDED:
        return entry.awarded_a, entry.awarded_b
    if not entry.is_played:
        return None
    try:
        score = score_deal(entry.facts(), rulebook)
    except Refusal:
        return None
    return score.mark_a, score.mark_b


def _said(row: SheetRow | None, rulebook: Rulebook) -> str:
    if row is None:
        return _("to be played")
    return said_of(row.entry, rulebook)


def _last(found: Sequence[DealVersion]) -> Entry | None:
    return found[-1].entry if found else None


def _changes(before: Entry, after: Entry, rulebook: Rulebook) -> tuple[Compared, ...]:
    try:
        return tuple(line for line in compared(before, after, rulebook) if line.differs)
    except Refusal:
        # An older version may not exist under a rulebook that was changed since.
        return ()


def _readings(deal: Deal, rulebook: Rulebook) -> tuple[Compared, ...]:
    """Compare what the two sheets say; nothing where they say the same, or one is missing."""
    one, other = deal.reading_a, deal.reading_b
    if one is None or other is None or say_the_same(one, other):
        return ()
    return compared(one, other, rulebook)


def _rulings(deal: Deal) -> tuple[Ruling, ...]:
    """Return the rulings on a deal, and those on its match as a whole."""
    about = Q(deal=deal) | Q(match=deal.match_id, deal__isnull=True)
    found = Ruling.objects.filter(about).select_related(
        "tournament", "match__round", "deal", "team", "player", "by", "replaced_by"
    )
    return tuple(found.prefetch_related("match__seats__team").order_by("number"))
