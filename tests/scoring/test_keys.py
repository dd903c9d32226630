"""What the schema says of its keys: every alternative has its words, in both languages."""

import pytest

from scoring import (
    CHOICE_WORDS,
    YES_NO_WORDS,
    choices_of,
    key_words,
    leaf_keys,
    limits_of,
    load_rulebook,
    needed_clauses,
    shipped_rulebooks,
)

INSIDE = {"auction.order.contract", "named.needs", "named.partner", "switches.kind"}
"""Keys of chosen tables and of lists: the schema is asked of one of them below."""


@pytest.mark.parametrize("key", sorted(CHOICE_WORDS.keys() - INSIDE))
def test_every_alternative_of_a_key_is_said_in_both_languages(key):
    assert set(CHOICE_WORDS[key]) == set(choices_of(key))
    assert all(words.fr and words.en for words in CHOICE_WORDS[key].values())


def test_the_alternatives_of_a_named_contract_are_said():
    for key in ("needs", "partner"):
        assert set(CHOICE_WORDS[f"named.{key}"]) == set(choices_of(f"named.capot.{key}"))


@pytest.mark.parametrize("key", sorted(YES_NO_WORDS))
def test_yes_and_no_are_said_in_both_languages(key):
    assert all(YES_NO_WORDS[key][answer][lang] for answer in (True, False) for lang in ("fr", "en"))
    assert key in leaf_keys()


def test_a_named_contract_and_a_kind_of_trumps_share_the_words_of_their_keys():
    assert key_words("named.capot.value") == key_words("named.generale.value")
    assert key_words("trumps.all_trumps.conversion").fr.startswith("Les points sont multipliés")


def test_the_schema_bounds_its_numbers():
    assert limits_of("auction.closing_passes") == (1, 4)
    with pytest.raises(KeyError):
        limits_of("auction.closing_passes.more")


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_the_clauses_needed_are_known_before_a_rulebook_is_checked(name):
    rulebook = load_rulebook(name)
    assert set(needed_clauses(rulebook.to_mapping())) <= set(rulebook.clauses)
