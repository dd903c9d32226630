"""What a check answers: a sentence, what it found with its article, the way to a ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode

from scoring import Refusal, Rulebook
from tournament import labels
from tournament.models.ruling import NOTE_LENGTH
from tournament.referee.articles import article_of
from tournament.referee.cards.drawn import CODES, DrawnCard, card_text


class Tone(StrEnum):
    """How an answer is shown; the words say it too."""

    GOOD = "good"
    BAD = "bad"
    UNSURE = "unsure"
    PLAIN = "plain"
    MISSING = "missing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing found: its sentence, the article that says so, the ruling it would preset."""

    sentence: str
    clause: str = ""
    title: str = ""
    text: str = ""
    query: str = ""
    tone: Tone = Tone.BAD


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number to read from afar, and what it is."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """All that a check answers to what it was asked."""

    sentence: str
    tone: Tone = Tone.PLAIN
    findings: tuple[Finding, ...] = ()
    cards: tuple[DrawnCard, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether it answers at all."""
        return self.tone not in {Tone.MISSING, Tone.REFUSED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a finding of one check presets of a ruling: the fault, and where it happened."""

    rulebook: Rulebook
    category: str
    place: Mapping[str, int]

    def finding(
        self, sentence: str, clause: str, *, facts: str = "", tone: Tone = Tone.BAD
    ) -> Finding:
        """Return something found, with its article and the query that opens the ruling's form."""
        article = article_of(self.rulebook, clause)
        preset = {
            "category": self.category,
            "facts": (facts or sentence)[:NOTE_LENGTH],
            **({"clause": clause} if article else {}),
            **self.place,
        }
        return Finding(
            sentence=sentence,
            clause=clause if article else "",
            title=article.title if article else "",
            text=article.text if article else "",
            query=urlencode(preset),
            tone=tone,
        )


def refused(refusal: Refusal) -> Answer:
    """Say what the engine refuses, its card as it is drawn."""
    params = dict(refusal.params)
    if (card := CODES.get(str(params.get("card")))) is not None:
        params["card"] = card_text(card)
    said = Refusal(refusal.code, **params)
    return Answer(sentence=labels.refusal(said), tone=Tone.REFUSED)


def missing(sentence: str) -> Answer:
    """Ask for what a check cannot do without."""
    return Answer(sentence=sentence, tone=Tone.MISSING)
