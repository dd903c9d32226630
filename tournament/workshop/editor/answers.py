"""What a form of the editor asks for: the draft it would make, or why it cannot be made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from scoring import BadRulebook, Refusal, Rulebook, SwitchKind
from tournament import labels
from tournament.workshop.editor.choices import (
    NothingChosen,
    keep_choices,
    with_choice,
    with_choice_made,
    without_choice,
)
from tournament.workshop.editor.companions import settle
from tournament.workshop.editor.mapping import take
from tournament.workshop.editor.posted import Book, Posted, figures, one
from tournament.workshop.editor.refusals import blame, reason
from tournament.workshop.editor.topics import LEFT, TOPICS, Topic

ACT = "do"
SAVE, LOOK, LEAVE, ADD, DROP, TURN = "save", "look", "leave", "add", "drop", "turn"
WHO = "left_to"
LEFT_TO = (SwitchKind.TABLE.value, SwitchKind.ORGANISER.value)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What becomes of the draft: ``rulebook`` when it can be made, else ``errors`` by field.

    ``also`` says what the change takes with it, ``book`` is the draft as far as it was read;
    an act that is not ``final`` only shows the form again, with what was typed in it.
    """

    book: Book
    rulebook: Rulebook | None = None
    errors: dict[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    final: bool = False


def answer(draft: Rulebook, topic: Topic, posted: Posted) -> Answer:
    """Return what a form of a topic asks for; nothing is saved."""
    act, _colon, what = one(posted, ACT).partition(":")
    made = _typed(draft, topic, posted)
    if act in (DROP, TURN) and topic.key == LEFT:
        return _of_choice(draft, act, what)
    if act in (ADD, LOOK) or made.errors:
        return made
    if act == LEAVE and topic.key != LEFT:
        return _left(draft, topic, made, one(posted, WHO))
    return replace(made, final=True)


def _typed(draft: Rulebook, topic: Topic, posted: Posted) -> Answer:
    """Return the draft with what was typed, and all that it takes with it."""
    before = draft.to_mapping()
    taken = take(topic, before, posted)
    if taken.wrong:
        return Answer(book=taken.book, errors=taken.wrong)
    also = settle(before, taken.book)
    also += keep_choices(before, taken.book)
    return _checked(taken.book, topic, tuple(also))


def _checked(book: Book, topic: Topic, also: tuple[str, ...] = ()) -> Answer:
    try:
        return Answer(book=book, rulebook=Rulebook.from_mapping(book), also=also)
    except BadRulebook as bad:
        key, sentence = blame(bad, topic.fields(book))
        return Answer(
            book=book, errors={key: sentence if key else _elsewhere(bad, book)}, also=also
        )
    except Refusal:
        return Answer(book=book, errors={"": _("These choices cannot be made together.")})


def _elsewhere(bad: BadRulebook, book: Book) -> str:
    """Say a reason that is on no field of this form: under which topic it is to be seen."""
    for topic in TOPICS.values():
        key, sentence = blame(bad, topic.fields(book))
        if key:
            said = _("See “%(topic)s”. %(reason)s")
            return str(said % {"topic": topic.name, "reason": sentence})
    return reason(bad)


def _left(draft: Rulebook, topic: Topic, made: Answer, who: str) -> Answer:
    """Return the draft with the change left to somebody else to choose."""
    if who not in LEFT_TO:
        return replace(made, rulebook=None, errors={WHO: _("Say who chooses.")})
    before = draft.to_mapping()
    try:
        book = with_choice(before, made.book, clauses=topic.clauses, kind=who)
    except NothingChosen:
        said = _("Change the rule first to what may be chosen instead, then leave it to them.")
        return replace(made, rulebook=None, errors={WHO: said})
    left = _checked(book, topic)
    if left.errors:
        return replace(made, rulebook=None, errors=left.errors)
    words = left.book["switches"][-1]
    said = _("A new choice: %(decided)s Or: %(other)s")
    pair = {way: words[way][labels.language()] for way in ("decided", "other")}
    return replace(left, also=(str(said % pair),), final=True)


def _of_choice(draft: Rulebook, act: str, what: str) -> Answer:
    """Return the draft with one of its choices taken back, or made for good."""
    number = figures(what)
    if number is None or number >= len(draft.switches):
        said = _("This choice is no longer there.")
        return Answer(book=draft.to_mapping(), errors={"": said})
    acts: dict[str, Callable[[], Book]] = {
        DROP: lambda: without_choice(draft.to_mapping(), number),
        TURN: lambda: with_choice_made(draft, number),
    }
    try:
        book = acts[act]()
    except Refusal:
        said = _("These choices cannot be made together.")
        return Answer(book=draft.to_mapping(), errors={"": said})
    also = keep_choices(draft.to_mapping(), book)
    try:
        return Answer(book=book, rulebook=Rulebook.from_mapping(book), also=tuple(also), final=True)
    except Refusal:
        said = _("The rules would not hold without it.")
        return Answer(book=draft.to_mapping(), errors={"": said})
