"""What is left to the organiser or to each table: choices, with the words of both ways."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _

from scoring import Words
from tournament.rulebooks.topics import CLAUSES
from tournament.workshop.editor.fields import Choice, Field, Shown, Text
from tournament.workshop.editor.posted import HERE, Book, Posted, WrongAnswer

if TYPE_CHECKING:
    from tournament.workshop.editor.speaker import Speaker

LONGEST_SET = 20_000
DEEPEST = 7
WAYS = ("decided", "other")
SWITCHES, APPLIED = "switches", "applied"


@dataclass(frozen=True, kw_only=True)
class Switches(Field):
    """Which choices there are, each whole as the engine writes it, hidden.

    What a choice sets is chosen in the forms of the other topics, in words; here it is kept.
    """

    kind: ClassVar[str] = "hidden"
    shapes: ClassVar[bool] = True

    @property
    def label(self) -> Words:
        """Nothing: it is not shown."""
        return Words(fr="", en="")

    @property
    def keys(self) -> tuple[str, ...]:
        """Both lists are written at once: the choices, and those that are taken."""
        return (SWITCHES, APPLIED)

    def shown(self, book: Book) -> Shown:
        held = [json.dumps(switch, sort_keys=True) for switch in book[SWITCHES]]
        return {f"{self.key}.{HERE}": ["1"], SWITCHES: held, APPLIED: list(book[APPLIED])}

    def write(self, book: Book, posted: Posted) -> None:
        if f"{self.key}.{HERE}" in posted:
            book[SWITCHES] = [_read(text) for text in posted.get(SWITCHES, ())]
            book[APPLIED] = list(posted.get(APPLIED, ()))

    def parts(self, values: Posted, speaker: Speaker) -> dict[str, Any]:
        names = (f"{self.key}.{HERE}", SWITCHES, APPLIED)
        return {"hidden": [(name, value) for name in names for value in values.get(name, ())]}


def _read(text: str) -> dict[str, Any]:
    """Read a choice as the page sends it back; the engine checks what it sets."""
    try:
        switch = json.loads(text) if len(text) <= LONGEST_SET else None
    except (ValueError, RecursionError):
        switch = None
    if not isinstance(switch, dict) or not _is_switch(switch):
        raise WrongAnswer(_("This page has grown old: open it again."))
    return switch


def _is_switch(switch: dict[str, Any]) -> bool:
    """Whether a value has the shape of a choice, so that its form can be shown."""
    if not _is_plain(switch):
        return False
    ways = [switch.get(way) for way in WAYS]
    texts = [switch.get(name) for name in ("id", "kind", "clause")]
    texts += [way.get(lang) for way in ways if isinstance(way, dict) for lang in ("fr", "en")]
    is_whole = all(isinstance(way, dict) for way in ways) and isinstance(switch.get("set"), dict)
    is_whole = is_whole and all(isinstance(text, str) for text in texts)
    return is_whole and switch["clause"] in CLAUSES


def _is_plain(value: object, depth: int = 0) -> bool:
    """Whether a value can be copied, shown and stored: no text that is half a sign, no abyss."""
    if isinstance(value, str):
        return value.isprintable()
    if depth > DEEPEST:
        return False
    inside = value if isinstance(value, list) else ()
    inside = [*value, *value.values()] if isinstance(value, dict) else inside
    is_known = value is None or isinstance(value, bool | int | list | dict)
    return is_known and all(_is_plain(each, depth + 1) for each in inside)


def fields(book: Book) -> Iterator[Field]:
    """Return the fields of this topic."""
    yield Switches(key=SWITCHES)
    for n in range(len(book[SWITCHES])):
        yield Choice(key=f"switches.{n}.kind", group=str(n))
        for way in WAYS:
            for lang in ("fr", "en"):
                yield Text(key=f"switches.{n}.{way}.{lang}", group=str(n), needed=lang == "fr")
