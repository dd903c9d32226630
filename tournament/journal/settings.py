"""A contest's settings as the journal keeps them: of a whole rulebook its fingerprint alone."""

from __future__ import annotations

from typing import Any

from scoring import Refusal
from tournament.models.tournament import frozen_rulebook

WHOLE_RULEBOOKS = frozenset({"rulebook_own"})
"""The columns that hold a whole rulebook."""


def kept(name: str, value: object) -> Any:  # noqa: ANN401 -- what JSON holds
    """Return the value of a setting as JSON holds it."""
    if name in WHOLE_RULEBOOKS and value:
        return _fingerprint(str(value))
    return value if isinstance(value, int | str | list | None) else str(value)


def _fingerprint(text: str) -> str:
    """Return the fingerprint of a rulebook kept whole; nothing like one where it is none."""
    try:
        return frozen_rulebook(text).fingerprint()
    except (Refusal, LookupError, TypeError, ValueError):
        return "?"
