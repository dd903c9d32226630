"""What the rules would say: sentences made by building the rulebook with an answer in it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import TYPE_CHECKING

from scoring import Refusal, Rulebook, Words, clause_text, typeset
from tournament.workshop.editor.companions import settle
from tournament.workshop.editor.posted import Book, put

if TYPE_CHECKING:
    from tournament.workshop.editor.fields import Field

LONGEST_SENTENCE = 300
"""A longer one (the values of all cards) is not said under each answer."""


class Speaker:
    """Says a draft's sentences in one language, and what they would be under other answers.

    ``spare`` counts the empty rows that a list ends with.
    """

    def __init__(self, book: Book, lang: str, spare: Mapping[str, int] | None = None) -> None:
        self.book, self.lang = book, lang
        self._spare = spare or {}
        self._rulebook = built(book)

    def say(self, words: Words) -> str:
        """Return words of the engine as they are printed."""
        return typeset(words[self.lang], self.lang)

    def spare(self, name: str) -> int:
        """How many empty rows a list ends with."""
        return 1 + self._spare.get(name, 0)

    def has_cell(self, cell: str) -> bool:
        """Whether the draft has a cell."""
        return cell in self.book["marks"]

    def sentence(self, clause: str) -> str:
        """Return what the draft says of a clause; empty where it does not hold together."""
        if self._rulebook is None or clause not in self._rulebook.clauses:
            return ""
        return clause_text(self._rulebook, clause, self.lang)

    def would_read(self, field: Field, value: object, words: Words) -> str:
        """Return the clause of a field under an answer, where it says more than the answer."""
        if not field.clause:
            return ""
        trial = deepcopy(self.book)
        put(trial, field.key, value)
        settle(self.book, trial)
        rulebook = built(trial)
        if rulebook is None or field.clause not in rulebook.clauses:
            return ""
        text = clause_text(rulebook, field.clause, self.lang)
        return "" if text == self.say(words) or len(text) > LONGEST_SENTENCE else text


def built(book: Book) -> Rulebook | None:
    """Return the rulebook of a mapping without its choices; None where it is refused."""
    try:
        return Rulebook.from_mapping(book | {"switches": [], "applied": []})
    except Refusal:
        return None
