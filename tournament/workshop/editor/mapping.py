"""A topic's form and the rulebook's keys, both ways: what the form shows, what it writes."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

from tournament.workshop.editor.fields import Field
from tournament.workshop.editor.posted import Book, Posted, WrongAnswer
from tournament.workshop.editor.topics import Topic

PASSES = 2
"""A contract that is added may have cells of its own: what shapes the form is read twice."""


@dataclass(frozen=True, kw_only=True)
class Taken:
    """The rulebook with what was sent in it, and the answers that could not be read."""

    book: Book
    wrong: dict[str, str]


def shown(topic: Topic, book: Book) -> dict[str, list[str]]:
    """Return what a topic's form would send if nothing in it were touched."""
    values: dict[str, list[str]] = {}
    for field in topic.fields(book):
        values |= field.shown(book)
    return values


def take(topic: Topic, book: Book, posted: Posted) -> Taken:
    """Put what a form sent into a copy of the rulebook; what it did not send stays as it is."""
    new = deepcopy(book)
    wrong: dict[str, str] = {}
    for _pass in range(PASSES):
        for field in topic.fields(new):
            if field.shapes:
                wrong |= _write(field, new, posted)
    for field in topic.fields(new):
        if not field.shapes:
            wrong |= _write(field, new, posted)
    return Taken(book=new, wrong=wrong)


def _write(field: Field, book: Book, posted: Posted) -> dict[str, str]:
    """Write one field unless it was not touched: another spelling of the same stays as it was."""
    sent = {name: posted[name] for name in posted if _is_of(field, name)}
    if sent and _filled(sent) == _filled(field.shown(book)):
        return {}
    try:
        field.write(book, posted)
    except WrongAnswer as wrong:
        return {field.key: str(wrong)}
    return {}


def _is_of(field: Field, name: str) -> bool:
    return name == field.key or name.startswith(f"{field.key}.")


def _filled(values: Posted) -> dict[str, list[str]]:
    """Leave out what is empty: the rows that a list ends with."""
    return {name: list(values[name]) for name in values if any(values[name])}
