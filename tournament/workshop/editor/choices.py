"""What a rulebook leaves to others to choose: making such a choice, and keeping those there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from django.utils.translation import gettext as _

from scoring import (
    ALLOWED_WORDS,
    MODE_WORDS,
    Refusal,
    Rulebook,
    Words,
    clause_text,
    needed_clauses,
    typeset,
)
from tournament import labels
from tournament.rulebooks.topics import CLAUSES
from tournament.workshop.editor.companions import modes_bid
from tournament.workshop.editor.posted import Book, look_up, put
from tournament.workshop.editor.speaker import built

LONGEST_WORDS = 500
_UNFIT = re.compile(r"[^a-z0-9]+")


class NothingChosen(Exception):
    """The other way is the same as the rule."""


def with_choice(before: Book, after: Book, *, clauses: tuple[str, ...], kind: str) -> Book:
    """Return the rulebook before a change, the change being left to others to choose.

    ``clauses`` are those of the form the change was made in. Raises ``NothingChosen``.
    """
    book = deepcopy(before)
    if _same_bids(before, after):
        book["auction"]["order"] = deepcopy(after["auction"]["order"])
    kept = {"switches": book["switches"], "applied": book["applied"]}
    changed = dict(_differing(book, after | kept, ""))
    if not changed:
        raise NothingChosen
    clause, decided, other = _words(before, after, clauses)
    book["clauses"].setdefault(clause, "")
    changed.pop(f"clauses.{clause}", None)
    switch = {
        "id": _new_id(book, clause),
        "kind": kind,
        "clause": clause,
        "decided": decided,
        "other": other,
        "set": changed,
    }
    book["switches"].append(switch)
    return book


def _same_bids(before: Book, after: Book) -> bool:
    """Whether the order after a change is that of before, for the bids of before."""
    rulebook = built(before | {"auction": before["auction"] | {"order": after["auction"]["order"]}})
    return rulebook is not None and _pairs(before, before) == _pairs(after, before)


def _pairs(ordered: Book, allowed: Book) -> list[tuple[str, str]]:
    tables = {name: named["trumps"] for name, named in allowed["named"].items()}
    tables["points"] = allowed["points_bid"]["trumps"]
    steps = ordered["auction"]["order"]
    pairs = ((step["contract"], sorted(step["trumps"])) for step in steps)
    return [(name, m) for name, modes in pairs for m in modes if tables.get(name, {}).get(m)]


def _differing(one: Any, other: Any, key: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401
    """Yield the dotted keys whose values differ; a table that loses a key is set whole."""
    if one == other:
        return
    tables = isinstance(one, dict) and isinstance(other, dict)
    if not tables or (key and key != "clauses" and set(one) - set(other)) or _is_cell(other):
        yield key, other
        return
    for name in sorted(other):
        under = f"{key}.{name}" if key else name
        if name in one:
            yield from _differing(one[name], other[name], under)
        else:
            yield under, other[name]


def _is_cell(value: object) -> bool:
    return isinstance(value, dict) and set(value) == {"takers", "defenders"}


def _words(
    before: Book, after: Book, clauses: tuple[str, ...]
) -> tuple[str, dict[str, str], dict[str, str]]:
    """Return the clause that a choice is about, and the words of both ways of it."""
    for mode in MODE_WORDS:
        is_played = tuple(mode.value in modes_bid(book) for book in (before, after))
        if is_played[0] != is_played[1]:
            clause = "bids" if mode.value == "suit" else mode.value
            one, other = (ALLOWED_WORDS[mode][allowed] for allowed in is_played)
            return clause, _both(one), _both(other)
    rulebooks = built(before), built(after)
    order = [*clauses, *(clause for clause in CLAUSES if clause not in clauses)]
    for clause in order:
        said = tuple(_said(rulebook, clause) for rulebook in rulebooks)
        if said[0] != said[1] and all(said):
            return clause, said[0], said[1]
    rule = {"fr": "Comme la règle le dit.", "en": "As the rule says."}
    return (clauses or CLAUSES)[0], rule, {"fr": "L'autre façon.", "en": "The other way."}


def _both(words: Words) -> dict[str, str]:
    return {lang: typeset(words[lang], lang) for lang in ("fr", "en")}


def _said(rulebook: Rulebook | None, clause: str) -> dict[str, str]:
    if rulebook is None or clause not in rulebook.clauses:
        return {}
    return {lang: clause_text(rulebook, clause, lang)[:LONGEST_WORDS] for lang in ("fr", "en")}


def _new_id(book: Book, clause: str) -> str:
    base = _UNFIT.sub("-", clause.lower())
    taken = {switch["id"] for switch in book["switches"]}
    names = [base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def keep_choices(before: Book, after: Book) -> list[str]:
    """Make the choices of a rulebook agree with a change, in ``after``; say what becomes of them.

    One that has become the rule, or that the rules no longer admit, is left out; where the
    rule that it leaves a choice of has changed, its words are made again.
    """
    rulebook = built(after) if before != after else None
    if rulebook is None:
        return []
    for switch in after["switches"]:
        if switch not in before["switches"]:
            _give_clauses(after, switch)
    kept, said = [], []
    for switch in after["switches"]:
        sentence = _become(switch, before, after, rulebook) if switch in before["switches"] else ""
        if sentence:
            said.append(sentence)
        else:
            kept.append(switch)
    after["switches"] = kept
    ids = {switch["id"] for switch in kept}
    after["applied"] = [name for name in after["applied"] if name in ids]
    return said


def _give_clauses(book: Book, switch: dict[str, Any]) -> None:
    """Give the rules that only the other way of a choice has their articles, empty."""
    trial = deepcopy(book)
    for key, value in switch["set"].items():
        put(trial, key, deepcopy(value))
    try:
        for clause in needed_clauses(trial):
            book["clauses"].setdefault(clause, "")
    except Refusal:
        return


def _become(switch: dict[str, Any], before: Book, after: Book, rulebook: Rulebook) -> str:
    other = typeset(str(switch["other"][labels.language()]), labels.language())
    keys = switch["set"]
    touched = any(look_up(before, key) != look_up(after, key) for key in keys)
    if touched and all(look_up(after, key) == value for key, value in keys.items()):
        return str(_("No longer a choice, but the rule: %(words)s") % {"words": other})
    if not _holds(after, switch) and not _holds_with_its_rules(after, switch):
        said = _("No longer a choice, as the rules do not admit it: %(words)s")
        return str(said % {"words": other})
    if touched and (words := _said(rulebook, switch["clause"])):
        switch["decided"] = words
    return ""


def _holds_with_its_rules(book: Book, switch: dict[str, Any]) -> bool:
    _give_clauses(book, switch)
    return _holds(book, switch)


def _holds(book: Book, switch: dict[str, Any]) -> bool:
    try:
        Rulebook.from_mapping(book | {"switches": [switch], "applied": []})
    except Refusal:
        return False
    return True


def without_choice(book: Book, number: int) -> Book:
    """Return the rulebook with a choice taken back: the rule stays as it is."""
    new = deepcopy(book)
    gone = new["switches"].pop(number)
    new["applied"] = [name for name in new["applied"] if name != gone["id"]]
    return new


def with_choice_made(rulebook: Rulebook, number: int) -> Book:
    """Return the rulebook with the other way of a choice as its rule."""
    name = rulebook.switches[number].id
    return without_choice(rulebook.switched(name).to_mapping(), number)
