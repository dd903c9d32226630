"""A deal typed as one line, the way a tired scorekeeper hears it: « a11c126 ».

Takers, contract in tens, trump, coinche, points, belote, in the order of the sheet:
``a11c126`` A takes 110 at hearts and makes 126; ``b12kx-40`` B takes 120 at diamonds,
coinched, and the others make 40; ``a8p96-66`` both sides' points, which must add up;
``a8p96b`` with a belote of the takers, ``bb`` of B; ``acapottcapot`` capot bid at clubs and
made (``cap`` is enough); ``a9sacapot`` the eight tricks at no trumps; ``passe`` everybody
passed. ``7:`` before it is the deal's number on the sheet, ``=240/0`` after it the marks
written on the paper.
Spaces, accents and capitals do not matter, and the words themselves are read as well:
« a 110 cœur coinché 126 belote ».

A letter is the same suit on every page, so that a line typed at one desk cannot mean another
deal at the next: ``c`` is always hearts. The English pages also read ``h``, ``s``, ``d``,
``nt`` and ``at``, which are nothing in French; clubs are ``t`` or the whole word there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from scoring import NamedContract, Side, Stake, Sweep, Trump
from tournament.models import Entry, Outcome
from tournament.text import search_key

TRUMPS = {
    "p": Trump.SPADES,
    "c": Trump.HEARTS,
    "k": Trump.DIAMONDS,
    "t": Trump.CLUBS,
    "ta": Trump.ALL_TRUMPS,
    "sa": Trump.NO_TRUMPS,
    "sz": Trump.SCHMURTZ,
}
"""The letters of the line, as it is written back."""

ENGLISH_TRUMPS = {
    "s": Trump.SPADES,
    "h": Trump.HEARTS,
    "d": Trump.DIAMONDS,
    "at": Trump.ALL_TRUMPS,
    "nt": Trump.NO_TRUMPS,
}
"""Read on the English pages only: a French « s » is a « sa » cut short."""

TRUMP_WORDS = {
    **dict.fromkeys(("pique", "piques", "spade", "spades", "♠"), Trump.SPADES),
    **dict.fromkeys(("coeur", "coeurs", "heart", "hearts", "♥"), Trump.HEARTS),
    **dict.fromkeys(("carreau", "carreaux", "diamond", "diamonds", "♦"), Trump.DIAMONDS),
    **dict.fromkeys(("trefle", "trefles", "club", "clubs", "♣"), Trump.CLUBS),
    **dict.fromkeys(
        ("tout-atout", "toutatout", "toutatouts", "alltrump", "alltrumps"), Trump.ALL_TRUMPS
    ),
    **dict.fromkeys(
        ("sans-atout", "sansatout", "sansatouts", "notrump", "notrumps"), Trump.NO_TRUMPS
    ),
    "schmurtz": Trump.SCHMURTZ,
}
STAKES = {"x": Stake.COINCHE, "xx": Stake.SURCOINCHE}
STAKE_WORDS = {
    **dict.fromkeys(("coinche", "coinchee", "coinched", "contre", "contree"), Stake.COINCHE),
    **dict.fromkeys(
        ("surcoinche", "surcoinchee", "surcoinched", "surcontre", "surcontree"), Stake.SURCOINCHE
    ),
}
CONTRACTS = {
    "capot": NamedContract.CAPOT,
    "capotb": NamedContract.CAPOT_BELOTE,
    "gen": NamedContract.GENERALE,
    "genb": NamedContract.GENERALE_BELOTE,
}
CONTRACT_WORDS = {
    "cap": NamedContract.CAPOT,
    "capb": NamedContract.CAPOT_BELOTE,
    "capotbelote": NamedContract.CAPOT_BELOTE,
    "generale": NamedContract.GENERALE,
    "generalebelote": NamedContract.GENERALE_BELOTE,
}
SWEEPS = {
    "capot": Sweep.TAKERS,
    "seul": Sweep.TAKERS_ALONE,
    "-capot": Sweep.DEFENDERS,
}
SWEEP_WORDS = {"cap": Sweep.TAKERS, "-cap": Sweep.DEFENDERS}
OUTCOMES = {
    **dict.fromkeys(("passe", "passes", "pass", "passed"), Outcome.PASSED),
    **dict.fromkeys(("annule", "annulee", "void"), Outcome.VOID),
}
HIGHEST_IN_TENS = 25
"""Up to here a figure is read in tens: « 11 » is 110; beyond it is read as it stands."""

NUMBER = re.compile(r"\s*([0-9]{1,3})\s*:")
PAPER = re.compile(r"\s*([0-9]{0,5})(?:\s*[/-]\s*|\s+)([0-9]{0,5})\s*")


class UnreadableLine(ValueError):
    """A line that is not a deal.

    ``rest`` is what could not be read. ``missing`` names what was awaited there:
    ``"takers"``, ``"trump"``, ``"paper"`` for the marks of both sides, or nothing
    where the deal was whole before it.
    """

    def __init__(self, rest: str, missing: str = "") -> None:
        self.rest, self.missing = rest, missing
        super().__init__(rest)


def read_line(text: str, *, is_english: bool = False) -> dict[str, str]:
    """Return what a line says, as the entry form's fields hold it; what it leaves out has no key.

    ``others`` are the defenders' points, ``number`` the deal's. Raises ``UnreadableLine``
    with what could not be read; whether the deal is possible is the engine's to say.
    """
    folded = re.sub("[\ufe0e\ufe0f]", "", search_key(text))
    numbered = NUMBER.match(folded)
    deal, has_paper, paper = folded[numbered.end() if numbered else 0 :].partition("=")
    said = {"number": str(int(numbered[1]))} if numbered else {}
    said |= _read_deal(re.sub(r"\s", "", deal), LINES[is_english])
    return said | (_read_paper(paper) if has_paper else {})


def _read_deal(typed: str, line: re.Pattern[str]) -> dict[str, str]:
    if typed in OUTCOMES:
        return {"outcome": OUTCOMES[typed]}
    found = line.match(typed)
    if not found:
        begun = BEGUN.match(typed)
        raise UnreadableLine(typed, "trump" if begun else "takers")
    if found.end() < len(typed):
        raise UnreadableLine(typed[found.end() :])
    takers = Side(found["takers"].upper())
    said = {
        "takers": takers.value,
        "contract": _contract(found["contract"]),
        "trump": ALL_TRUMPS[found["trump"]].value,
        "stake": ALL_STAKES[found["stake"]].value if found["stake"] else "",
        "points": found["points"],
        "others": found["others"],
        "sweep": ALL_SWEEPS[found["sweep"]].value if found["sweep"] else "",
        "belote": _belote(found["belote"], takers) if found["belote"] else "",
    }
    return {"outcome": Outcome.PLAYED, **{name: word for name, word in said.items() if word}}


def _contract(word: str | None) -> str:
    if not word:
        return ""
    if word in ALL_CONTRACTS:
        return ALL_CONTRACTS[word].value
    return in_full(word)


def in_full(contract: str) -> str:
    """Return a contract in points where it was given in tens: « 11 » is 110."""
    is_tens = contract.isdecimal() and int(contract) <= HIGHEST_IN_TENS
    return str(10 * int(contract)) if is_tens else contract


def _belote(word: str, takers: Side) -> str:
    holders = word.removeprefix("belote") if word.startswith("belote") else word[1:]
    return "".join(sorted(holders.upper())) or takers.value


def _read_paper(text: str) -> dict[str, str]:
    found = PAPER.fullmatch(text)
    if not found or not (found[1] or found[2]):
        raise UnreadableLine(f"={text.strip()}", "paper")
    return {name: mark for name, mark in (("paper_a", found[1]), ("paper_b", found[2])) if mark}


def write_line(entry: Entry) -> str:
    """Write an entry as the line that reads back as it; nothing for what no line can say.

    Declarations are not on the line.
    """
    if not entry.is_played:
        return {Outcome.PASSED: "passe", Outcome.VOID: "annulée"}.get(entry.outcome, "")
    belote = "a" * entry.belote_a + "b" * entry.belote_b
    paper = "" if entry.paper_a is None and entry.paper_b is None else _write_paper(entry)
    points = "" if entry.points is None else str(entry.points)
    return "".join(
        [
            entry.takers.lower(),
            _write_contract(entry.contract),
            _letters(TRUMPS, entry.trump),
            _letters(STAKES, entry.stake),
            "" if entry.sweep else points,
            _letters(SWEEPS, entry.sweep),
            f"b{belote}" if belote and belote != entry.takers.lower() else belote and "b",
            paper,
        ]
    )


def _write_contract(contract: str) -> str:
    if contract == NamedContract.TAKE:
        return ""
    if not contract.isdecimal():
        return _letters(CONTRACTS, contract)
    tens, units = divmod(int(contract), 10)
    return contract if units or tens > HIGHEST_IN_TENS else str(tens)


def _write_paper(entry: Entry) -> str:
    a, b = ("" if mark is None else mark for mark in (entry.paper_a, entry.paper_b))
    return f"={a}/{b}"


def _letters(words: Mapping[str, str], meaning: str) -> str:
    return next((word for word, meant in words.items() if meant == meaning), "")


def _any_of(words: Iterable[str]) -> str:
    """Match any of these words, a longer one before what begins it."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


