"""A rulebook by topic: every clause once, its readings, what the others would give."""

import json

import pytest
from django.utils import translation

from scoring import (
    Rulebook,
    Side,
    clause_article,
    clause_text,
    load_rulebook,
    score_deal,
    shipped_rulebooks,
    usual_tariffs,
)
from tournament.rulebooks.browsing import browse, tariffs, turned
from tournament.rulebooks.comparing import compare
from tournament.rulebooks.samples import telling, typical
from tournament.rulebooks.shelf import find, key_of, shelf
from tournament.rulebooks.topics import CLAUSES, TOPICS

BOOKS = shipped_rulebooks()
LANGUAGES = ("fr", "en")


def rules_of(rulebook: Rulebook, lang: str = "fr", text: str = ""):
    return [rule for topic in browse(rulebook, lang, text) for rule in topic.rules]


def readings_of(rulebook: Rulebook, lang: str = "fr"):
    return {reading.id: reading for rule in rules_of(rulebook, lang) for reading in rule.readings}


# --- Topics ----------------------------------------------------------------------------------


def test_a_clause_is_of_one_topic_alone():
    assert len(CLAUSES) == len(set(CLAUSES))


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_clause_of_a_rulebook_is_read_once_as_the_engine_says_it(name, lang):
    rulebook = load_rulebook(name)
    rules = rules_of(rulebook, lang)
    assert sorted(rule.clause for rule in rules) == sorted(rulebook.clauses)
    for rule in rules:
        assert rule.text == clause_text(rulebook, rule.clause, lang)
        assert rule.article == clause_article(rulebook, rule.clause, lang)


@pytest.mark.parametrize("name", BOOKS)
def test_every_reading_that_was_decided_stands_under_its_rule(name):
    rulebook = load_rulebook(name)
    assert set(readings_of(rulebook)) == {switch.id for switch in rulebook.switches}


def test_a_topic_that_a_rulebook_says_nothing_of_is_left_out():
    assert "declarations" not in {topic.key for topic in browse(load_rulebook("grenobloise"), "fr")}
    assert "declarations" in {topic.key for topic in browse(load_rulebook("ffb-fiche"), "fr")}


def test_a_frozen_copy_reads_as_its_file():
    rulebook = load_rulebook("competition")
    kept = Rulebook.from_mapping(json.loads(json.dumps(rulebook.to_mapping(), sort_keys=True)))
    for lang in LANGUAGES:
        assert rules_of(kept, lang) == rules_of(rulebook, lang)


def test_the_usual_tariffs_are_those_of_the_engine():
    rulebook = load_rulebook("grenobloise")
    assert len(tariffs(rulebook, "fr")) == len(usual_tariffs(rulebook))
    assert tariffs(rulebook, "fr")[1] == "162"


# --- Search ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("surcouper", "over_trump"),
        ("SURCOUPER", "over_trump"),
        ("defausser monter", None),
        ("exception coupe", "exempt"),
        ("arbitre renonce", "faults"),
        ("tout atout 162/258", "all_trumps"),
        ("capot belote vaut", "capot_belote"),
        ("", "dealing"),
    ],
)
def test_rules_are_found_by_their_words_in_any_order_without_accents(text, clause):
    found = [rule.clause for rule in rules_of(load_rulebook("grenobloise"), text=text)]
    assert clause in found if clause else found == []


def test_a_page_of_text_finds_nothing_and_costs_nothing():
    assert rules_of(load_rulebook("grenobloise"), text="mot " * 100_000) == []


# --- What another reading gives --------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_example_of_a_reading_is_marked_as_both_rulebooks_mark_it(name, lang):
    rulebook = load_rulebook(name)
    for reading in readings_of(rulebook, lang).values():
        other = find(reading.other_key)
        assert other == rulebook.switched(reading.id)
        if sample := reading.sample:
            assert sample.differs
            for marked, book in ((sample.one, rulebook), (sample.other, other)):
                score = score_deal(sample.facts, book)
                assert marked.marks == (score.total(Side.A), score.total(Side.B))


