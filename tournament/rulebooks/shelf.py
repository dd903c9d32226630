"""The rulebooks that can be read: those that ship, each with any of its other readings taken."""

from __future__ import annotations

from scoring import Refusal, Rulebook, load_rulebook, shipped_rulebooks
from tournament import labels

TAKEN = "+"
"""Before each other reading in a rulebook's address: ``grenobloise+five-down``."""
LONGEST = 300


def shelf() -> list[Rulebook]:
    """Return the rulebooks that ship, in the order of their documents."""
    return [load_rulebook(name) for name in shipped_rulebooks()]


def find(key: str) -> Rulebook | None:
    """Return the rulebook of an address; None when there is no such one."""
    name, *taken = key[:LONGEST].split(TAKEN)
    if name not in shipped_rulebooks():
        return None
    try:
        return load_rulebook(name).switched(*taken)
    except Refusal:
        return None


def key_of(rulebook: Rulebook) -> str:
    """Return the address of a rulebook that ships."""
    return TAKEN.join([rulebook.name, *rulebook.applied])


def title_of(rulebook: Rulebook) -> str:
    """Name a rulebook in the reader's language, with how many of its readings are turned."""
    title = rulebook.title[labels.language()]
    return f"{title} (+{len(rulebook.applied)})" if rulebook.applied else title
