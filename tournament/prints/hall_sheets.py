"""What is set up in the hall, and what is handed over at the end, as values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from tournament.prints.qr import QrCode, qr_of
from tournament.prints.sheets import Paper, PaperTeam

CARDS_ON_A_PAGE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """The number that stands on a table, read from both sides; ``room`` where there are several."""

    table: int
    room: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkersPaper(Paper):
    """One page a table, to be folded in two."""

    title: str
    markers: tuple[Marker, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressPaper(Paper):
    """One page with the address of the public pages, empty where no phone reaches it."""

    title: str
    address: str

    @property
    def qr(self) -> QrCode:
        """The square to photograph."""
        return qr_of(self.address)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsPaper(Paper):
    """A card for each team, eight to a page, to be cut."""

    title: str
    cards: tuple[PaperTeam, ...]

    @property
    def pages(self) -> list[Sequence[PaperTeam]]:
        """The cards page by page."""
        starts = range(0, len(self.cards), CARDS_ON_A_PAGE)
        return [self.cards[start : start + CARDS_ON_A_PAGE] for start in starts]


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """What a team takes home: the place it reached, in words, and what it was given."""

    team: PaperTeam
    place: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CertificatesPaper(Paper):
    """One page a team; ``state`` says that the standings may still move."""

    title: str
    certificates: tuple[Certificate, ...]
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClauseOnPaper:
    """One rule: its sentence, where it stands in the source, how it is read here."""

    text: str
    article: str = ""
    readings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TopicOnPaper:
    """What the rulebook says of one topic."""

    name: str
    clauses: tuple[ClauseOnPaper, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookPaper(Paper):
    """The rulebook whole. ``turned`` are the readings that are not those its source decided."""

    title: str
    source: str
    version: str
    ends: str
    turned: tuple[str, ...]
    topics: tuple[TopicOnPaper, ...]
    tariffs: tuple[str, ...]


def tables_of(
    wanted: int, *, rooms: Sequence[Mapping[str, Any]], out: Collection[int], used: Iterable[int]
) -> list[int]:
    """Return the tables that are set up: those in use, and the first free ones up to ``wanted``.

    ``out`` are not used. Where there are rooms, their tables come in the rooms' order.
    """
    found = sorted(set(used))
    ranges = [range(room["first"], room["last"] + 1) for room in rooms] or [count(1)]
    # Beyond the rooms the numbers go on: a hall takes in more teams than it was set up for.
    beyond = count(max((room["last"] for room in rooms), default=0) + 1)
    for table in chain(*ranges, beyond):
        if len(found) >= wanted:
            break
        if table not in out and table not in found:
            found.append(table)
    return sorted(found)
