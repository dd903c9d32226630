"""The plain fields of the editor: each shows one key of a rulebook and writes it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import (
    MODE_WORDS,
    YES_NO_WORDS,
    Words,
    choice_words,
    key_words,
    limits_of,
)
from tournament.workshop.editor.posted import (
    HERE,
    Book,
    Posted,
    WrongAnswer,
    figures,
    look_up,
    one,
    put,
)

if TYPE_CHECKING:
    from tournament.workshop.editor.speaker import Speaker

LONGEST_TEXT = 500
YES, NO = "yes", "no"
Shown = dict[str, list[str]]


@dataclass(frozen=True, kw_only=True)
class Field:
    """One key of a rulebook: what its form shows, and what it writes.

    ``clause`` is the clause that each answer changes; a field that is not ``often`` changed
    stands under « plus »; those of a ``group`` (a contract, a kind of trumps) stand together.
    One that ``shapes`` decides which others there are, and is written before them.
    """

    key: str
    clause: str = ""
    often: bool = True
    group: str = ""
    kind: ClassVar[str] = ""
    shapes: ClassVar[bool] = False

    @property
    def label(self) -> Words:
        """What the key decides."""
        return key_words(self.key)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the schema that the field writes."""
        return (self.key,)

    def shown(self, book: Book) -> Shown:
        """Return what the form would send if nothing in it were touched."""
        raise NotImplementedError

    def write(self, book: Book, posted: Posted) -> None:
        """Write what was sent; raises ``WrongAnswer``. What was not sent stays as it is."""
        raise NotImplementedError

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        """Return what the template of its kind needs."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Choice(Field):
    """One of the words of a key, a radio button each."""

    kind: ClassVar[str] = "choice"

    @property
    def alternatives(self) -> Iterator[tuple[str, object, Words]]:
        """What is sent, what the rulebook then holds, what it means."""
        words = choice_words(self.key)
        for choice, text in words.items():
            yield choice.value, choice.value, text

    def shown(self, book: Book) -> Shown:
        held = look_up(book, self.key)
        return {self.key: [sent for sent, value, _words in self.alternatives if value == held]}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        values = {sent: value for sent, value, _words in self.alternatives}
        if one(posted, self.key) not in values:
            raise WrongAnswer(_("Choose one of these."))
        put(book, self.key, values[one(posted, self.key)])

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        chosen = one(values, self.key)
        return {
            "alternatives": [
                {
                    "value": sent,
                    "id": f"{self.key}:{sent}",
                    "text": speaker.say(words),
                    "sentence": speaker.would_read(self, value, words),
                    "checked": sent == chosen,
                }
                for sent, value, words in self.alternatives
            ]
        }


@dataclass(frozen=True, kw_only=True)
class YesNo(Choice):
    """Yes or no, each with what it means."""

    @property
    def alternatives(self) -> Iterator[tuple[str, object, Words]]:
        """The two answers."""
        words = YES_NO_WORDS[self.key]
        yield from ((YES if answer else NO, answer, words[answer]) for answer in words)


@dataclass(frozen=True, kw_only=True)
class Number(Field):
    """A whole number within the limits of the schema."""

    kind: ClassVar[str] = "number"

    def shown(self, book: Book) -> Shown:
        value = look_up(book, self.key)
        return {} if value is None else {self.key: [str(value)]}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key in posted:
            put(book, self.key, number(one(posted, self.key), *limits_of(self.key)))

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        return {"value": one(values, self.key)}


def number(text: str, least: int = 0, most: int = 100_000) -> int:
    """Read a number from a form; raises ``WrongAnswer`` outside its limits."""
    value = figures(text)
    if value is None or not least <= value <= most:
        said = _("A whole number from %(least)s to %(most)s.")
        raise WrongAnswer(said % {"least": least, "most": most})
    return value


@dataclass(frozen=True, kw_only=True)
class Text(Field):
    """Words of the club's own, on one line."""

    needed: bool = False
    kind: ClassVar[str] = "text"

    def shown(self, book: Book) -> Shown:
        value = look_up(book, self.key)
        return {} if value is None else {self.key: [str(value)]}

    def write(self, book: Book, posted: Posted) -> None:
        if self.key not in posted:
            return
        text = plain(one(posted, self.key))
        if self.needed and not text:
            raise WrongAnswer(_("This cannot be left empty."))
        put(book, self.key, text)

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        return {"value": one(values, self.key)}


def plain(text: str) -> str:
    """Return a text on one line, without control characters; raises when it is too long."""
    flat = " ".join(text.split())
    if len(flat) > LONGEST_TEXT:
        said = ngettext(
            "At most %(most)s character.", "At most %(most)s characters.", LONGEST_TEXT
        ) % {"most": LONGEST_TEXT}
        raise WrongAnswer(said)
    if any(not each.isprintable() for each in flat):
        raise WrongAnswer(_("This text holds signs that cannot be printed."))
    return flat


@dataclass(frozen=True, kw_only=True)
class Several(Field):
    """Some of the words of a list, a box to tick each; the order is kept."""

    kind: ClassVar[str] = "several"

    def words(self) -> Mapping[Any, Words]:
        """What each box means."""
        return choice_words(self.key)

    def held(self, book: Book) -> list[str]:
        """Return what is ticked, in the order the rulebook has it."""
        return list(look_up(book, self.key) or ())

    def put(self, book: Book, ticked: list[str]) -> None:
        """Write what is ticked."""
        put(book, self.key, ticked)

    def shown(self, book: Book) -> Shown:
        return {f"{self.key}.{HERE}": ["1"], self.key: self.held(book)}

    def write(self, book: Book, posted: Posted) -> None:
        if f"{self.key}.{HERE}" not in posted:
            return
        ticked = list(dict.fromkeys(posted.get(self.key, ())))
        if not set(ticked) <= {str(word) for word in self.words()}:
            raise WrongAnswer(_("Tick some of these."))
        self.put(book, ticked)

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        ticked = list(values.get(self.key, ()))
        return {"boxes": list(boxes(self.key, self.words(), ticked, speaker))}


def boxes(
    name: str, words: Mapping[Any, Words], ticked: list[str], speaker: Speaker
) -> Iterator[dict[str, object]]:
    """List boxes to tick: those ticked first, in their order, since the order is sent."""
    known = {str(word): words[word] for word in words}
    for value in [*(each for each in ticked if each in known), *known]:
        if value in known:
            text = speaker.say(known.pop(value))
            yield {
                "value": value,
                "id": f"{name}:{value}",
                "text": text,
                "checked": value in ticked,
            }


@dataclass(frozen=True, kw_only=True)
class Modes(Several):
    """At which of the four kinds of trumps something may be bid."""

    def words(self) -> Mapping[Any, Words]:
        return MODE_WORDS

    def held(self, book: Book) -> list[str]:
        table = look_up(book, self.key) or {}
        return [mode.value for mode in MODE_WORDS if table.get(mode.value)]

    def put(self, book: Book, ticked: list[str]) -> None:
        put(book, self.key, {mode.value: mode.value in ticked for mode in MODE_WORDS})
