"""The editor's forms and a rulebook's keys, both ways: nothing is lost, every key is reached."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring import (
    Rulebook,
    leaf_keys,
    load_rulebook,
    needed_clauses,
    rulebook_from_toml,
    shipped_rulebooks,
)
from tests.scoring.rulebook_samples import rulebooks
from tournament.workshop.editor.choices import keep_choices
from tournament.workshop.editor.companions import settle
from tournament.workshop.editor.mapping import shown, take
from tournament.workshop.editor.topics import LEFT, TOPICS

OF_NO_FORM = {"schema", "name"}
"""The format's own number, and the name that the rulebook was given when it was begun."""
DERIVED = {"trumps.*.total"}
"""What the pack comes to is the sum of its cards."""
SWEEPS = 3
OF_BIDS = ("minimum", "maximum", "step", "least_raise", "coinche_from", "needs")


def posted_over(draft: dict, wanted: dict) -> dict:
    """Post, topic by topic, what the forms show of one rulebook over another.

    Several times over: a contract that is taken has its fields once it is, and its cards have
    an article then.
    """
    for topic in [*TOPICS.values()] * SWEEPS:
        taken = take(topic, draft, shown(topic, wanted))
        assert not taken.wrong, topic.key
        settle(draft, taken.book)
        if topic.key == LEFT:
            keep_choices(draft, taken.book)
        draft = taken.book
    return draft


def said(mapping: dict) -> dict:
    """Leave out what no form asks for.

    Articles of rules that there are not, the smallest of bids that nobody makes, a tariff of
    nothing.
    """
    kept = {name: mapping["clauses"].get(name, "") for name in needed_clauses(mapping)}
    bids = dict(mapping["points_bid"])
    if mapping["auction"]["method"] == "take":
        bids = {name: bids[name] for name in bids if name not in OF_BIDS}
    tariffs = [terms for terms in mapping["faults"]["tariffs"] if terms]
    faults = mapping["faults"] | {"tariffs": tariffs}
    return mapping | {"clauses": kept, "points_bid": bids, "faults": faults}


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_shipped_rulebook_passes_through_every_form_unchanged(name):
    rulebook = load_rulebook(name)
    for topic in TOPICS.values():
        before = rulebook.to_mapping()
        taken = take(topic, before, shown(topic, before))
        assert not taken.wrong, topic.key
        assert settle(before, taken.book) == [], topic.key
        assert Rulebook.from_mapping(taken.book).fingerprint() == rulebook.fingerprint()


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_shipped_rulebook_is_reached_from_another(name):
    names = shipped_rulebooks()
    start = names[names.index(name) - 1]
    wanted = load_rulebook(name).to_mapping()
    draft = load_rulebook(start).to_mapping() | {"name": name}
    assert said(posted_over(draft, wanted)) == said(wanted)


# A whole rulebook takes minutes to shrink: the first that fails is shown as it was drawn.
@settings(max_examples=8, phases=(Phase.explicit, Phase.generate))
@given(rulebook=rulebooks(), start=st.sampled_from(shipped_rulebooks()))
def test_a_rulebook_made_in_the_forms_reads_back_from_its_file(rulebook, start):
    wanted = rulebook.to_mapping()
    draft = load_rulebook(start).to_mapping() | {"name": rulebook.name}
    made = Rulebook.from_mapping(posted_over(draft, wanted))
    again = rulebook_from_toml(made.to_toml().encode())
    assert again.fingerprint() == made.fingerprint()
    assert said(again.to_mapping()) == said(wanted)
    kept = {topic: take(topic, wanted, shown(topic, wanted)).book for topic in TOPICS.values()}
    assert all(Rulebook.from_mapping(book) == rulebook for book in kept.values())


def test_every_key_of_the_schema_has_its_field():
    """In one rulebook or in another: a take has no smallest bid."""
    books = [load_rulebook(name).to_mapping() for name in shipped_rulebooks()]
    fields = [field for book in books for topic in TOPICS.values() for field in topic.fields(book)]
    reached = {_as_in_the_schema(key) for field in fields for key in field.keys}
    assert set(leaf_keys()) - reached <= OF_NO_FORM | DERIVED


def _as_in_the_schema(key: str) -> str:
    top, *rest = key.split(".")
    return ".".join([top, "*", *rest[1:]]) if top in ("named", "trumps") and len(rest) > 1 else key
