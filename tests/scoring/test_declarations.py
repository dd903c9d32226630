"""Which side's declarations score, and what they are worth."""

import pytest
from hypothesis import given, settings

from scoring import (
    BySide,
    Card,
    Declaration,
    DeclarationKind,
    ImpossibleDeal,
    Rank,
    Rulebook,
    Side,
    Trump,
    contest,
    load_rulebook,
)
from tests.scoring.strategies import all_declarations

FICHE = load_rulebook("ffb-fiche")
FIRST_SPEAKS = FICHE.switched("equal-declarations-first")
ORGANISED = load_rulebook("ffb-coinchee-2015").switched("no-trumps", "all-trumps")
Declared = BySide[tuple[Declaration, ...]]


def of(text: str) -> tuple[Declaration, ...]:
    """``tierce KH, carre J``."""
    found = []
    for one in filter(None, text.split(", ")):
        kind, what = one.split()
        if kind == "carre":
            found.append(Declaration(kind=DeclarationKind.CARRE, rank=Rank(what)))
        else:
            found.append(Declaration(kind=DeclarationKind(kind), top=Card.parse(what)))
    return tuple(found)


CONTESTS = [
    # why, A's, B's, trump, who scores, how much
    ("nobody declares", "", "", "hearts", None, 0),
    ("one side only", "tierce KH", "", "hearts", "A", 20),
    ("the other side only", "", "cinquante KH", "hearts", "B", 50),
    ("the longer sequence", "tierce AS", "cinquante 10D", "hearts", "B", 50),
    ("a cent beats a cinquante", "cent QS", "cinquante AD", "hearts", "A", 100),
    ("the higher sequence", "tierce KS", "tierce AD", "hearts", "B", 20),
    ("height before trump", "tierce KH", "tierce AD", "hearts", "B", 20),
    ("trump when equal", "tierce KS", "tierce KD", "spades", "A", 20),
    ("trump when equal, other side", "tierce KS", "tierce KD", "diamonds", "B", 20),
    ("equal in everything", "tierce KS", "tierce KD", "hearts", None, 0),
    ("any carré beats any sequence", "cent AS", "carre 9", "hearts", "B", 150),
    ("a carré of a hundred beats a cent", "cent KS, tierce 9D", "carre A", "hearts", "B", 100),
    ("jacks before nines", "carre 9", "carre J", "hearts", "B", 200),
    ("nines before aces", "carre 9", "carre A", "hearts", "A", 150),
    ("aces before tens", "carre 10", "carre A", "hearts", "B", 100),
    ("tens before kings", "carre 10", "carre K", "hearts", "A", 100),
    ("kings before queens", "carre Q", "carre K", "hearts", "B", 100),
    ("the winner scores all of its own", "tierce 9S, tierce 9D", "tierce 9C", "spades", "A", 40),
    ("a carré of sevens is worth nothing", "carre 7", "tierce KH", "hearts", "B", 20),
    ("nor does one of eights win alone", "carre 8", "", "hearts", None, 0),
    ("nor does it add anything", "carre 8, tierce AH", "", "hearts", "A", 20),
]


@pytest.mark.parametrize(
    ("a", "b", "trump", "winner", "worth"),
    [pytest.param(*row[1:], id=row[0]) for row in CONTESTS],
)
def test_who_scores_and_how_much(
    a: str, b: str, trump: str, winner: str | None, worth: int
) -> None:
    found = contest(BySide(of(a), of(b)), Trump(trump), FICHE)
    assert found.winner == winner
    expected = {Side(winner): worth} if winner else {}
    assert found.values == BySide.of(expected, 0)


def test_equal_in_everything_is_said() -> None:
    declared = BySide(of("tierce KS"), of("tierce KD"))
    assert contest(declared, Trump.HEARTS, FICHE).is_tied
    assert not contest(BySide((), ()), Trump.HEARTS, FICHE).is_tied


def test_the_first_to_speak_where_a_club_says_so() -> None:
    declared = BySide(of("tierce KS"), of("tierce KD, cinquante QC"))
    equal = BySide(of("tierce KS"), of("tierce KD"))
    assert contest(declared, Trump.HEARTS, FIRST_SPEAKS).winner is Side.B
    for first in Side:
        found = contest(equal, Trump.HEARTS, FIRST_SPEAKS, first)
        assert (found.winner, found.is_tied) == (first, True)
    with pytest.raises(ImpossibleDeal, match="first_side_needed"):
        contest(equal, Trump.HEARTS, FIRST_SPEAKS)


def test_carres_are_worth_something_else_at_no_trumps() -> None:
    worth = {
        rank: contest(BySide(of(f"carre {rank}"), ()), Trump.NO_TRUMPS, ORGANISED).values.a
        for rank in ["7", "8", "9", "10", "J", "Q", "K", "A"]
    }
    assert worth == {
        "7": 0, "8": 0, "9": 100, "10": 150, "J": 100, "Q": 100, "K": 100, "A": 200,
    }  # fmt: skip


def test_no_suit_is_trump_at_all_trumps() -> None:
    declared = BySide(of("tierce KS"), of("tierce KD"))
    assert contest(declared, Trump.ALL_TRUMPS, ORGANISED).winner is None


@pytest.mark.parametrize(
    ("a", "b", "code"),
    [
        ("tierce KH, carre K", "", "card_declared_twice"),
        ("tierce KH", "cent AH", "card_declared_twice"),
        ("tierce KH, tierce QH", "", "card_declared_twice"),
        ("carre K", "carre K", "card_declared_twice"),
        ("tierce 8H", "", "impossible_declaration"),
        ("cinquante 9H", "", "impossible_declaration"),
        ("cent 10H", "", "impossible_declaration"),
        ("carre 7, carre 8, carre 9, carre 10, carre J", "", "too_many_declared_cards"),
    ],
)
def test_declarations_that_cannot_be(a: str, b: str, code: str) -> None:
    with pytest.raises(ImpossibleDeal) as refused:
        contest(BySide(of(a), of(b)), Trump.HEARTS, FICHE)
    assert (refused.value.code, refused.value.field) == (code, "declarations")


def test_two_hands_of_declared_cards_are_possible() -> None:
    declared = BySide(of("carre J, carre 9, carre A, carre 10"), of("carre K, carre Q"))
    assert contest(declared, Trump.HEARTS, FICHE).values == BySide(550, 0)


@pytest.mark.parametrize("kind", [DeclarationKind.TIERCE, DeclarationKind.CARRE])
def test_a_declaration_says_its_card(kind: DeclarationKind) -> None:
    with pytest.raises(ImpossibleDeal, match="bad_fact"):
        contest(BySide((Declaration(kind=kind),), ()), Trump.HEARTS, FICHE)


@settings(max_examples=150, deadline=None)
@given(all_declarations)
def test_at_most_one_side_scores_and_swapping_the_sides_swaps_it(declared: Declared) -> None:
    rulebooks: list[tuple[Rulebook, Trump]] = [
        (FICHE, Trump.CLUBS),
        (ORGANISED, Trump.NO_TRUMPS),
        (ORGANISED, Trump.ALL_TRUMPS),
    ]
    for rulebook, trump in rulebooks:
        found = contest(declared, trump, rulebook)
        assert min(found.values.a, found.values.b) == 0
        assert contest(declared.swapped, trump, rulebook).values == found.values.swapped
