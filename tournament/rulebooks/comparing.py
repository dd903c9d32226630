"""Two rulebooks side by side: where they do not say the same, and what that is worth."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import Rulebook, clause_article, clause_text
from tournament.rulebooks.samples import Sample, typical
from tournament.rulebooks.topics import TOPICS


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """What one rulebook says of a clause; empty where it has no such thing."""

    text: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One clause in both."""

    clause: str
    one: Side
    other: Side

    @property
    def differs(self) -> bool:
        """Whether the two do not say the same; where it stands in their sources is no matter."""
        return self.one.text != self.other.text


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicRows:
    """One topic in both."""

    key: str
    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two rulebooks, topic by topic, and typical deals marked under both."""

    one: Rulebook
    other: Rulebook
    topics: tuple[TopicRows, ...]
    samples: tuple[Sample, ...]
    differing: int
    clauses: int

    @property
    def differing_samples(self) -> int:
        """How many of the typical deals are not marked alike."""
        return sum(sample.differs for sample in self.samples)


def compare(one: Rulebook, other: Rulebook, lang: str, *, everything: bool) -> Comparison:
    """Put two rulebooks side by side; without ``everything`` only what differs is listed."""
    rows = {key: _rows(key, one, other, lang) for key in TOPICS}
    topics = (
        TopicRows(
            key=key,
            name=str(TOPICS[key][0]),
            rows=tuple(row for row in found if everything or row.differs),
        )
        for key, found in rows.items()
    )
    whole = [row for found in rows.values() for row in found]
    return Comparison(
        one=one,
        other=other,
        topics=tuple(topic for topic in topics if topic.rows),
        samples=tuple(typical(one, other, lang)),
        differing=sum(row.differs for row in whole),
        clauses=len(whole),
    )


def differing(one: Rulebook, other: Rulebook, lang: str) -> list[Row]:
    """Return the clauses of which two rulebooks do not say the same, in reading order."""
    return [row for topic in TOPICS for row in _rows(topic, one, other, lang) if row.differs]


def _rows(topic: str, one: Rulebook, other: Rulebook, lang: str) -> list[Row]:
    return [
        Row(clause=clause, one=_side(one, clause, lang), other=_side(other, clause, lang))
        for clause in TOPICS[topic][1]
        if clause in one.clauses or clause in other.clauses
    ]


def _side(rulebook: Rulebook, clause: str, lang: str) -> Side:
    if clause not in rulebook.clauses:
        return Side()
    return Side(
        text=clause_text(rulebook, clause, lang), article=clause_article(rulebook, clause, lang)
    )
