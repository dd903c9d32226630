"""« Find my rules » as its page shows it: the questions, then the nearest rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from scoring import Rulebook
from tournament.models import Club, RulebookVersion
from tournament.rulebooks.shelf import shelf
from tournament.rulebooks.words import deal_words
from tournament.workshop.books import Book, shipped_book, version_book
from tournament.workshop.finding import Found, Question, nearest, questions_for
from tournament.workshop.forms import FindForm

MOST_FOUND = 4
MOST_OWN = 12
"""So many of the club's own versions take part, the newest of each rulebook."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundBook:
    """A rulebook that was found, how near it is, and its answers that are not the club's."""

    book: Book
    found: Found
    differing: tuple[tuple[str, tuple[int, int] | None, tuple[int, int] | None], ...]


def finding_page(data: QueryDict, clubs: Sequence[Club]) -> dict[str, Any]:
    """Return the questions with what is answered, and what was found by it."""
    books = _books(clubs)
    rulebooks = tuple(book.rulebook for book in books)
    questions = questions_for(rulebooks)
    form = FindForm(data or None, questions=questions)
    return {
        "form": form,
        "found": _found(form, books, questions) if form.is_bound and form.is_valid() else None,
    }


def _books(clubs: Sequence[Club]) -> list[Book]:
    """Return those that ship, then the newest version of each rulebook of the club's own."""
    books = [shipped_book(book) for book in shelf()]
    versions = RulebookVersion.objects.filter(
        rulebook_of__club__in=clubs, rulebook_of__retired_at__isnull=True
    ).select_related("rulebook_of")
    newest = {each.rulebook_of_id: each for each in versions.order_by("rulebook_of", "number")}
    known: set[Rulebook] = {book.rulebook for book in books}
    own = (version_book(version) for version in list(newest.values())[:MOST_OWN])
    return [*books, *(book for book in own if book.rulebook not in known)]


def _found(form: FindForm, books: Sequence[Book], questions: Sequence[Question]) -> list[FoundBook]:
    answers = form.answers()
    if not answers:
        return []
    by_rulebook = {book.rulebook: book for book in books}
    ranked = nearest([book.rulebook for book in books], questions, answers)
    return [
        FoundBook(
            book=by_rulebook[found.rulebook],
            found=found,
            differing=tuple(
                (deal_words(each.question.facts), each.yours, each.its) for each in found.differing
            ),
        )
        for place, found in enumerate(ranked[:MOST_FOUND])
        if found.agreed or not place
    ]
