"""What a referee typed in the one box, read: places, facts of a deal, names, words.

« t12 d7 », « t12d7 », « table 12 », « m2 t12 », « donne 7 », « r3 », « équipe 14 », « 14 »,
« dupont », « capot », « 140 coinché », « contesté », « renonce »: what is not a place or a
fact is a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from scoring import Stake
from tournament.deals.line import STAKE_WORDS, TRUMP_WORDS
from tournament.text import search_key

LONGEST = 200
"""So much of what is typed is read."""
LOWEST_CONTRACT, HIGHEST_CONTRACT = 80, 250


class About(StrEnum):
    """A fact by which a deal is remembered."""

    CAPOT = "capot"
    GENERALE = "generale"
    COINCHE = "coinche"
    SURCOINCHE = "surcoinche"
    BELOTE = "belote"
    DECLARATIONS = "declarations"
    FAILED = "failed"
    PASSED = "passed"
    VOID = "void"
    AWARDED = "awarded"
    DISPUTED = "disputed"
    CORRECTED = "corrected"


ABOUT_WORDS: dict[str, About] = {
    **dict.fromkeys(("capot", "capots"), About.CAPOT),
    **dict.fromkeys(("generale", "generales"), About.GENERALE),
    **{
        word: About.SURCOINCHE if stake is Stake.SURCOINCHE else About.COINCHE
        for word, stake in STAKE_WORDS.items()
    },
    **dict.fromkeys(("belote", "belotes", "rebelote"), About.BELOTE),
    **dict.fromkeys(
        ("annonce", "annonces", "tierce", "cinquante", "carre", "declarations"),
        About.DECLARATIONS,
    ),
    **dict.fromkeys(("chute", "chutes", "dedans", "failed"), About.FAILED),
    **dict.fromkeys(("passe", "passee", "passees", "passed"), About.PASSED),
    **dict.fromkeys(("annule", "annulee", "annulees", "annulled", "void"), About.VOID),
    **dict.fromkeys(("attribue", "attribuee", "attribuees", "awarded"), About.AWARDED),
    **dict.fromkeys(
        ("conteste", "contestee", "contestees", "litige", "litiges", "contested", "dispute"),
        About.DISPUTED,
    ),
    **dict.fromkeys(("corrige", "corrigee", "corrigees", "corrected"), About.CORRECTED),
}
"""The words for them, as they are compared: without accents."""

PLACES = {
    "round": "manche|round|m",
    "table": "table|tab|t",
    "deal": "donne|deal|d",
    "ruling": "decision|ruling|r",
    "team": "equipe|team|joueur|player|no|n°|n|e",
}
PLACE = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(f'(?P<{name}>{words})' for name, words in PLACES.items())})"
    r"[\s.]*(?P<number>[0-9]{1,4})(?![0-9])"
)
LONG_TRUMPS = re.compile(r"\b(sans|tout|no|all)[\s-]+(atout|trump)s?\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is looked for; what was not said is None or empty.

    ``number`` is a figure without a word for it, ``words`` what names somebody or
    something, ``everything`` every word that is no place, as rulings and articles are searched.
    """

    text: str = ""
    round: int | None = None
    table: int | None = None
    deal: int | None = None
    ruling: int | None = None
    team: int | None = None
    number: int | None = None
    about: tuple[About, ...] = ()
    trump: str = ""
    words: tuple[str, ...] = ()
    everything: tuple[str, ...] = ()

    @property
    def contract(self) -> str:
        """The contract that a figure may be, as entries keep it."""
        is_one = self.number and LOWEST_CONTRACT <= self.number <= HIGHEST_CONTRACT
        return str(self.number) if is_one and not self.number % 5 else ""

    @property
    def is_of_deals(self) -> bool:
        """Whether deals are looked for: by their number, or by what is remembered of them."""
        return bool(self.deal or self.about or self.trump)

    @property
    def names_a_place(self) -> bool:
        """Whether it says where: a round, a table or a deal."""
        return bool(self.round or self.table or self.deal)


def read(text: str) -> Asked:
    """Read what was typed; nothing is refused."""
    folded = search_key(text[:LONGEST])
    places: dict[str, int] = {}
    for found in PLACE.finditer(folded):
        name = next(name for name in PLACES if found[name])
        places.setdefault(name, int(found["number"]))
    rest = LONG_TRUMPS.sub(r"\1\2", PLACE.sub(" ", folded))
    words = [word for word in re.split(r"[\s,;:!?()«»\"]+", rest) if word]
    number = next((int(word[:5]) for word in words if word.isdecimal()), None)
    said = [word for word in words if not word.isdecimal()]
    about = tuple(dict.fromkeys(ABOUT_WORDS[word] for word in said if word in ABOUT_WORDS))
    trump = next((TRUMP_WORDS[word].value for word in said if word in TRUMP_WORDS), "")
    return Asked(
        text=text.strip()[:LONGEST],
        number=number,
        about=about,
        trump=trump,
        words=tuple(word for word in said if word not in ABOUT_WORDS and word not in TRUMP_WORDS),
        everything=tuple(said),
        **places,
    )
