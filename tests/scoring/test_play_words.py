"""The sentences of play, each read by itself, ask for what the engine asks for."""

from functools import cache
from itertools import product

import pytest

from scoring import Rulebook, Trump, clause_text, legal_cards, load_rulebook
from scoring.schema import CannotGoOver, ExemptWhen, MustTrump, OverTrump, WhenExempt
from tests.scoring.positions import cards, trick

# The hand holds no heart, which is led; spades are trumps. Who wins, with what, and what goes over.
POSITIONS = {
    "an opponent, with the suit led": ("0 AH,1 7H", "9S 8S JC", "9S 8S"),
    "the partner, with the suit led": ("1 AH,2 7H", "9S 8S JC", "9S 8S"),
    "an opponent's trump, gone over": ("1 AH,2 QS", "9S 8S JC", "9S"),
    "an opponent's trump, too high": ("1 AH,2 JS", "9S 8S JC", ""),
    "the partner's trump, gone over": ("0 AH,1 QS,2 7H", "9S 8S JC", "9S"),
    "the partner's trump, too high": ("0 AH,1 JS,2 7H", "9S 8S JC", ""),
}
WORDS = {
    "fr": {
        "nobody must": "Personne n'est obligé",
        "only over an opponent": "quand l'adversaire est maître",
        "no excuse": "ne dispense pas",
        "excuse": "maître dispense",
        "not with a trump": "et non par un atout",
        "goes up": "un atout joué doit monter",
        "over": "Il faut surcouper",
        "over partner": "même le partenaire",
        "may discard": "peut défausser",
        "an opponent": "surcouper l'adversaire peut",
    },
    "en": {
        "nobody must": "Nobody is obliged",
        "only over an opponent": "when an opponent is winning",
        "no excuse": "does not excuse",
        "excuse": "excuses",
        "not with a trump": "and not with a trump",
        "goes up": "a trump that is played must go up",
        "over": "One must overtrump",
        "over partner": "the partner included",
        "may discard": "may discard",
        "an opponent": "overtrump an opponent may",
    },
}


def as_the_sentences_say(rulebook, position, language):
    """The cards that no sentence forbids; two sentences that contradict each other fail."""
    _on_table, _hand, over = POSITIONS[position]
    words = WORDS[language]

    def says(clause, what):
        return words[what] in clause_text(rulebook, clause, language)

    partner_wins, is_trumped = "partner" in position, "trump" in position
    asked = not says("must_trump", "nobody must")
    if partner_wins and says("must_trump", "only over an opponent"):
        assert not says("exempt", "no excuse")
        assert not says("exempt", "not with a trump")
        asked = False
    if partner_wins and says("exempt", "excuse"):
        asked &= is_trumped and says("exempt", "not with a trump")
    goes_over = (
        says("over_trump", "over") if not partner_wins else says("over_trump", "over partner")
    )
    goes_over |= not asked and says("exempt", "goes up")
    gives_up = is_trumped and not over and says("cannot_go_over", "may discard")
    gives_up &= not (partner_wins and says("cannot_go_over", "an opponent"))
    trumps = over.split() if goes_over and over else ["9S", "8S"]
    return {*trumps, *([] if asked and not gives_up else ["JC"])}


@cache
def rulebooks():
    """One rulebook for each way of writing the five keys."""
    mapping = load_rulebook("ffb-fiche").to_mapping() | {"switches": [], "applied": []}
    keys = ("must_trump", "exempt_when", "when_exempt", "over_trump", "cannot_go_over")
    return [
        Rulebook.from_mapping(
            mapping | {"play": mapping["play"] | dict(zip(keys, way, strict=True))}
        )
        for way in product(MustTrump, ExemptWhen, WhenExempt, OverTrump, CannotGoOver)
    ]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("position", POSITIONS)
def test_what_the_sentences_of_trumping_ask_for_is_what_is_legal(position, language):
    on_table, hand, _over = POSITIONS[position]
    for rulebook in rulebooks():
        legal = legal_cards(
            cards(hand), trick(on_table), seat=3, trump=Trump.SPADES, rulebook=rulebook
        )
        said = as_the_sentences_say(rulebook, position, language)
        assert {str(card) for card in legal} == said, rulebook.play
