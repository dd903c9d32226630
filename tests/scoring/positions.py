"""Positions to ask about: by hypothesis, by a seeded generator, and deals that were played."""

import gzip
import json
from functools import cache
from pathlib import Path

from hypothesis import strategies as st

from scoring.cards import PACK, Card
from scoring.contracts import Side, Trump

PLAYED_DEALS = Path(__file__).parent / "cases" / "played-deals.jsonl.gz"
TRUMP_OF_LETTER = {trump.value[0].upper(): trump for trump in list(Trump)[:4]}


def cards(text):
    return tuple(Card.parse(word) for word in text.split())


def trick(text):
    """``"0 7H, 1 KC"``: who played what."""
    plays = [play.split() for play in text.split(",")] if text else []
    return tuple((int(seat), Card.parse(card)) for seat, card in plays)


@st.composite
def positions(draw):
    """A hand, the cards on the table and the seat to play: any, not only those of real play."""
    some = draw(st.lists(st.sampled_from(PACK), min_size=1, max_size=11, unique=True))
    length = draw(st.integers(0, min(3, len(some) - 1)))
    lead = draw(st.integers(0, 3))
    on_table = tuple(((lead + place) % 4, card) for place, card in enumerate(some[:length]))
    return tuple(some[length:][:8]), on_table, (lead + length) % 4


@cache
def played_deals():
    with gzip.open(PLAYED_DEALS, "rt", encoding="utf-8") as lines:
        return [_deal(json.loads(line)) for line in lines]


def _deal(written):
    return {
        **written,
        "trump": TRUMP_OF_LETTER[written["trump"]],
        "takers": list(Side)[written["taker_team"]],
        "hands": [tuple(map(Card.parse, hand)) for hand in written["hands"]],
        "tricks": [
            tuple((seat, Card.parse(card)) for seat, card in one) for one in written["tricks"]
        ],
    }
