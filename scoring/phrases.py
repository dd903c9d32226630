"""The words the engine's sentences are made of, in French and English, and their typography."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from scoring.cards import Card, Rank, Suit
from scoring.contracts import Bid, Mode, NamedContract, Stake, Trump
from scoring.declarations import Declaration, DeclarationKind
from scoring.schema import Words

LANGUAGES = ("fr", "en")
NARROW = "\u202f"
"""The narrow no-break space of French typography."""

_BEFORE = re.compile(r" ([:;!?»])")


def both(fr: str, en: str) -> Words:
    """The same thing in both languages."""
    return Words(fr=fr, en=en)


def typeset(text: str, lang: str) -> str:
    """French puts a narrow no-break space before : ; ! ? and inside « »."""
    if lang != "fr":
        return text
    return _BEFORE.sub(rf"{NARROW}\1", text).replace("« ", f"«{NARROW}")


def number(value: int | Fraction, lang: str) -> str:
    """A number as it is read: thousands apart, a fraction after its whole part."""
    whole, rest = divmod(value, 1)
    text = f"{int(whole):,}".replace(",", NARROW if lang == "fr" else ",")
    return f"{text} {rest}" if rest else text


def listed(items: Iterable[str], lang: str) -> str:
    """``a, b et c``."""
    *most, last = items
    joint = " et " if lang == "fr" else " and "
    return f"{', '.join(most)}{joint}{last}" if most else last


def chosen(items: Iterable[str], lang: str) -> str:
    """``a, b ou c``."""
    *most, last = items
    joint = " ou " if lang == "fr" else " or "
    return f"{', '.join(most)}{joint}{last}" if most else last


MODES = {
    Mode.SUIT: both("couleur", "a suit"),
    Mode.NO_TRUMPS: both("sans atout", "no trumps"),
    Mode.ALL_TRUMPS: both("tout atout", "all trumps"),
    Mode.SCHMURTZ: both("schmürtz", "schmürtz"),
}
CONTRACTS = {
    NamedContract.CAPOT: both("capot", "capot"),
    NamedContract.CAPOT_BELOTE: both("capot beloté", "capot with belote"),
    NamedContract.GENERALE: both("générale", "générale"),
    NamedContract.GENERALE_BELOTE: both("générale belotée", "générale with belote"),
    NamedContract.TAKE: both("prise", "take"),
}
STAKES = {
    Stake.PLAIN: both("non coinché", "not coinched"),
    Stake.COINCHE: both("coinché", "coinched"),
    Stake.SURCOINCHE: both("surcoinché", "surcoinched"),
}
KINDS = {
    DeclarationKind.TIERCE: both("tierce", "tierce"),
    DeclarationKind.CINQUANTE: both("cinquante", "cinquante"),
    DeclarationKind.CENT: both("cent", "cent"),
    DeclarationKind.CARRE: both("carré", "carré"),
}
_FRENCH_LETTERS = {Rank.ACE: "A", Rank.KING: "R", Rank.QUEEN: "D", Rank.JACK: "V"}


def modes_of(allowed: Mapping[Mode, bool]) -> list[Mode]:
    """The modes allowed, in the order they are said whatever order they were kept in."""
    return [mode for mode in MODES if allowed.get(mode)]


def rank_name(rank: Rank, lang: str) -> str:
    """The letter of a rank: A R D V in French."""
    return _FRENCH_LETTERS.get(rank, rank.value) if lang == "fr" else rank.value


def card_name(card: Card, lang: str) -> str:
    """A card as it is printed: ``R♥``."""
    return f"{rank_name(card.rank, lang)}{card.suit.symbol}"


def trump_name(trump: Trump, lang: str) -> str:
    """``♦``, ``tout atout``."""
    return trump.suit.symbol if trump.suit else MODES[trump.mode][lang]


def bid_name(bid: Bid, lang: str) -> str:
    """``120``, ``capot``."""
    return CONTRACTS[bid][lang] if isinstance(bid, NamedContract) else number(bid, lang)


def declaration_name(declaration: Declaration, lang: str) -> str:
    """``tierce R♥``, ``carré V``."""
    kind = KINDS[declaration.kind][lang]
    if declaration.rank is not None:
        return f"{kind} {rank_name(declaration.rank, lang)}"
    top = declaration.top or Card(Rank.ACE, Suit.SPADES)
    return f"{kind} {card_name(top, lang)}"
