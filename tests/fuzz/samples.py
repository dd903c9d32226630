"""What the fuzzer starts from: lines that are answered, and the words that lines and rules use."""

from enum import StrEnum

from scoring import choices, terms
from scoring.cards import PACK, Rank
from scoring.contracts import NamedContract, Stake, Sweep, Trump
from scoring.declarations import DeclarationKind
from scoring.library import load_rulebook, shipped_rulebooks

_HANDS = [
    ["7S", "8S", "9S", "10S", "JS", "QS", "KS", "AS"],
    ["7H", "8H", "9H", "10H", "JH", "QH", "KH", "AH"],
    ["7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD"],
    ["7C", "8C", "9C", "10C", "JC", "QC", "KC", "AC"],
]
_TRICKS = [[[seat, _HANDS[seat][trick]] for seat in range(4)] for trick in range(8)]

LINES: dict[str, list[dict]] = {
    "score": [
        {"takers": "A", "contract": 100, "trump": "hearts", "points": 110, "stake": "coinche"},
        {"takers": "B", "contract": 82, "trump": "clubs", "points": 81, "belote": {"A": 1}},
        {"takers": "B", "contract": "take", "trump": "clubs", "points": 81, "carried": 20},
        {"takers": "A", "contract": "capot", "trump": "no_trumps", "sweep": "takers"},
        {
            "takers": "A",
            "contract": 160,
            "trump": "all_trumps",
            "points": 200,
            "belote": {"A": 2, "B": 1},
            "declarations": {
                "A": [{"kind": "tierce", "top": "KH"}, {"kind": "carre", "rank": "J"}],
                "B": [{"kind": "cinquante", "top": "KS"}],
            },
            "last": True,
            "options": ["sans-atout"],
            "first": "A",
        },
    ],
    "legal": [
        {"trump": "clubs", "trick": [[0, "7H"], [1, "KC"]], "hand": ["JC", "8C"], "seat": 3},
        {"trump": "spades", "trick": [], "hand": ["JC", "8S"], "seat": 0, "card": "8S"},
        {"trump": "schmurtz", "trick": [[2, "AD"]], "hand": ["7D", "AS"], "seat": 3, "card": "AS"},
    ],
    "auction": [
        {"first": 1, "calls": ["80 hearts", "pass", "80 spades", [2, "coinche"], "surcoinche"]},
        {"first": 0, "calls": ["capot no_trumps", "pass", "pass", "pass"]},
        {"first": 3, "calls": ["pass", "take", "take spades"], "turned": "9H"},
    ],
    "replay": [
        {"trump": "spades", "takers": "A", "hands": _HANDS, "tricks": _TRICKS},
        {"trump": "hearts", "takers": "B", "hands": [[], None, [], []], "tricks": _TRICKS[:3]},
        {
            "trump": "all_trumps",
            "takers": "A",
            "alone": 0,
            "hands": [*_HANDS[:2], [], _HANDS[3]],
            "tricks": [[play for play in trick if play[0] != 2] for trick in _TRICKS],
        },
    ],
}


def _words() -> list[str]:
    found = {str(card) for card in PACK} | {"pass", "coinche", "surcoinche", "80 hearts", "2/3"}
    kinds = (*vars(choices).values(), *vars(terms).values())
    kinds = (*kinds, Rank, NamedContract, Stake, Sweep, Trump, DeclarationKind)
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            found |= {str(word) for word in kind}
    _collect([load_rulebook(name).to_mapping() for name in shipped_rulebooks()], found)
    _collect(LINES, found)
    return sorted(found)


def _collect(value: object, found: set[str]) -> None:
    """Every short text and every key of a tree."""
    if isinstance(value, dict):
        found |= set(value)
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            _collect(item, found)
    elif isinstance(value, str) and len(value) < 40:
        found.add(value)


WORDS = _words()
