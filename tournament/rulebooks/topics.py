"""The topics under which a rulebook is read, and the clauses of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

TOPICS: dict[str, tuple[_StrPromise, tuple[str, ...]]] = {
    "dealing": (
        pgettext_lazy("topic of the rules", "Dealing"),
        ("dealing", "turn", "first_speaker", "four_passes"),
    ),
    "cards": (
        pgettext_lazy("topic of the rules", "Cards and points"),
        ("cards", "no_trumps", "all_trumps", "schmurtz"),
    ),
    "bidding": (
        pgettext_lazy("topic of the rules", "Bidding"),
        ("bids", "bid_order", "after_pass", "closing", "take"),
    ),
    "coinche": (pgettext_lazy("topic of the rules", "Coinche"), ("stakes", "coinche")),
    "play": (
        pgettext_lazy("topic of the rules", "Play"),
        (
            "first_lead",
            "follow_suit",
            "must_trump",
            "exempt",
            "go_up",
            "over_trump",
            "cannot_go_over",
            "no_trumps_play",
            "all_trumps_play",
            "looking_back",
        ),
    ),
    "belote": (pgettext_lazy("topic of the rules", "Belote"), ("belote", "belote_help")),
    "declarations": (
        pgettext_lazy("topic of the rules", "Declarations"),
        ("declarations", "declaration_values", "declaration_contest", "not_shown"),
    ),
    "marks": (
        pgettext_lazy("topic of the rules", "Marks"),
        (
            "made_when",
            "equal_split",
            "made",
            "made_doubled",
            "failed",
            "failed_doubled",
            "rounding",
        ),
    ),
    "capot": (
        pgettext_lazy("topic of the rules", "Eight tricks and capot"),
        (
            "eight_tricks",
            "made_swept",
            "made_swept_doubled",
            "failed_swept",
            "failed_swept_doubled",
            "capot",
            "capot_belote",
            "generale",
            "generale_belote",
        ),
    ),
    "match": (pgettext_lazy("topic of the rules", "Match"), ("target",)),
    "referee": (pgettext_lazy("topic of the rules", "Referee"), ("faults",)),
}
"""Each topic's name and its clauses, in the order they are read in."""

CLAUSES = tuple(clause for _name, clauses in TOPICS.values() for clause in clauses)
"""Every clause that a rulebook may have, in the order of the topics."""
