"""Deals as a scorekeeper types them, beside what the site should hold of them afterwards."""

from __future__ import annotations

import random
from typing import Any

from tournament.demo import a_deal

LETTERS = {"spades": "p", "hearts": "c", "diamonds": "k", "clubs": "t"}


def typed_deal(lot: random.Random) -> tuple[str, dict[str, Any]]:
    """Return a deal as one line, and the columns of the entry that it makes."""
    facts = a_deal(lot)
    takers, trump = facts["takers"].lower(), LETTERS[facts["trump"]]
    if facts["contract"] == "capot":
        # The eight tricks are said in a word; their points are not typed.
        facts.pop("points")
        return f"{takers}capot{trump}capot", facts
    belote = next((side for side in "AB" if facts[f"belote_{side.lower()}"]), "")
    stake = "x" if facts["stake"] == "coinche" else ""
    tens = int(facts["contract"]) // 10
    holder = f"b{belote.lower()}" if belote else ""
    return f"{takers}{tens}{trump}{stake}{facts['points']}{holder}", facts


def fields_of(facts: dict[str, Any]) -> dict[str, str]:
    """Return a deal as the fields of a phone's form hold it."""
    names = ("takers", "contract", "trump", "stake", "points", "sweep")
    fields = {name: str(facts[name]) for name in names if name in facts}
    belote = "A" * facts.get("belote_a", 0) + "B" * facts.get("belote_b", 0)
    return {"outcome": "played", "belote": belote} | fields
