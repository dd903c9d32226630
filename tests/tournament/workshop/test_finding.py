"""« Find my rules »: ten deals, the answers, the nearest rulebook."""

import pytest

from scoring import load_rulebook, shipped_rulebooks
from tournament.workshop.finding import QUESTIONS, answers_of, nearest, questions_for

BOOKS = tuple(load_rulebook(name) for name in shipped_rulebooks())


@pytest.mark.parametrize("book", BOOKS, ids=shipped_rulebooks())
def test_answering_as_a_rulebook_that_ships_finds_it_first_and_alone(book):
    questions = questions_for(BOOKS)
    first, second, *_others = nearest(BOOKS, questions, answers_of(book, questions))
    assert (first.rulebook, first.differing) == (book, ())
    assert second.agreed < first.agreed


def test_each_deal_is_asked_once_and_has_more_than_one_answer():
    questions = questions_for(BOOKS)
    assert len({question.facts for question in questions}) == len(questions) == QUESTIONS
    assert all(len(set(question.answers)) == len(question.answers) > 1 for question in questions)


def test_any_two_rulebooks_are_told_apart_by_the_questions():
    questions = questions_for(BOOKS)
    answers = [tuple(answers_of(book, questions).values()) for book in BOOKS]
    assert len(set(answers)) == len(BOOKS)


def test_a_rulebook_of_one_s_own_is_found_before_the_one_it_came_from():
    own = load_rulebook("grenobloise").switched("five-down")
    books = (*BOOKS, own)
    questions = questions_for(books)
    assert nearest(books, questions, answers_of(own, questions))[0].rulebook == own


def test_what_is_not_answered_says_nothing():
    questions = questions_for(BOOKS)
    answers = answers_of(BOOKS[0], questions)
    del answers[0], answers[3]
    found = nearest(BOOKS, questions, answers)[0]
    assert (found.rulebook, found.agreed, found.answered) == (
        BOOKS[0],
        QUESTIONS - 2,
        QUESTIONS - 2,
    )


def test_what_a_rulebook_would_mark_otherwise_is_told():
    questions = questions_for(BOOKS)
    answers = answers_of(BOOKS[0], questions)
    answers[0] = (1, 2)
    found = nearest(BOOKS, questions, answers)[0]
    (differing,) = found.differing
    assert (differing.yours, differing.its) == ((1, 2), answers_of(BOOKS[0], questions)[0])
