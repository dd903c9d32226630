"""What the pages of the editor show: the draft in sentences, and one topic's form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring import (
    CHOICE_WORDS,
    CONTRACT_WORDS,
    MODE_WORDS,
    Rulebook,
    clause_article,
    clause_text,
    clause_title,
    typeset,
)
from tournament import labels
from tournament.rulebooks.comparing import differing
from tournament.workshop.editor.answers import ACT, ADD, LEFT_TO, WHO, Answer
from tournament.workshop.editor.fields import Field
from tournament.workshop.editor.mapping import shown
from tournament.workshop.editor.posted import Book, Posted, one
from tournament.workshop.editor.speaker import Speaker
from tournament.workshop.editor.topics import ABOUT, LEFT, TOPICS, Topic

MORE = "more"
"""The lists that were given one more empty row, each as often as it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A clause before and after a change; empty where there is no such rule."""

    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Fields that stand together under a heading, or under none."""

    title: str
    number: str
    fields: list[dict[str, Any]]


def index_page(rulebook: Rulebook) -> list[dict[str, Any]]:
    """Return the whole draft by topic, each rule in its sentence."""
    return [
        {"topic": topic, "name": str(topic.name), "rules": list(_rules(topic, rulebook))}
        for topic in TOPICS.values()
    ]


def _rules(topic: Topic, rulebook: Rulebook) -> Iterator[dict[str, str]]:
    lang = labels.language()
    if topic.key == ABOUT:
        yield {"text": rulebook.title[lang]}
        source = rulebook.source[lang]
        if source.strip():
            yield {"text": source}
    for clause in topic.clauses:
        if clause in rulebook.clauses:
            text = clause_text(rulebook, clause, lang)
            yield {"text": text, "article": clause_article(rulebook, clause, lang)}
    if topic.key == LEFT:
        for switch in rulebook.switches:
            who = CHOICE_WORDS["switches.kind"][switch.kind][lang]
            ways = (typeset(way[lang], lang) for way in (switch.decided, switch.other))
            yield {"text": " / ".join(ways), "article": typeset(who, lang)}


def changes(before: Rulebook, after: Rulebook) -> list[Said]:
    """Return the clauses that do not say the same, in the order they are read in."""
    lang = labels.language()
    rows = differing(before, after, lang)
    said = [Said(before=row.one.text, after=row.other.text) for row in rows]
    if before.title[lang] != after.title[lang]:
        said.insert(0, Said(before=before.title[lang], after=after.title[lang]))
    return said


def form_page(
    topic: Topic, draft: Rulebook, posted: Posted | None = None, given: Answer | None = None
) -> dict[str, Any]:
    """Return what one topic's form shows: the draft's values, or what was typed over them."""
    book = given.book if given else draft.to_mapping()
    more = _more(posted) if posted else []
    values: Posted = shown(topic, book) | (dict(posted) if posted else {})
    speaker = Speaker(book, labels.language(), {name: more.count(name) for name in more})
    errors = given.errors if given else {}
    fields = [_field(each, values, speaker, errors) for each in topic.fields(book)]
    placed = {each["key"] for each in fields if each["kind"] != "hidden"} | {WHO}
    return {
        "topic": topic,
        "topic_name": str(topic.name),
        "title": draft.title[labels.language()],
        "often": sections(book, (each for each in fields if each["often"])),
        "seldom": sections(book, (each for each in fields if not each["often"])),
        "opened": any(each["error"] for each in fields if not each["often"]),
        "more": more,
        "wrong": list(errors.values()),
        "general": [said for key, said in errors.items() if key not in placed],
        "left_to": list(_left_to(values)),
        "left_error": errors.get(WHO, ""),
        "is_left": topic.key == LEFT,
        "rulebook": given.rulebook if given and given.rulebook else draft,
        "also": given.also if given else (),
        "said": changes(draft, given.rulebook) if given and given.rulebook else [],
    }


def _more(posted: Posted) -> list[str]:
    act, _colon, what = one(posted, ACT).partition(":")
    asked = [*posted.get(MORE, ()), *([what] if act == ADD else [])]
    return [name for name in asked if name][:20]


def _field(
    field: Field, values: Posted, speaker: Speaker, errors: dict[str, str]
) -> dict[str, Any]:
    return {
        "key": field.key,
        "kind": field.kind,
        "label": speaker.say(field.label),
        "group": field.group,
        "often": field.often,
        "error": errors.get(field.key, ""),
        "sentence": _sentence(field, speaker),
        **field.parts(values, speaker),
    }


def _sentence(field: Field, speaker: Speaker) -> str:
    """Return the sentence that stands beside a field: a cell's, an article's clause."""
    if field.kind == "cell":
        return speaker.sentence(field.group or field.key.split(".")[-1])
    return speaker.sentence(field.clause) if field.key.startswith("clauses.") else ""


def _left_to(values: Posted) -> Iterator[dict[str, object]]:
    lang, chosen = labels.language(), one(values, WHO) or LEFT_TO[0]
    for kind, words in CHOICE_WORDS["switches.kind"].items():
        if kind.value in LEFT_TO:
            text = typeset(words[lang], lang)
            yield {"value": kind.value, "text": text, "checked": kind.value == chosen}


def sections(book: Book, fields: Iterable[dict[str, Any]]) -> list[Section]:
    """Put fields of one group together, in their order."""
    found: list[Section] = []
    for field in fields:
        group = field["group"]
        if not found or found[-1].number != group:
            found.append(Section(title=_title(group, book), number=group, fields=[]))
        found[-1].fields.append(field)
    return found


def _title(group: str, book: Book) -> str:
    """Name a kind of trumps, a contract, or a choice by the rule that it is about."""
    lang = labels.language()
    for words in (MODE_WORDS, CONTRACT_WORDS):
        for name, said in words.items():
            if name.value == group:
                return typeset(said[lang], lang).capitalize()
    return clause_title(book["switches"][int(group)]["clause"], lang) if group else ""
