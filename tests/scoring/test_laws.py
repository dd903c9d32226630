"""What holds for every deal under every rulebook."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import (
    BySide,
    Card,
    Contract,
    DealFacts,
    Declaration,
    DeclarationKind,
    NamedContract,
    Outcome,
    Reason,
    Refusal,
    Rulebook,
    Side,
    Stake,
    Sweep,
    Trump,
    facts_from_json,
    facts_to_json,
    load_rulebook,
    score_deal,
    score_deals,
)
from tests.scoring.strategies import deals_under_rulebooks
from tests.scoring.test_cases import rulebook_named

Ruled = tuple[Rulebook, DealFacts]
many = settings(max_examples=150, deadline=None)


def mirrored(facts: DealFacts) -> DealFacts:
    contract = replace(facts.contract, takers=facts.contract.takers.other)
    return replace(
        facts,
        contract=contract,
        belote=facts.belote.swapped,
        declarations=facts.declarations.swapped,
    )


@many
@given(deals_under_rulebooks)
def test_swapping_the_sides_swaps_the_marks(ruled: Ruled) -> None:
    rulebook, facts = ruled
    one, other = score_deal(facts, rulebook), score_deal(mirrored(facts), rulebook)
    assert one.marks == other.marks.swapped
    assert (one.made, one.counted) == (other.made, other.counted)


@many
@given(deals_under_rulebooks)
def test_marks_are_whole_and_never_negative_and_the_lines_sum_to_them(ruled: Ruled) -> None:
    rulebook, facts = ruled
    score = score_deal(facts, rulebook)
    for side in Side:
        lines = [line.points for line in score.lines if line.side is side]
        assert all(type(points) is int and points for points in lines)
        assert sum(lines) == score.total(side) == score.marks[side] >= 0
    assert all(line.clause in rulebook.clauses for line in score.lines)


@many
@given(deals_under_rulebooks)
def test_made_is_judged_on_exact_points(ruled: Ruled) -> None:
    rulebook, facts = ruled
    score = score_deal(facts, rulebook)
    if score.counted is None or score.needed is None:
        assert isinstance(facts.contract.bid, NamedContract)
        return
    assert type(score.counted) in (int, Fraction)
    if facts.sweep not in (Sweep.TAKERS, Sweep.TAKERS_ALONE):
        assert not score.made or score.counted >= score.needed
        if not rulebook.made.must_beat_defenders:
            assert score.made == (score.counted >= score.needed)


@many
@given(deals_under_rulebooks)
def test_facts_go_to_json_and_back(ruled: Ruled) -> None:
    _, facts = ruled
    assert facts_from_json(facts_to_json(facts)) == facts


@many
@given(deals_under_rulebooks)
def test_a_point_more_never_turns_made_into_failed(ruled: Ruled) -> None:
    rulebook, facts = ruled
    total = rulebook.pack_total(facts.contract.trump)
    if facts.points is None or facts.points == total or not score_deal(facts, rulebook).made:
        return
    assert score_deal(replace(facts, points=facts.points + 1), rulebook).made


def plain(points: int, takers: Side = Side.A, *, carried: int = 0) -> DealFacts:
    return DealFacts(
        contract=Contract(takers=takers, bid=NamedContract.TAKE, trump=Trump.HEARTS),
        points=points,
        carried=carried,
    )


def test_what_a_tied_deal_leaves_goes_to_the_next_ones() -> None:
    rulebook = rulebook_named("club-d")
    scores = score_deals([plain(81), plain(81), plain(90, Side.B), plain(90)], rulebook)
    assert [score.outcome for score in scores] == [
        Outcome.LITIGE,
        Outcome.LITIGE,
        Outcome.MADE,
        Outcome.MADE,
    ]
    assert [score.carried for score in scores] == [81, 162, 0, 0]
    assert [score.marks for score in scores] == [
        BySide(0, 81),
        BySide(0, 81),
        BySide(72, 252),
        BySide(90, 72),
    ]


@given(st.lists(st.tuples(st.integers(0, 162), st.sampled_from(Side)), max_size=12))
def test_nothing_is_lost_between_deals(deals: list[tuple[int, Side]]) -> None:
    rulebook = rulebook_named("club-d")
    facts = [plain(points, takers) for points, takers in deals]
    scores = score_deals(facts, rulebook)
    left = scores[-1].carried if scores else 0
    assert sum(score.marks.a + score.marks.b for score in scores) + left == 162 * len(deals)


def test_the_carried_points_of_the_first_deal_are_the_match_s() -> None:
    assert score_deals([plain(90, carried=81)], rulebook_named("club-d"))[0].marks.a == 171


def test_carried_points_are_not_converted_again() -> None:
    mapping = rulebook_named("club-d").to_mapping()
    mapping["trumps"]["suit"]["conversion"] = "1/3"
    thirds = Rulebook.from_mapping(mapping)
    # 90 counts 30, so it is failed; the 81 that were carried are marks already.
    assert score_deal(plain(90, carried=81), thirds).marks == BySide(0, 162 + 81)


def test_less_than_nothing_is_never_held_nor_carried() -> None:
    with pytest.raises(Refusal, match="carried_not_in_rulebook"):
        score_deal(plain(90, carried=-1), rulebook_named("club-d"))
    with pytest.raises(Refusal, match="too_many_belotes"):
        score_deal(replace(plain(90), belote=BySide(2, -1)), rulebook_named("club-d"))


def test_options_of_a_deal_are_the_rulebook_s_switches() -> None:
    rulebook = load_rulebook("competition")
    facts = DealFacts(
        contract=Contract(
            takers=Side.A, bid=NamedContract.CAPOT, trump=Trump.CLUBS, stake=Stake.COINCHE
        ),
        sweep=Sweep.TAKERS,
    )
    optional = replace(facts, options=frozenset({"capot-500"}))
    assert score_deal(optional, rulebook) == score_deal(facts, rulebook.switched("capot-500"))
    assert score_deal(optional, rulebook).marks != score_deal(facts, rulebook).marks


def test_a_sweep_or_not_the_points_are_those_of_a_pack() -> None:
    contract = Contract(takers=Side.A, bid=100, trump=Trump.HEARTS)
    for sweep in (None, Sweep.TAKERS, Sweep.DEFENDERS):
        for points in (-1, 163):
            with pytest.raises(Refusal, match="points_out_of_range"):
                score_deal(
                    DealFacts(contract=contract, points=points, sweep=sweep),
                    load_rulebook("competition"),
                )


def converted(name: str, conversion: str) -> Rulebook:
    """A rulebook whose card points at a suit count for a fraction."""
    mapping = rulebook_named(name).to_mapping()
    mapping["trumps"]["suit"]["conversion"] = conversion
    return Rulebook.from_mapping(mapping)


def at_hearts(points: int) -> DealFacts:
    contract = Contract(takers=Side.A, bid=80, trump=Trump.HEARTS)
    return DealFacts(contract=contract, points=points)


def test_half_a_point_is_shown_as_the_point_above() -> None:
    score = score_deal(at_hearts(161), converted("grenobloise", "1/2"))
    assert score.counted == Fraction(161, 2)
    assert [(line.side, line.points) for line in score.lines] == [
        (Side.A, 81),
        (Side.A, 80),
        (Side.A, -1),
        (Side.B, 1),
        (Side.B, -1),
    ]


def test_a_last_deal_left_exact_gives_nobody_the_complement() -> None:
    exact = replace(at_hearts(161), last=True)
    halves = converted("defenders-rounded", "1/2")
    assert score_deal(exact, halves).marks == BySide(161, 1)


def test_a_deal_is_the_last_only_when_told() -> None:
    rulebook = rulebook_named("defenders-rounded")
    told = score_deal(replace(at_hearts(99), last=False), rulebook)
    assert score_deal(at_hearts(99), rulebook) == told
    assert score_deal(replace(at_hearts(99), last=True), rulebook) != told


def test_tenths_of_points_rounded_to_tens_are_marks_again() -> None:
    assert score_deal(at_hearts(161), converted("grenobloise", "3/10")).marks == BySide(0, 240)


@pytest.mark.parametrize("takers", Side)
def test_declarations_are_not_converted(takers: Side) -> None:
    tierces = [
        Declaration(kind=DeclarationKind.TIERCE, top=Card.parse(top)) for top in ("9C", "9S")
    ]
    facts = DealFacts(
        contract=Contract(takers=takers, bid=80, trump=Trump.HEARTS),
        points=162,
        declarations=BySide(tuple(tierces), ()),
    )
    score = score_deal(facts, converted("ffb-coinchee-2015", "3/5"))
    declared = [line for line in score.lines if line.reason is Reason.DECLARATIONS]
    assert [(line.side, line.points) for line in declared] == [(Side.A, 40)]


@pytest.mark.parametrize(("helps", "made"), [(True, False), (False, True)])
def test_the_defenders_declarations_help_them_where_they_help(*, helps: bool, made: bool) -> None:
    mapping = load_rulebook("ffb-coinchee-2015").to_mapping()
    mapping["declarations"]["help"] = helps
    tierce = Declaration(kind=DeclarationKind.TIERCE, top=Card.parse("9C"))
    facts = DealFacts(
        contract=Contract(takers=Side.A, bid=80, trump=Trump.HEARTS),
        points=85,
        declarations=BySide((), (tierce,)),
    )
    assert score_deal(facts, Rulebook.from_mapping(mapping)).made is made


def test_facts_are_named_and_never_change() -> None:
    assert DealFacts.__dataclass_params__.frozen
    assert "__slots__" in vars(DealFacts)
    assert all(field.kw_only for field in fields(DealFacts))
