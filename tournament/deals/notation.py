"""How a deal is typed: contracts and declarations in the players' own shorthand."""

import re

from scoring import NamedContract, Suit
from tournament.text import search_key


class NotationError(ValueError):
    """A word that is not one of the game's; ``word`` is what was typed."""

    def __init__(self, word: str) -> None:
        self.word = word
        super().__init__(word)


CONTRACTS = {
    "capot": NamedContract.CAPOT,
    "cap": NamedContract.CAPOT,
    "capot belote": NamedContract.CAPOT_BELOTE,
    "capot_belote": NamedContract.CAPOT_BELOTE,
    "capot with belote": NamedContract.CAPOT_BELOTE,
    "capot avec belote": NamedContract.CAPOT_BELOTE,
    "generale": NamedContract.GENERALE,
    "gen": NamedContract.GENERALE,
    "generale belote": NamedContract.GENERALE_BELOTE,
    "generale_belote": NamedContract.GENERALE_BELOTE,
    "generale with belote": NamedContract.GENERALE_BELOTE,
    "generale avec belote": NamedContract.GENERALE_BELOTE,
    "take": NamedContract.TAKE,
    "prise": NamedContract.TAKE,
}

SUITS = {
    "p": Suit.SPADES,
    "pique": Suit.SPADES,
    "s": Suit.SPADES,
    "♠": Suit.SPADES,
    "c": Suit.HEARTS,
    "coeur": Suit.HEARTS,
    "h": Suit.HEARTS,
    "♥": Suit.HEARTS,
    "k": Suit.DIAMONDS,
    "carreau": Suit.DIAMONDS,
    "d": Suit.DIAMONDS,
    "♦": Suit.DIAMONDS,
    "t": Suit.CLUBS,
    "trefle": Suit.CLUBS,
    "♣": Suit.CLUBS,
}
"""The suits' letters: p c k t at a French desk; h and s, d are free to serve the English one."""

RANKS = {
    "as": "A",
    "a": "A",
    "roi": "K",
    "r": "K",
    "k": "K",
    "dame": "Q",
    "d": "Q",
    "q": "Q",
    "valet": "J",
    "v": "J",
    "j": "J",
    "10": "10",
    "9": "9",
    "8": "8",
    "7": "7",
}

KINDS = {
    "tierce": "tierce",
    "t": "tierce",
    "cinquante": "cinquante",
    "50": "cinquante",
    "cent": "cent",
    "100": "cent",
    "carre": "carre",
    "c": "carre",
}

LINKS = frozenset({"au", "aux", "l", "la", "le", "de", "des", "the", "of"})
"""Words between the kind and the card that say nothing more."""

MAYBE_LINKS = frozenset({"a", "d"})
"""« à » and « d' », which are also an ace and a queen: a link only if nothing else fits."""

MOST_DIGITS = 9
"""No figure has more, and Python refuses to read thousands of them."""


def read_contract(text: str) -> str:
    """Return a contract as entries keep it: ``"100"``, ``"capot"``.

    Digits are kept as typed, whatever the figure: the rulebook judges it.
    Raises ``NotationError`` for a word that is no contract, and for endless digits.
    """
    word = search_key(text)
    # Superscripts and the digits of other scripts fold into digits: only plain ones are a figure.
    if text.strip().isascii() and word.isdecimal() and len(word) <= MOST_DIGITS:
        return str(int(word))
    if word not in CONTRACTS:
        raise NotationError(text)
    return CONTRACTS[word].value


def read_declarations(text: str) -> list[dict[str, str]]:
    """Return a side's declarations as entries keep them, from « tierce Rc, carré V ».

    Declarations are parted by commas, semicolons or lines; a sequence names its
    highest card, a carré its rank. Raises ``NotationError`` with the part that
    cannot be read.
    """
    parts = [part.strip() for part in re.split(r"[,;\n]", text)]
    return [_read_declaration(part) for part in parts if part]


def write_declarations(declarations: list[dict[str, str]]) -> str:
    """Write declarations back as they are typed: the French shorthand."""
    return ", ".join(_write_declaration(declaration) for declaration in declarations)


def _read_declaration(part: str) -> dict[str, str]:
    first, *words = re.split(r"[\s']+", search_key(part))
    kind = KINDS.get(first)
    if kind is None:
        raise NotationError(part)
    for links in (LINKS, LINKS | MAYBE_LINKS):
        named = "".join(word for word in words if word not in links)
        if kind == "carre":
            rank = RANKS.get(named) or RANKS.get(named.removesuffix("s"))
            if rank:
                return {"kind": kind, "rank": rank}
            continue
        for spelled, rank in RANKS.items():
            suit = SUITS.get(named.removeprefix(spelled)) if named.startswith(spelled) else None
            if suit:
                return {"kind": kind, "top": f"{rank}{suit.letter}"}
    raise NotationError(part)


def _write_declaration(declaration: dict[str, str]) -> str:
    if declaration["kind"] == "carre":
        return f"carré {FRENCH_RANKS.get(declaration['rank'], declaration['rank'])}"
    rank, suit = declaration["top"][:-1], declaration["top"][-1]
    return f"{declaration['kind']} {FRENCH_RANKS.get(rank, rank)}{FRENCH_SUITS[suit]}"


FRENCH_RANKS = {"K": "R", "Q": "D", "J": "V"}
FRENCH_SUITS = {"S": "p", "H": "c", "D": "k", "C": "t"}