def test_what_a_reading_gives_is_said_and_shown_by_a_deal():
    reading = readings_of(load_rulebook("competition"))["capot-500"]
    assert reading.sample.one.marks == (250, 0)
    assert reading.sample.other.marks == (500, 0)
    assert reading.would_read == "" or "500" in reading.would_read


def test_a_reading_of_how_cards_are_played_has_no_example():
    assert readings_of(load_rulebook("ffb-fiche"))["under-trump"].sample is None


def test_a_reading_turned_is_said_the_other_way_round_and_back():
    rulebook = load_rulebook("grenobloise")
    before = readings_of(rulebook)["five-down"]
    after = readings_of(rulebook.switched("five-down"))["five-down"]
    assert (after.in_force, after.other) == (before.other, before.in_force)
    assert after.sample.one.marks == before.sample.other.marks
    assert after.other_key == "grenobloise"
    assert turned(rulebook, "fr") == []
    assert turned(rulebook.switched("five-down"), "fr") == [before.other]


def test_a_copy_that_is_no_longer_its_file_can_still_be_read():
    mapping = load_rulebook("grenobloise").to_mapping()
    mapping["target"] = 1500
    mine = Rulebook.from_mapping(mapping).switched("five-down")
    readings = readings_of(mine)
    assert readings["five-down"].other_key == ""
    assert readings["no-surcoinche"].other_key == ""
    assert "1 500" in next(r.text for r in rules_of(mine) if r.clause == "target").replace(
        "\u202f", " "
    )


# --- The shelf -------------------------------------------------------------------------------


def test_every_rulebook_that_ships_stands_on_the_shelf_under_its_name():
    assert [key_of(rulebook) for rulebook in shelf()] == list(BOOKS)


def test_a_rulebook_read_otherwise_has_an_address():
    found = find("grenobloise+five-down+no-surcoinche")
    assert found == load_rulebook("grenobloise").switched("five-down", "no-surcoinche")
    assert find(key_of(found)) == found


@pytest.mark.parametrize(
    "key",
    [
        "",
        "+",
        "nothing",
        "grenobloise+",
        "grenobloise+nothing",
        "../competition",
        "x" * 10_000,
        "grenobloise\x00",
        "+five-down",
    ],
)
def test_what_is_no_address_of_a_rulebook_finds_none(key):
    assert find(key) is None


# --- Two rulebooks ---------------------------------------------------------------------------


@pytest.mark.parametrize("one", BOOKS)
@pytest.mark.parametrize("other", BOOKS)
def test_two_rulebooks_are_compared_clause_by_clause(one, other):
    books = load_rulebook(one), load_rulebook(other)
    found = compare(*books, "fr", everything=True)
    rows = [row for topic in found.topics for row in topic.rows]
    assert {row.clause for row in rows} == {*books[0].clauses, *books[1].clauses}
    assert found.differing == sum(row.differs for row in rows)
    differing = compare(*books, "fr", everything=False)
    assert [row for topic in differing.topics for row in topic.rows] == [
        row for row in rows if row.differs
    ]
    if one == other:
        assert (found.differing, found.differing_samples) == (0, 0)


def test_the_typical_deals_are_those_that_one_of_the_two_can_play():
    deals = typical(load_rulebook("grenobloise"), load_rulebook("competition"), "fr")
    assert len(deals) > 12
    generale = next(deal for deal in deals if deal.one.marks is None)
    assert generale.other.marks
    assert all(deal.one.marks or deal.other.marks for deal in deals)


def test_a_typical_deal_is_said_without_judging_it():
    with translation.override("en"):
        deals = typical(load_rulebook("grenobloise"), load_rulebook("competition"), "en")
        assert deals[0].said == "100 ♥\ufe0e, 112 points"
        assert len({deal.said for deal in deals}) == len(deals)


def test_no_deal_tells_a_rulebook_from_itself():
    rulebook = load_rulebook("ffb-fiche")
    assert telling(rulebook, rulebook, "fr") is None


def test_every_topic_has_its_name():
    assert all(str(name) and clauses for name, clauses in TOPICS.values())
