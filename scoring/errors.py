"""Refusals: what the engine says no to, as a stable code with figures.

The words are not here: the site has them in ``tournament/labels.py``, and a test there
goes through ``REFUSAL_CODES`` so that no code is left without a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping


class Refusal(Exception):
    """A fact, a rulebook or a call that cannot be accepted.

    ``code`` never changes once published, ``params`` holds the figures a sentence needs,
    ``field`` names the fact to look at (``None`` when no single fact is to blame).
    """

    def __init__(self, code: str, /, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params: dict[str, object] = params

    def __str__(self) -> str:
        figures = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code} ({figures})" if figures else self.code


class ImpossibleDeal(Refusal):
    """Facts that no table can report under this rulebook."""


class BadFacts(Refusal):
    """Facts that are not written the way facts are written."""


class BadRulebook(Refusal):
    """A rulebook that does not load: ``file`` and ``key`` say where, ``expected`` what."""


_RULEBOOK_PARAMS = ("file", "key", "expected")

REFUSAL_CODES: dict[str, tuple[str, ...]] = {
    # facts as JSON
    "not_json": (),
    "not_an_object": (),
    "line_too_long": ("maximum",),
    "missing_fact": ("fact",),
    "unknown_fact": ("fact",),
    "bad_fact": ("fact", "expected"),
    # the contract
    "contract_not_in_rulebook": ("contract",),
    "bid_below_minimum": ("minimum",),
    "bid_above_maximum": ("maximum",),
    "bid_not_a_step": ("step",),
    "no_points_bids": (),
    "trump_not_allowed": ("trump", "contract"),
    "stake_not_in_rulebook": ("stake",),
    "bid_not_coinchable": ("minimum",),
    # what was made
    "points_missing": (),
    "points_out_of_range": ("maximum",),
    "sweep_points": ("expected",),
    "belote_not_possible": ("trump",),
    "too_many_belotes": ("maximum",),
    "carried_not_in_rulebook": (),
    # declarations
    "declarations_not_in_rulebook": (),
    "impossible_declaration": ("kind", "card"),
    "card_declared_twice": ("card",),
    "too_many_declared_cards": ("maximum",),
    "first_side_needed": (),
    # options and switches
    "unknown_option": ("option",),
    "options_conflict": ("option", "key"),
    # rulebooks
    "unknown_clause": ("clause",),
    "unknown_rulebook": ("name",),
    "rulebook_unreadable": _RULEBOOK_PARAMS,
    "rulebook_missing_key": _RULEBOOK_PARAMS,
    "rulebook_unknown_key": _RULEBOOK_PARAMS,
    "rulebook_bad_value": _RULEBOOK_PARAMS,
    "rulebook_incoherent": _RULEBOOK_PARAMS,
}
"""Every code the engine can give, with the names of its figures."""


def declare_codes(codes: Mapping[str, tuple[str, ...]]) -> None:
    """Add a module's own codes to the registry; a code is declared once."""
    for code, params in codes.items():
        if REFUSAL_CODES.setdefault(code, params) != params:
            raise ValueError(f"refusal code declared twice: {code}")
