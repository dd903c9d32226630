"""An entry as the fields of a form hold it, to be corrected."""

from __future__ import annotations

from typing import Any

from tournament import labels
from tournament.deals.notation import write_declarations
from tournament.models import Entry


def typed(entry: Entry) -> dict[str, Any]:
    """Return an entry as the entry form's fields hold it."""
    return {
        "outcome": entry.outcome,
        "takers": entry.takers,
        "contract": labels.contract_label(entry.contract),
        "trump": entry.trump,
        "stake": entry.stake,
        "points": entry.points,
        "sweep": entry.sweep,
        "belote": "A" * entry.belote_a + "B" * entry.belote_b,
        "declarations_a": write_declarations(entry.declarations.get("A", [])),
        "declarations_b": write_declarations(entry.declarations.get("B", [])),
        "paper_a": entry.paper_a,
        "paper_b": entry.paper_b,
        "base": entry.pk,
    }
