"""A deal typed as one line, the way a tired scorekeeper hears it: « a11c126 ».

Takers, contract in tens, trump, coinche, points, belote, in the order of the sheet:
``a11c126`` A takes 110 at hearts and makes 126; ``b12kx-40`` B takes 120 at diamonds,
coinched, and the others make 40; ``a8p96b`` with a belote of the takers, ``bb`` of B;
``acapottcapot`` capot bid at clubs and made; ``a9sacapot`` the eight tricks at no trumps;
``passe`` everybody passed. Spaces and capitals do not matter.
"""

from __future__ import annotations

import re

from scoring import NamedContract, Side, Stake, Sweep, Trump
from tournament.models import Outcome
from tournament.text import search_key

TRUMPS = {
    "ta": Trump.ALL_TRUMPS,
    "sa": Trump.NO_TRUMPS,
    "sz": Trump.SCHMURTZ,
    "p": Trump.SPADES,
    "c": Trump.HEARTS,
    "k": Trump.DIAMONDS,
    "t": Trump.CLUBS,
}
STAKES = {"": Stake.PLAIN, "x": Stake.COINCHE, "xx": Stake.SURCOINCHE}
NAMED = {
    "capot": NamedContract.CAPOT,
    "capotb": NamedContract.CAPOT_BELOTE,
    "gen": NamedContract.GENERALE,
    "genb": NamedContract.GENERALE_BELOTE,
}
SWEEPS = {
    "capot": Sweep.TAKERS,
    "seul": Sweep.TAKERS_ALONE,
    "-capot": Sweep.DEFENDERS,
}
HIGHEST_IN_TENS = 25
"""Up to here a figure is read in tens: « 11 » is 110; beyond it is read as it stands."""

LINE = re.compile(
    r"(?P<takers>[ab])"
    r"(?P<contract>capotb|capot|genb|gen|[0-9]{1,3})?"
    r"(?P<trump>ta|sa|sz|[pckt])"
    r"(?P<stake>xx|x)?"
    r"(?P<made>-?capot|seul|-?[0-9]{1,3})?"
    r"(?P<belote>b[ab]{0,4})?"
)


class UnreadableLine(ValueError):
    """A line that is not a deal; ``rest`` is what follows the part that was understood."""

    def __init__(self, rest: str) -> None:
        self.rest = rest
        super().__init__(rest)


def read_line(text: str) -> dict[str, str]:
    """Return what a line says, as the entry form's fields hold it.

    ``others`` are the defenders' points where the line gives theirs. Raises
    ``UnreadableLine`` with what could not be read; whether the deal is possible
    is the engine's to say.
    """
    typed = re.sub(r"\s", "", search_key(text)).replace("generale", "gen")
    if typed in {"passe", "passes", "pass"}:
        return {"outcome": Outcome.PASSED}
    found = LINE.match(typed)
    if not found or found.end() < len(typed):
        raise UnreadableLine(typed[found.end() if found else 0 :])
    made = found["made"] or ""
    takers = found["takers"].upper()
    return {
        "outcome": Outcome.PLAYED,
        "takers": takers,
        "contract": _contract(found["contract"] or ""),
        "trump": TRUMPS[found["trump"]].value,
        "stake": STAKES[found["stake"] or ""].value,
        "sweep": SWEEPS[made].value if made in SWEEPS else "",
        "points": made if made.isdecimal() else "",
        "others": made[1:] if re.fullmatch(r"-[0-9]+", made) else "",
        "belote": _belote(found["belote"] or "", Side(takers)),
    }


def _contract(word: str) -> str:
    if word in NAMED:
        return NAMED[word].value
    if word and int(word) <= HIGHEST_IN_TENS:
        return str(10 * int(word))
    return word


def _belote(letters: str, takers: Side) -> str:
    if letters == "b":
        return takers.value
    return "".join(sorted(letters[1:].upper()))
