"""A rulebook as it is read: by topic, each clause with its article and its other readings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import pgettext_lazy

from scoring import (
    Refusal,
    Rulebook,
    Switch,
    SwitchKind,
    clause_article,
    clause_text,
    typeset,
    usual_tariffs,
)
from tournament.rulebooks.change import base_of
from tournament.rulebooks.samples import Sample, telling
from tournament.rulebooks.shelf import find, key_of
from tournament.rulebooks.topics import TOPICS
from tournament.text import search_key

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

LONGEST_SEARCH = 200
LONGEST_CLAUSE = 200
"""A longer clause (the values of all cards) is not said twice: its note says what changes."""
NO_MARKS = ("dealing.", "auction.", "play.", "points_bid.step", "points_bid.least_raise")
"""The keys of a rulebook on which no deal's marks depend."""
KINDS: dict[str, _StrPromise] = {
    SwitchKind.READING: pgettext_lazy("a rule", "The source is silent: a reading was decided."),
    SwitchKind.ORGANISER: pgettext_lazy("a rule", "The source leaves it to the organiser."),
    SwitchKind.TABLE: pgettext_lazy("a rule", "The source leaves it to each table."),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A rule that can be read in two ways: the one in force, the other, what the other gives.

    ``would_read`` is the clause under the other way, ``sample`` a deal that is not marked
    alike, ``other_key`` the address of the whole rulebook read the other way; each may be
    missing.
    """

    id: str
    kind: str
    in_force: str
    other: str
    would_read: str
    sample: Sample | None
    other_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One clause: its sentence, where it stands in the source, its readings."""

    clause: str
    text: str
    article: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """What a rulebook says of one topic."""

    key: str
    name: str
    rules: tuple[Rule, ...]


def browse(rulebook: Rulebook, lang: str, text: str = "") -> list[Topic]:
    """Return a rulebook by topic; with ``text`` only the rules in which every word is found."""
    words = search_key(text[:LONGEST_SEARCH]).split()
    topics = (_topic(rulebook, key, lang, words) for key in TOPICS)
    return [topic for topic in topics if topic.rules]


def tariffs(rulebook: Rulebook, lang: str) -> list[str]:
    """Return the usual tariffs for a fault, in words."""
    return [typeset(tariff.text[lang], lang) for tariff in usual_tariffs(rulebook)]


def _topic(rulebook: Rulebook, key: str, lang: str, words: list[str]) -> Topic:
    name, clauses = TOPICS[key]
    rules = (_rule(rulebook, clause, lang) for clause in clauses if clause in rulebook.clauses)
    found = tuple(rule for rule in rules if _holds(rule, str(name), words))
    return Topic(key=key, name=str(name), rules=found)


def _rule(rulebook: Rulebook, clause: str, lang: str) -> Rule:
    return Rule(
        clause=clause,
        text=clause_text(rulebook, clause, lang),
        article=clause_article(rulebook, clause, lang),
        readings=tuple(_readings(rulebook, clause, lang)),
    )


def _readings(rulebook: Rulebook, clause: str, lang: str) -> Iterator[Reading]:
    for switch in rulebook.switches:
        if switch.clause != clause:
            continue
        is_taken = switch.id in rulebook.applied
        ways = (switch.other, switch.decided) if is_taken else (switch.decided, switch.other)
        other = _read_otherwise(rulebook, switch)
        now = clause_text(rulebook, clause, lang)
        then = clause_text(other, clause, lang) if other and clause in other.clauses else ""
        yield Reading(
            id=switch.id,
            kind=str(KINDS[switch.kind]),
            in_force=typeset(ways[0][lang], lang),
            other=typeset(ways[1][lang], lang),
            would_read=then if then != now and len(then) <= LONGEST_CLAUSE else "",
            sample=telling(rulebook, other, lang) if other and _is_marked(switch) else None,
            other_key=key_of(other) if other and find(key_of(other)) == other else "",
        )


def _is_marked(switch: Switch) -> bool:
    """Whether the other way may mark a deal otherwise: how cards are played does not."""
    return any(not key.startswith(NO_MARKS) for key in switch.set)


def _read_otherwise(rulebook: Rulebook, switch: Switch) -> Rulebook | None:
    """Return the rulebook with one reading turned; None where a frozen copy cannot say."""
    try:
        if switch.id not in rulebook.applied:
            return rulebook.switched(switch.id)
        base = base_of(rulebook)
        left = [name for name in rulebook.applied if name != switch.id]
        return base.switched(*left) if not base.applied else None
    except Refusal:
        return None


def _holds(rule: Rule, topic: str, words: list[str]) -> bool:
    if not words:
        return True
    said = [topic, rule.text, rule.article]
    said += [part for each in rule.readings for part in (each.in_force, each.other)]
    found = search_key(" ".join(said))
    return all(word in found for word in words)


def turned(rulebook: Rulebook, lang: str) -> list[str]:
    """Say the readings of a rulebook that are not those its source or its makers decided."""
    switches = (switch for switch in rulebook.switches if switch.id in rulebook.applied)
    return [typeset(switch.other[lang], lang) for switch in switches]
