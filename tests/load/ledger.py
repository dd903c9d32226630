"""What the people sent and what they were told, to be compared with what the site holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

Place = tuple[int, int]
"""A deal: its table, and its number."""


@dataclass(slots=True, kw_only=True)
class Sent:
    """One deal that somebody sent, under the key of its form."""

    place: Place
    facts: Mapping[str, Any]
    corrects: bool = False
    is_told: bool = False
    in_doubt: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One entry that the site holds; ``counts`` where it is the accepted one of its deal."""

    key: UUID
    place: Place
    facts: Mapping[str, Any]
    counts: bool


@dataclass(slots=True)
class Ledger:
    """Every form that was sent, in order; a form sent again has one line."""

    sent: dict[UUID, Sent] = field(default_factory=dict)

    def send(
        self, key: UUID, place: Place, facts: Mapping[str, Any], *, corrects: bool = False
    ) -> None:
        """Note a form before it leaves."""
        if key not in self.sent:
            self.sent[key] = Sent(place=place, facts=facts, corrects=corrects)

    def told(self, key: UUID) -> None:
        """Note that its sender was told « enregistrée »."""
        self.sent[key].is_told = True

    def doubt(self, key: UUID) -> None:
        """Note that its sender heard nothing, and will not send it again."""
        self.sent[key].in_doubt = True

    @property
    def count_told(self) -> int:
        """How many deals and corrections people were told are recorded."""
        return sum(sent.is_told for sent in self.sent.values())

    def differences(self, held: Iterable[Held]) -> Iterator[str]:
        """Say what the site lost, holds twice, or holds otherwise than it was sent."""
        found = list(held)
        by_key = {entry.key: entry for entry in found}
        if len(by_key) != len(found):
            yield "entries share a key"
        for key, sent in self.sent.items():
            if sent.is_told and key not in by_key:
                yield f"lost: {_said(sent.place)}, told that it was recorded ({key})"
        yield from self._unsent(found)
        yield from self._doubled(found)
        yield from self._not_last(found)

    def _unsent(self, found: Iterable[Held]) -> Iterator[str]:
        for entry in found:
            sent = self.sent.get(entry.key)
            if sent is None:
                yield f"nobody sent: {_said(entry.place)} ({entry.key})"
            elif not sent.is_told and not sent.in_doubt:
                yield f"recorded, and its sender was refused: {_said(entry.place)} ({entry.key})"
            elif sent.place != entry.place:
                yield f"sent for {_said(sent.place)}, recorded as {_said(entry.place)}"
            elif wrong := {
                name: (value, entry.facts[name])
                for name, value in sent.facts.items()
                if entry.facts[name] != value
            }:
                yield f"recorded otherwise than sent: {_said(entry.place)} {wrong}"

    def _doubled(self, found: Iterable[Held]) -> Iterator[str]:
        """A deal has one first entry, whatever was corrected afterwards."""
        known = [entry for entry in found if entry.key in self.sent]
        firsts = Counter(entry.place for entry in known if not self.sent[entry.key].corrects)
        for place, count in firsts.items():
            if count > 1:
                yield f"doubled: {_said(place)} was recorded {count} times"
        counting = Counter(entry.place for entry in known if entry.counts)
        for place in firsts:
            if counting[place] != 1:
                yield f"{_said(place)} counts {counting[place]} times"

    def _not_last(self, found: Iterable[Held]) -> Iterator[str]:
        """What counts is the last that was told, or what came after it and was not answered."""
        last: dict[Place, UUID] = {}
        for key, sent in self.sent.items():
            if sent.is_told:
                last[sent.place] = key
        order = {key: rank for rank, key in enumerate(self.sent)}
        for entry in found:
            key = last.get(entry.place)
            if entry.counts and key and order.get(entry.key, -1) < order[key]:
                yield f"an older reading counts: {_said(entry.place)}"


def _said(place: Place) -> str:
    return f"table {place[0]}, deal {place[1]}"
