"""A deal's marks with their reasons, in the reader's language: what « Pourquoi » shows."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import (
    DealFacts,
    DealScore,
    Rulebook,
    Side,
    clause_article,
    line_text,
    not_said,
    said,
    score_deal,
    side_points,
)
from tournament import labels
from tournament.models import Deal, Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyLine:
    """One reason: a sentence, the article and the clause that say so, the points it gives."""

    text: str
    article: str
    clause: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WhySide:
    """One side's lines and the mark they add up to."""

    side: Side
    lines: tuple[WhyLine, ...]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """A deal said as a referee would, what was not said, and both sides' lines.

    ``points`` are the card points of both sides, A's first, whichever of them was typed.
    """

    points: tuple[int, int]
    said: str
    not_said: str
    made: bool
    sides: tuple[WhySide, WhySide]


def why(facts: DealFacts, score: DealScore, rulebook: Rulebook) -> Why:
    """Explain the marks the engine gave to a deal."""
    language = labels.language()

    def side_lines(side: Side) -> WhySide:
        lines = tuple(
            WhyLine(
                text=line_text(line, facts, rulebook, language),
                article=clause_article(rulebook, line.clause, language),
                clause=line.clause,
                points=line.points,
            )
            for line in score.lines
            if line.side is side
        )
        return WhySide(side=side, lines=lines, total=score.total(side))

    points = side_points(facts, rulebook)
    return Why(
        points=(points.a, points.b),
        said=said(facts, score, rulebook, language),
        not_said=not_said(facts, rulebook, language),
        made=score.made,
        sides=(side_lines(Side.A), side_lines(Side.B)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One entry of a deal beside what it marks; the accepted one is the one that counts."""

    entry: Entry
    why: Why | None
    is_accepted: bool


def versions(deal: Deal, rulebook: Rulebook, *, side: str = "") -> list[Version]:
    """Return every reading of a deal, first to last: nothing typed is ever gone.

    With ``side`` only those of that team's sheet: whoever types it must not see the other.
    """
    entries = deal.entries.select_related("author").order_by("pk")
    return [
        Version(
            entry=entry,
            why=entry_why(entry, rulebook),
            is_accepted=entry.pk == deal.accepted_id,
        )
        for entry in (entries.filter(sheet__in=["", side]) if side else entries)
    ]


def entry_why(entry: Entry, rulebook: Rulebook) -> Why | None:
    """Explain an entry as a deal by itself; None when no cards were played out."""
    if not entry.is_played:
        return None
    facts = entry.facts()
    return why(facts, score_deal(facts, rulebook), rulebook)
