"""The seven rulebooks written a second time, naively, one function each, from the rules' text.

Nothing here reads a TOML file or calls the engine: a difference between the two is a mistake
in one of them. Each function answers (made, takers' marks, defenders' marks).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import floor


@dataclass(frozen=True)
class Told:
    """A deal in plain numbers: ``d_t`` and ``d_d`` are the declarations that score."""

    bid: int | str
    mode: str
    k: int
    points: int
    sweep: str | None
    b_t: int
    b_d: int
    d_t: int = 0
    d_d: int = 0


Answer = tuple[bool, int, int]


def ten(x: int | Fraction) -> int:
    """The nearest ten, five up."""
    return floor((x + 5) / Fraction(10)) * 10


def swept(told: Told) -> bool:
    return told.sweep in ("takers", "takers_alone")


def grenobloise(told: Told) -> Answer:
    pack = {"suit": 162, "no_trumps": 162, "all_trumps": 258}[told.mode]
    factor = Fraction(2, 3) if told.mode == "all_trumps" else Fraction(1)
    mine, theirs = told.points * factor, (pack - told.points) * factor
    bt, bd = 20 * told.b_t, 20 * told.b_d
    value = {"capot": 250, "capot_belote": 270}.get(str(told.bid), told.bid)
    assert isinstance(value, int)
    if told.bid == "capot":
        made = swept(told)
    elif told.bid == "capot_belote":
        made = swept(told) and told.b_t > 0
    else:
        made = swept(told) or mine + bt >= value
    if not made:
        return made, bt, 160 + value * told.k + bd
    kept = Fraction(250) if swept(told) else mine
    if told.k == 1:
        return made, ten(kept + bt + value), ten((0 if swept(told) else theirs) + bd)
    return made, ten(kept + bt + value * told.k), bd


def ffb_fiche(told: Told) -> Answer:
    bt, bd = 20 * told.b_t, 20 * told.b_d
    if told.bid == "capot":
        value, made = 250, swept(told)
    else:
        assert isinstance(told.bid, int)
        value = told.bid
        made = swept(told) or told.points + bt + told.d_t >= value
    every = told.d_t + told.d_d
    if not made:
        return made, bt, (160 + value) * told.k + bd + every
    base = ((250 if swept(told) else 160) + value) * told.k
    if told.k == 1 and not swept(told):
        return made, base + bt + told.d_t, bd + told.d_d
    return made, base + bt + every, bd


def multijoueur(told: Told) -> Answer:
    bt, bd = 20 * told.b_t, 20 * told.b_d
    if swept(told):
        return True, 250 + bt, 0
    if told.points >= 82:
        return True, told.points + bt, 162 - told.points
    return False, 0, 162 + bd


def competition(told: Told) -> Answer:
    pack = {"suit": 162, "no_trumps": 130, "all_trumps": 258}[told.mode]
    bt, bd = 20 * told.b_t, 20 * told.b_d
    every = told.d_t + told.d_d
    if told.bid == "capot":
        if swept(told):
            return True, (250 + bt + told.d_t) * told.k, (bd + told.d_d) * told.k
        return False, bt, (250 + 250) * told.k + bd + every
    if told.bid == "generale":
        if told.sweep == "takers_alone":
            return True, (162 + 500 + bt + told.d_t) * told.k, (bd + told.d_d) * told.k
        return False, bt, (160 + 500) * told.k + bd + every
    assert isinstance(told.bid, int)
    if not (swept(told) or told.points + bt + told.d_t >= told.bid):
        return False, bt, (160 + told.bid) * told.k + bd + every
    bonus = 250 if swept(told) else 0
    return (
        True,
        (told.points + bonus + told.bid + bt + told.d_t) * told.k,
        (pack - told.points + bd + told.d_d) * told.k,
    )


def kchanaise(told: Told) -> Answer:
    named = {
        "capot": (250, swept(told)),
        "capot_belote": (270, swept(told) and told.b_t > 0),
        "generale": (350, told.sweep == "takers_alone"),
        "generale_belote": (370, told.sweep == "takers_alone" and told.b_t > 0),
    }
    if isinstance(told.bid, str):
        value, made = named[told.bid]
    else:
        value = told.bid
        help_ = {80: 0, 90: 10}.get(value, 20)
        made = swept(told) or told.points + help_ * told.b_t >= value
    return (True, value * told.k, 0) if made else (False, 0, value * told.k)


def coinchee_2015(told: Told) -> Answer:
    bt, bd = 20 * told.b_t, 20 * told.b_d
    every = told.d_t + told.d_d
    mine, theirs = told.points + bt + told.d_t, 162 - told.points + bd + told.d_d
    if told.bid == "capot":
        value, made = 250, swept(told)
    else:
        assert isinstance(told.bid, int)
        value = told.bid
        made = swept(told) or (mine >= value and mine > theirs)
    if not made:
        return made, bt, ten((160 + value) * told.k + bd + every)
    if told.k > 1:
        return made, ten(((250 if swept(told) else 160) + value) * told.k + bt + every), bd
    if swept(told):
        return made, ten(252 + value + bt + every), bd
    return made, ten(mine + value), ten(theirs)


def contree_2016(told: Told) -> Answer:
    bt, bd = 20 * told.b_t, 20 * told.b_d
    if told.bid == "capot":
        if not swept(told):
            return False, 0, 500 * told.k + bt + bd
        if told.k == 1:
            return True, 500 + bt, bd
        return True, 500 * told.k + bt + bd, 0
    assert isinstance(told.bid, int)
    if not (swept(told) or told.points + bt >= told.bid):
        return False, 0, (160 + told.bid) * told.k + bt + bd
    if told.k > 1:
        return True, (160 + told.bid) * told.k + bt + bd, 0
    if swept(told):
        return True, ten(252 + told.bid + bt), bd
    return True, ten(told.points + told.bid + bt), ten(162 - told.points + bd)


ORACLES = {
    "grenobloise": grenobloise,
    "ffb-fiche": ffb_fiche,
    "multijoueur": multijoueur,
    "competition": competition,
    "kchanaise": kchanaise,
    "ffb-coinchee-2015": coinchee_2015,
    "ffb-contree-2016": contree_2016,
}
