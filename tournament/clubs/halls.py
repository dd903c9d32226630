"""Tables and rooms as one types them: « 3, 4 », « Salle 2 : 21-40 ». Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypedDict

LARGEST_TABLE = 999
MOST_ROOMS = 30
NUMBERS = re.compile(
    r"(?P<first>[0-9]{1,9})(?:\s*(?:-|–|—|à|to|\.\.)\s*(?P<last>[0-9]{1,9}))?", re.I
)
ROOM = re.compile(r"(?P<name>.*\S)\s*[:=]\s*(?P<tables>.+)")


class Room(TypedDict):
    """A room and the tables it holds, first and last included."""

    name: str
    first: int
    last: int


class BadHall(ValueError):
    """What was typed cannot be read: a stable code, and the text it concerns."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(code)
        self.code, self.text = code, text


def read_tables(text: str) -> list[int]:
    """Return the table numbers of « 3, 4, 10-12 », in order, each once."""
    found: set[int] = set()
    for word in filter(None, re.split(r"[,;\n]+|(?<=[0-9])\s+(?=[0-9])", text)):
        if word.strip():
            first, last = _span(word)
            found.update(range(first, last + 1))
    return sorted(found)


def read_rooms(text: str) -> list[Room]:
    """Return the rooms of lines such as « Salle 2 : 21-40 », by their first table."""
    rooms = [_room(line) for line in text.splitlines() if line.strip()]
    check_rooms(rooms)
    return sorted(rooms, key=lambda room: room["first"])


def check_rooms(rooms: Sequence[Room]) -> None:
    """Refuse rooms that share a table or a name, and more of them than a hall has."""
    if len(rooms) > MOST_ROOMS:
        raise BadHall("too_many_rooms")
    names = [room["name"].casefold() for room in rooms]
    if double := next((name for name in names if names.count(name) > 1), ""):
        raise BadHall("room_twice", double)
    ordered = sorted(rooms, key=lambda room: room["first"])
    for one, other in pairwise(ordered):
        if other["first"] <= one["last"]:
            raise BadHall("rooms_overlap", f"{one['name']}, {other['name']}")


def tables_text(tables: Iterable[int]) -> str:
    """Write table numbers as one types them."""
    return ", ".join(map(str, tables))


def rooms_text(rooms: Iterable[Room]) -> str:
    """Write rooms as one types them, one a line."""
    return "\n".join(f"{room['name']} : {room['first']}-{room['last']}" for room in rooms)


def _room(line: str) -> Room:
    found = ROOM.fullmatch(" ".join(line.split()))
    if not found:
        raise BadHall("not_a_room", line.strip())
    first, last = _span(found["tables"])
    return {"name": found["name"], "first": first, "last": last}


def _span(text: str) -> tuple[int, int]:
    found = NUMBERS.fullmatch(text.strip())
    if not found:
        raise BadHall("not_tables", text.strip())
    first = int(found["first"])
    last = int(found["last"] or first)
    if not 1 <= first <= last <= LARGEST_TABLE:
        raise BadHall("not_tables", text.strip())
    return first, last
