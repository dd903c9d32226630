"""What the desk asks about once before it records a deal: unusual, but possible."""

from __future__ import annotations

from dataclasses import dataclass

from scoring import DealFacts, Rulebook, notices
from tournament import labels
from tournament.models import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question: ``key`` names it with its figures, so that other figures ask again."""

    key: str
    field: str
    text: str


def questions(entry: Entry, rulebook: Rulebook) -> list[Question]:
    """Ask about what is seldom true of a deal that the engine accepts.

    A sweep is never guessed from the points: all or none of them asks for it.
    """
    if not entry.is_played:
        return []
    facts = entry.facts()
    asked = [
        Question(
            key=":".join([notice.code, *map(str, notice.params.values())]),
            field=notice.field,
            text=labels.notice(notice),
        )
        for notice in notices(facts, rulebook)
    ]
    if facts.sweep is None and facts.points in extremes(facts, rulebook):
        text = str(labels.SWEEP_NOT_SAID) % {"points": facts.points}
        asked.append(Question(key=f"sweep:{facts.points}", field="sweep", text=text))
    return asked


def extremes(facts: DealFacts, rulebook: Rulebook) -> tuple[int, int]:
    """Return the points that usually mean eight tricks: none, and the whole pack."""
    return 0, rulebook.pack_total(facts.contract.trump)
