"""The engine against a second reading of the rules, written apart from it (oracle.py)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import Sweep, contest, load_rulebook, score_deal
from tests.scoring.oracle import ORACLES, Told
from tests.scoring.strategies import deals

MULTIPLIERS = {"plain": 1, "coinche": 2, "surcoinche": 4}


@pytest.mark.parametrize("name", ORACLES)
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_the_engine_and_the_second_reading_agree(name: str, data: st.DataObject) -> None:
    rulebook = load_rulebook(name)
    facts = data.draw(deals(rulebook))
    takers, trump = facts.contract.takers, facts.contract.trump
    points = facts.points
    if points is None:
        points = 0 if facts.sweep is Sweep.DEFENDERS else rulebook.pack_total(trump)
    worth = {takers: 0, takers.other: 0}
    if facts.declarations.a or facts.declarations.b:
        worth = contest(facts.declarations, trump, rulebook).values.as_dict()
    bid = facts.contract.bid
    told = Told(
        bid=bid if isinstance(bid, int) else bid.value,
        mode=trump.mode.value,
        k=MULTIPLIERS[facts.contract.stake],
        points=points,
        sweep=facts.sweep and facts.sweep.value,
        b_t=facts.belote[takers],
        b_d=facts.belote[takers.other],
        d_t=worth[takers],
        d_d=worth[takers.other],
    )
    score = score_deal(facts, rulebook)
    assert (score.made, score.total(takers), score.total(takers.other)) == ORACLES[name](told)