ALL_TRUMPS = TRUMPS | ENGLISH_TRUMPS | TRUMP_WORDS
ALL_STAKES = STAKES | STAKE_WORDS
ALL_CONTRACTS = CONTRACTS | CONTRACT_WORDS
ALL_SWEEPS = SWEEPS | SWEEP_WORDS

_HEAD = rf"(?P<takers>[ab])(?:prend|takes)?(?P<contract>{_any_of(ALL_CONTRACTS)}|[0-9]{{1,3}})?"
_TAIL = (
    rf"(?P<stake>{_any_of(ALL_STAKES)})?"
    r"(?:fait|makes)?"
    r"(?P<points>[0-9]{1,3})?(?:[-/](?P<others>[0-9]{1,3}))?(?:points|pts)?"
    rf"(?P<sweep>{_any_of(ALL_SWEEPS)})?"
    r"(?P<belote>(?:belote|b)[ab]{0,4})?"
)
BEGUN = re.compile(_HEAD)
LINES = {
    is_english: re.compile(
        f"{_HEAD}(?P<trump>"
        + _any_of([*TRUMPS, *TRUMP_WORDS, *(ENGLISH_TRUMPS if is_english else ())])
        + f"){_TAIL}"
    )
    for is_english in (False, True)
}
"""The line of the French pages, and that of the English ones."""
