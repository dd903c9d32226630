"""Why the marks on the paper are not the rulebook's, worked out from the deal's neighbours."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    BySide,
    Contract,
    DealFacts,
    Reason,
    Side,
    Slip,
    Stake,
    Sweep,
    Trump,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
)
from tournament.deals.paper import Clue, explanations, marks_of
from tournament.deals.paper_words import clue_texts, difference_text

GRENOBLOISE = load_rulebook("grenobloise")
MADE = DealFacts(contract=Contract(takers=Side.A, bid=110, trump=Trump.HEARTS), points=126)
"""240 – 40 under the rulebook of Grenoble."""


def clues(paper, facts=MADE, rulebook=GRENOBLOISE, **options):
    return [found.clue for found in explanations(facts, paper, rulebook, **options)]


def first(paper, facts=MADE, rulebook=GRENOBLOISE, **options):
    return explanations(facts, paper, rulebook, **options)[0]


@pytest.mark.parametrize("paper", [(240, 40), (240, None), (None, 40), (None, None)])
def test_a_paper_that_is_right_needs_no_explanation(paper):
    assert explanations(MADE, paper, GRENOBLOISE) == ()


def test_columns_exchanged_come_first():
    assert clues((40, 240))[0] is Clue.COLUMNS_SWAPPED


def test_running_totals_are_recognised():
    assert clues((1240, 540), before=(1000, 500))[0] is Clue.RUNNING_TOTALS


@pytest.mark.parametrize(("paper", "held"), [((260, 40), BySide(1, 0)), ((240, 60), BySide(0, 1))])
def test_a_belote_that_was_not_typed_is_found(paper, held):
    found = first(paper)
    assert (found.clue, found.facts.belote) == (Clue.BELOTE, held)


def test_a_belote_on_the_wrong_side_is_found():
    typed = replace(MADE, belote=BySide(1, 0))
    found = first((240, 60), typed)
    assert found.facts.belote == BySide(0, 1)


def test_a_forgotten_coinche_is_found():
    coinched = replace(MADE, contract=replace(MADE.contract, stake=Stake.COINCHE))
    found = first(marks_of(coinched, GRENOBLOISE))
    assert (found.clue, found.facts.contract.stake) == (Clue.STAKE, Stake.COINCHE)


def test_another_contract_is_found_the_nearest_first():
    found = first((250, 40))
    assert (found.clue, found.facts.contract.bid) == (Clue.BID, 120)


def test_the_last_trick_forgotten_is_named():
    found = first((230, 50))
    assert (found.clue, found.facts.points) == (Clue.POINTS, 116)
    assert [slip.slip for slip in found.slips] == [Slip.LAST_TRICK_FORGOTTEN]


def test_points_of_the_other_side_are_found():
    fiche = load_rulebook("ffb-fiche")
    found = [each for each in explanations(MADE, (0, 270), fiche) if each.clue is Clue.POINTS]
    assert found[0].facts.points == 36


def test_a_sweep_that_was_not_said_is_found():
    typed = replace(MADE, points=162)
    found = first(marks_of(replace(typed, sweep=Sweep.TAKERS), GRENOBLOISE), typed)
    assert (found.clue, found.facts.sweep) == (Clue.SWEEP, Sweep.TAKERS)


def test_a_line_of_the_mark_left_out_is_named():
    found = first((126, 36), rulebook=load_rulebook("competition"))
    assert (found.clue, found.line.reason) == (Clue.LINE_LEFT_OUT, Reason.CONTRACT)


def test_marks_that_were_not_rounded_are_recognised():
    assert clues((236, 36)) == [Clue.NOT_ROUNDED]


def test_a_slip_of_addition_in_one_column_is_the_last_thing_said():
    found = explanations(MADE, (340, 40), GRENOBLOISE)[-1]
    assert (found.clue, found.side, found.amount) == (Clue.ADDITION, Side.A, 100)


def test_a_contract_taken_for_failed_is_said():
    failed = replace(MADE, points=60)
    assert Clue.JUDGED in clues(marks_of(failed, GRENOBLOISE))


facts = st.builds(
    DealFacts,
    contract=st.builds(
        Contract,
        takers=st.sampled_from(Side),
        bid=st.sampled_from([80, 110, 150]),
        trump=st.sampled_from([Trump.HEARTS, Trump.CLUBS]),
        stake=st.sampled_from(Stake),
    ),
    points=st.integers(0, 162),
    belote=st.sampled_from([BySide(0, 0), BySide(1, 0), BySide(0, 1)]),
)
bidding = [name for name in shipped_rulebooks() if not load_rulebook(name).is_take]


@given(facts, st.sampled_from(bidding), st.integers(0, 600), st.integers(0, 600))
def test_an_explanation_by_other_facts_gives_the_paper_s_marks(typed, name, a, b):
    rulebook = load_rulebook(name)
    if marks_of(typed, rulebook) is None:
        return
    for found in explanations(typed, (a, b), rulebook):
        if found.facts:
            assert marks_of(found.facts, rulebook) == (a, b)
            assert found.facts != typed


@given(facts, st.sampled_from(bidding), st.sampled_from(["belote", "stake", "takers"]))
def test_one_fact_taken_down_wrong_is_always_explained(typed, name, fact):
    rulebook = load_rulebook(name)
    contract = typed.contract
    wrong = {
        "belote": replace(typed, belote=typed.belote.swapped),
        "stake": replace(typed, contract=replace(contract, stake=Stake.COINCHE)),
        "takers": replace(typed, contract=replace(contract, takers=contract.takers.other)),
    }[fact]
    marks, paper = marks_of(typed, rulebook), marks_of(wrong, rulebook)
    if None in {marks, paper} or marks == paper:
        return
    assert explanations(typed, paper, rulebook)


@given(facts, st.sampled_from(bidding), st.integers(0, 999), st.integers(0, 999))
def test_every_explanation_is_a_sentence(typed, name, a, b):
    rulebook = load_rulebook(name)
    marks = marks_of(typed, rulebook)
    if marks is None:
        return
    for paper in ((a, b), (b, marks[1]), (marks[0], a), (marks[0] + 100, marks[1])):
        texts = clue_texts(explanations(typed, paper, rulebook), typed, rulebook)
        assert all(text.endswith((".", "»")) and "%" not in text for text in texts)
        assert str(marks[0])[-1] in difference_text(paper, marks)


def test_a_deal_is_marked_by_the_engine_alone():
    score = score_deal(MADE, GRENOBLOISE)
    assert marks_of(MADE, GRENOBLOISE) == (score.mark_a, score.mark_b)
    assert marks_of(replace(MADE, points=163), GRENOBLOISE) is None
